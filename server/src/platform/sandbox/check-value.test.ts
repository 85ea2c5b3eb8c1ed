import { afterAll, beforeAll, expect, test } from "vitest";
import type { Json } from "../json/json.ts";
import { parseJson } from "../json/parse-json.ts";
import type { SchemaPart } from "../json/schema-parts.ts";
import { createSandbox, type Sandbox } from "./sandbox.ts";

let sandbox: Sandbox;
beforeAll(() => {
  sandbox = createSandbox({ workers: 2 });
});
afterAll(() => sandbox.close());

const TOO_LONG = "The input is too large or too deeply nested to be checked against such a large schema";
const ids: SchemaPart = { type: "object", properties: { id: { type: "integer", maximum: 1e19 } } };
/** Its expression takes time that doubles with each letter. */
const endless: SchemaPart = { pattern: "^(a+)+$" };
const letters = `${"a".repeat(40)}!`;

test("a value is checked in a thread, numbers with all their digits included", async () => {
  const value = (text: string) => parseJson(`{"id": ${text}}`) as Json;
  expect(await sandbox.checkValue(ids, value("9007199254740993"))).toBeUndefined();
  expect(await sandbox.checkValue(ids, value("1.5"))).toBe("id must be an integer, but is 1.5");
  expect(await sandbox.checkValue(ids, value("90071992547409930000"))).toMatch(
    "id must be at most 1000000000",
  );
  const proto = parseJson('{"__proto__": {"id": 1}}') as Json;
  expect(await sandbox.checkValue({ additionalProperties: false }, proto)).toBe(
    'The input must not have the property "__proto__"',
  );
});

test("a schema that cannot be applied is an error", async () => {
  await expect(sandbox.checkValue({ pattern: "(" }, "x")).rejects.toThrow("Invalid regular expression");
});

test("a value with too many levels for a thread is refused", async () => {
  const deep = JSON.parse("[".repeat(20_000) + "]".repeat(20_000)) as Json;
  expect(await sandbox.checkValue({ items: { $ref: "#" } }, deep)).toBe(TOO_LONG);
});

test("a check that does not end is ended, and those of others are made", async () => {
  const hostile = sandbox.forTenant("hostile").checkValue;
  const good = sandbox.forTenant("good").checkValue;
  const [never, ...others] = await Promise.all([
    hostile(endless, letters),
    ...Array.from({ length: 20 }, (_, i) => good(ids, { id: i })),
    good(ids, { id: "x" }),
  ]);
  expect(never).toBe(TOO_LONG);
  expect(others).toEqual([...Array(20).fill(undefined), 'id must be an integer, but is "x"']);
});

test("a check that takes too much memory is ended", async () => {
  // Each alternative that does not fit is kept as an error.
  const kinds: SchemaPart = {
    anyOf: Array.from({ length: 60 }, () => ({ items: { $ref: "#" }, type: "array" })),
  };
  let value: Json = 1;
  for (let i = 0; i < 20; i++) value = [value];
  expect(await sandbox.checkValue(kinds, value)).toBe(TOO_LONG);
  expect(await sandbox.checkValue(ids, { id: 1 })).toBeUndefined();
});
