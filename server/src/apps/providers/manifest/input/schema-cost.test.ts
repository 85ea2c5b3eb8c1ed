import { expect, test } from "vitest";
import { createToolOutput } from "../../../../mcp/tools/output.ts";
import type { JsonSchema } from "../../../connector.ts";
import { createInputCheck, findLikelyCompileProblem } from "./input-check.ts";
import { isCostlyToCompile } from "./schema-size.ts";

const text: JsonSchema = { type: "string" };
const nested = (levels: number): JsonSchema =>
  levels === 0 ? text : { anyOf: [nested(levels - 1), nested(levels - 1)] };
const chain = (levels: number): JsonSchema =>
  levels === 0 ? text : { type: "object", properties: { a: chain(levels - 1) } };
const wide = (count: number): JsonSchema => ({
  type: "object",
  required: ["p0"],
  properties: Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}`, text])),
});
const inObject = (schema: JsonSchema): JsonSchema => ({
  type: "object",
  required: ["a"],
  properties: { a: schema },
});

const costly = {
  "60 KB of nested choices": inObject(nested(11)),
  "a deep chain": inObject(chain(60)),
  "thousands of properties": { ...wide(3000), required: ["a"] },
  "many alternatives": {
    ...{ type: "object", required: ["a"] },
    oneOf: Array.from({ length: 500 }, (_, i) => ({ required: [`x${i}`] })),
  },
  "choices among definitions": {
    ...inObject({ $ref: "#/$defs/it" }),
    $defs: { it: nested(11) },
  },
  "choices under not": inObject({ not: nested(11) }),
} satisfies Record<string, JsonSchema>;

test.each(Object.entries(costly))("%s are not compiled: only required names are checked", (_, schema) => {
  expect(isCostlyToCompile(schema)).toBe(true);
  const check = createInputCheck(schema);
  expect(check({ a: 1 })).toBeUndefined();
  expect(check({})).toBe('The input must have "a"');
  expect(check([])).toBe("The input must be an object");
  expect(createToolOutput(schema).schema).toBeUndefined();
  expect(createToolOutput(schema).structure({ a: 1 })).toEqual({ a: 1 });
  expect(findLikelyCompileProblem(schema)).toBeUndefined();
});

test("schemas of an ordinary size are checked in full", () => {
  for (const schema of [wide(480), inObject(nested(6)), inObject(chain(45))])
    expect(isCostlyToCompile(schema)).toBe(false);
  expect(createInputCheck(wide(480))({ p0: "x", p479: 1 })).toBe("p479 must be a string, but is 1");
  expect(createInputCheck(inObject(nested(6)))({ a: 1 })).toContain("a must be a string");
});

test("a recursive schema is as large as it is written", () => {
  const tree = {
    type: "object",
    properties: { children: { type: "array", items: { $ref: "#" } }, name: text },
  };
  expect(isCostlyToCompile(tree)).toBe(false);
  expect(createInputCheck(tree)({ children: [{ children: [{ name: 1 }] }] })).toContain("must be a string");
});

test("many that are prepared at once let others have their turn in between", async () => {
  const checks = Array.from({ length: 20 }, () => createInputCheck(wide(480)));
  let turns = 0;
  let isTurning = true;
  const turn = () => {
    turns += 1;
    if (isTurning) setImmediate(turn);
  };
  setImmediate(turn);
  await Promise.all(checks.map((check) => check.prepare()));
  isTurning = false;
  // Together they take hundreds of milliseconds, and each ten are followed by a turn.
  expect(turns).toBeGreaterThanOrEqual(3);
  expect(checks.map((check) => check({ p0: 1 }))).toEqual(checks.map(() => "p0 must be a string, but is 1"));
});
