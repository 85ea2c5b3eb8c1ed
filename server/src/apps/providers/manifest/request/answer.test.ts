import { describe, expect, test } from "vitest";
import { ConnectorError } from "../../../connector.ts";
import type { Manifest } from "../schema/manifest-schema.ts";
import { compileAnswerReader } from "./answer.ts";

const NOW = Date.parse("2026-01-01T00:00:00Z");
const manifest = {
  name: "Shop",
  error_message: "{{ body.error.text }}",
  errors: [
    {
      status: [403],
      header: "x-left",
      equals: ["0"],
      code: "rateLimit",
      retry_after: { header: "x-reset", unit: "epoch_seconds" },
    },
    { body: "ok", equals: [false], code: "input", message: "{{ body.why }}" },
    { status: [200], body: "wait", code: "rateLimit", retry_after: { body: "wait", unit: "milliseconds" } },
  ],
} as unknown as Manifest; // only the members that it reads
const read = compileAnswerReader(manifest);

function answer(status: number, body: unknown, headers: Record<string, string> = {}) {
  const isText = typeof body === "string";
  return {
    status,
    headers: { "content-type": isText ? "text/html" : "application/json", ...headers },
    body: Buffer.from(isText ? body : JSON.stringify(body)),
  };
}

function failure(...parts: Parameters<typeof answer>): ConnectorError {
  try {
    read(answer(...parts), NOW);
  } catch (error) {
    if (error instanceof ConnectorError) return error;
    throw error;
  }
  throw new Error("It was taken for a success.");
}

describe("an answer", () => {
  test("is a success with 2xx: JSON, text or nothing", () => {
    expect(read(answer(200, { a: 1 }), NOW)).toMatchObject({ status: 200, body: { a: 1 } });
    expect(read(answer(201, "text"), NOW).body).toBe("text");
    expect(read({ status: 204, headers: {}, body: Buffer.alloc(0) }, NOW).body).toBe(null);
  });

  test("is read in the encoding that it declares, also in the message of a failure", () => {
    const coded = (status: number, type: string, text: string) => ({
      status,
      headers: { "content-type": type },
      body: Buffer.from(text, "latin1"),
    });
    const greek = coded(200, "application/json; charset=windows-1253", '{"a":"\xc1\xc8"}');
    expect(read(greek, NOW).body).toEqual({ a: "ΑΘ" });
    expect(read(coded(200, "text/plain;charset=ISO-8859-15", "caf\xe9 \xa4"), NOW).body).toBe("café €");
    const marked = { status: 200, headers: { "content-type": "application/json" } };
    expect(read({ ...marked, body: Buffer.from('\ufeff{"a":"Küçük"}') }, NOW).body).toEqual({ a: "Küçük" });
    const refusal = coded(400, "application/json; charset=latin1", '{"error":{"text":"Schl\xfcssel"}}');
    expect(() => read(refusal, NOW)).toThrow("Shop responded with 400: Schlüssel");
  });

  test.each([
    [301, "remote"],
    [400, "input"],
    [401, "auth"],
    [403, "input"],
    [404, "input"],
    [408, "remote"],
    [422, "input"],
    [429, "rateLimit"],
    [500, "remote"],
    [503, "remote"],
  ])("of status %i means %s", (status, code) => {
    expect(failure(status, { error: { text: "no" } })).toMatchObject({ code, status });
  });

  test("that failed gives the provider's reason, wherever it is, if the manifest finds none", () => {
    const said = (body: unknown) => failure(400, body).message;
    expect(said({ error: { text: "By the manifest" }, message: "Not this" })).toBe(
      "Shop responded with 400: By the manifest",
    );
    expect(said({ errors: [{ field: "sku", message: "is unknown" }] })).toBe(
      "Shop responded with 400: sku: is unknown",
    );
    expect(said("<html><body>Oops</body></html>")).toBe("Shop responded with 400.");
    expect(said({ error: { text: "<!doctype html><p>Oops" }, detail: "Closed" })).toBe(
      "Shop responded with 400: Closed",
    );
    expect(failure(200, { ok: false, error: "The stock is empty" }).message).toBe(
      "Shop responded with 200: The stock is empty",
    );
  });

  test("asks to wait until a moment in any usual form", () => {
    const waitOf = (reset: string) => failure(403, {}, { "x-left": "0", "x-reset": reset }).retryAfterMs;
    for (const reset of [
      "1767225603",
      "1767225603000",
      "2026-01-01T00:00:03Z",
      "2026-01-01T00:00:03",
      "Thu, 01 Jan 2026 00:00:03 GMT",
      "Thursday, 01-Jan-26 00:00:03 GMT",
      "Thu Jan  1 00:00:03 2026",
    ])
      expect(waitOf(reset), reset).toBe(3000);
    expect(failure(429, {}, { "retry-after": "1.337" }).retryAfterMs).toBe(1337);
    expect(waitOf("9".repeat(30))).toBe(365 * 24 * 3_600_000);
  });

  test("is judged by the manifest's rules first", () => {
    expect(failure(403, {}, { "x-left": "0", "x-reset": String(NOW / 1000 + 5) })).toMatchObject({
      code: "rateLimit",
      retryAfterMs: 5000,
    });
    expect(failure(200, { ok: false, why: "because" })).toMatchObject({
      code: "input",
      message: "Shop responded with 200: because",
    });
    expect(failure(200, { wait: 250 })).toMatchObject({ code: "rateLimit", retryAfterMs: 250 });
  });

  test("asks to wait by Retry-After in seconds or as a date", () => {
    expect(failure(429, {}, { "retry-after": "7" }).retryAfterMs).toBe(7000);
    expect(failure(503, {}, { "retry-after": "Thu, 01 Jan 2026 00:00:09 GMT" }).retryAfterMs).toBe(9000);
    expect(failure(429, {}, { "retry-after": "soon" }).retryAfterMs).toBeUndefined();
  });

  test("that is broken JSON is the provider's fault, and long messages are cut", () => {
    const broken = { status: 200, headers: { "content-type": "application/json" }, body: Buffer.from("{") };
    expect(() => read(broken, NOW)).toThrow("broken JSON");
    expect(failure(400, { error: { text: "x".repeat(5000) } }).message.length).toBeLessThan(600);
  });
});
