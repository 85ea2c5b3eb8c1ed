import { expect, test } from "vitest";
import { useTestSandbox } from "./test-sandbox.ts";

const { sandbox, run } = useTestSandbox();

const fetch = async () => ({ status: 200, headers: {}, body: "" });

async function isRepeatable(code: string): Promise<boolean> {
  const result = await run(code, { globals: { input: { at: "2026-01-31T10:00:00Z", name: "Ada" } }, fetch });
  if (!result.ok) throw new Error(result.error.message);
  return result.isRepeatable;
}

test.each([
  "return input.name.toUpperCase()",
  "return new Date(input.at).toISOString()",
  "return new Date(2026, 0, 31).getDay()",
  "console.log(input); return [3, 1, 2].sort()",
  "return hash('sha256', input.name) + hmac('sha256', 'key', input.name) + btoa(input.name)",
  "return new URL('/a?b=1', 'https://example.com').href + new TextEncoder().encode('ü').length",
  "return await Promise.all([1, 2].map(async (n) => { await null; return n * 2 }))",
  "return JSON.parse(JSON.stringify(structuredClone(input)))",
  "try { null.name } catch (error) { return error.message }",
])("a script that only computes is repeatable: %s", async (code) => {
  expect(await isRepeatable(code)).toBe(true);
});

test.each([
  "return Date.now()",
  "return new Date().getFullYear()",
  "return Date()",
  "return Math.random()",
  "return [1, 2, 3].sort(() => Math.random() - 0.5)",
  "return crypto.randomUUID()",
  "await new Promise((resolve) => setTimeout(resolve, 1)); return 1",
  "await fetch('https://example.com'); return 1",
  "fetch('https://example.com').catch(() => {}); return 1",
  "const now = Date['n' + 'ow']; return now.call(Date)",
])("a script that reads the clock or randomness, or asks outside, is not: %s", async (code) => {
  expect(await isRepeatable(code)).toBe(false);
});

test("what one run read does not count against the next one on its thread", async () => {
  for (let round = 0; round < 4; round++) {
    expect(await isRepeatable("return Math.random() + Date.now()")).toBe(false);
    expect(await isRepeatable("return 1")).toBe(true);
  }
});

test("an expression after one that read the clock is not repeatable: it may use what that left", async () => {
  const endings = await sandbox.evaluate(["globalThis.seen = Date.now()", "globalThis.seen", "1"], {});
  expect(endings).toMatchObject([
    { ok: true, isRepeatable: false },
    { ok: true, isRepeatable: false },
    { ok: true, isRepeatable: false },
  ]);
  expect(await sandbox.evaluate(["2 * 3"], {})).toMatchObject([{ ok: true, isRepeatable: true }]);
});
