import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { redactBytes } from "../actions/without-secrets.ts";
import { redactStream } from "./redact-stream.ts";

const SECRET = "sk-Zé/9+very-secret?";

async function* cut(bytes: Buffer, chunkBytes: number) {
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
}

async function redact(bytes: Buffer, chunkBytes: number, secrets = [SECRET]) {
  return (await buffer(redactStream(cut(bytes, chunkBytes), secrets))).toString("latin1");
}

test("a secret is found in every spelling, wherever the bytes are cut", async () => {
  const spelled = [
    SECRET,
    encodeURIComponent(SECRET),
    JSON.stringify(SECRET).slice(1, -1),
    Buffer.from(SECRET).toString("hex"),
    Buffer.from(`user:${SECRET}`).toString("base64"),
    Buffer.from(`${SECRET}, and what follows it`).toString("base64url"),
  ];
  for (const one of spelled) {
    const bytes = Buffer.from(
      `before ${one} between ${one}${one} \xff after, which is longer than any of them`,
    );
    const whole = redactBytes(bytes, [SECRET]).toString("latin1");
    expect(whole).toContain("[redacted]");
    for (let chunkBytes = 1; chunkBytes <= bytes.length; chunkBytes++)
      expect(await redact(bytes, chunkBytes), `${one} by ${chunkBytes}`).toBe(whole);
  }
});

test("all of the base64 around a secret is hidden up to its end, however long it is", async () => {
  const text = `x ${Buffer.from(`${SECRET}${"a".repeat(5000)}`).toString("base64")} y`;
  for (const chunkBytes of [7, 100, 1000])
    expect(await redact(Buffer.from(text), chunkBytes)).toBe("x [redacted] y");
});

test("a secret at the end of all bytes is found", async () => {
  expect(await redact(Buffer.from(`last: ${SECRET}`), 3)).toBe("last: [redacted]");
  expect(await redact(Buffer.from(`last: ${Buffer.from(SECRET).toString("base64")}`), 3)).toBe(
    "last: [redacted]",
  );
});

test("bytes without a secret stay as they are", async () => {
  const bytes = randomBytes(300_000);
  for (const secrets of [[SECRET], []])
    for (const chunkBytes of [1000, 65_536, 400_000])
      expect((await redact(bytes, chunkBytes, secrets)) === bytes.toString("latin1")).toBe(true);
});
