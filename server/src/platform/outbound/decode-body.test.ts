import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { measureCpu } from "../../../test/cpu-time.ts";
import { decodeBody, parseContentCodings } from "./decode-body.ts";

test("a decompression bomb of a gigabyte is abandoned after the first bytes beyond the limit", async () => {
  const member = gzipSync(Buffer.alloc(10 * 1024 * 1024));
  const body = Buffer.concat(Array.from({ length: 100 }, () => member));
  const cpuMs = measureCpu();
  const limit = { maxBytes: 1_000_000, truncate: true, host: "example.com" };
  const decoded = await decodeBody(["gzip"], { body, truncated: false }, limit);
  expect([decoded.body.length, decoded.truncated]).toEqual([1_000_000, true]);
  // The whole would be four seconds of it.
  expect(cpuMs()).toBeLessThan(1500);
});

test("a truncated compressed body yields its readable part", async () => {
  const whole = gzipSync(Buffer.from(Array.from({ length: 10_000 }, (_, i) => `${i * 7919}`).join(",")));
  const input = { body: whole.subarray(0, whole.length / 2), truncated: true };
  const limit = { maxBytes: 1_000_000, truncate: true, host: "example.com" };
  const decoded = await decodeBody(["gzip"], input, limit);
  expect(decoded.body.toString()).toMatch(/^0,7919,15838,/);
  expect(decoded.truncated).toBe(true);
});

test("codings are decoded from last to first, and only if all of them are known", () => {
  expect(parseContentCodings("gzip, br")).toEqual(["br", "gzip"]);
  expect(parseContentCodings("GZIP")).toEqual(["gzip"]);
  expect(parseContentCodings("identity")).toBeUndefined();
  expect(parseContentCodings("gzip, lzma")).toBeUndefined();
  expect(parseContentCodings("gzip, gzip, gzip, gzip")).toBeUndefined();
  expect(parseContentCodings(undefined)).toBeUndefined();
});
