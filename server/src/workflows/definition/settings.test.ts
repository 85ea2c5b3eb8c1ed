import { Value } from "typebox/value";
import { describe, expect, test } from "vitest";
import { parseSettings, Settings } from "./settings.ts";

describe("settings of a workflow", () => {
  test.each([
    [{}],
    [{ timeout: 2_592_000, concurrency: 1, associated_page: "orders" }],
    [{ timeout: null, concurrency: null, idempotency: null, associated_page: null }],
    [{ idempotency: { header: "X-Order", window_ms: 604_800_000 } }],
    [{ idempotency: { path: "order.id" } }],
    [{ caching: { any: ["thing"] }, workflow_response: 5 }],
  ])("are valid: %j", (settings) => {
    expect(Value.Check(Settings, settings)).toBe(true);
  });

  test.each([
    [{ timeout: 0 }],
    [{ timeout: 2_592_001 }],
    [{ timeout: 1.5 }],
    [{ timeout: "60" }],
    [{ concurrency: 0 }],
    [{ idempotency: { path: "a..b" } }],
    [{ idempotency: { header: "x", window_ms: 604_800_001 } }],
    [{ associated_page: 5 }],
  ])("are invalid, and ignored: %j", (settings) => {
    expect(Value.Check(Settings, settings)).toBe(false);
    expect(parseSettings(settings)).toEqual({});
  });

  test("are read as far as they are set", () => {
    const settings = { timeout: 60, concurrency: null, idempotency: { path: "id" }, other: true };
    expect(parseSettings(settings)).toEqual({ timeout: 60, idempotency: { path: "id" } });
    expect(parseSettings(JSON.parse('{"__proto__": {"timeout": 5}}'))).toEqual({});
  });
});
