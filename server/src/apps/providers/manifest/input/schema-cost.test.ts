import { expect, test } from "vitest";
import { measureCpu } from "../../../../../test/cpu-time.ts";
import { createToolOutput } from "../../../../mcp/tools/output.ts";
import type { Json } from "../../../../platform/json/json.ts";
import { isCostlyToCompile } from "../../../../platform/json/plain-schema.ts";
import type { JsonSchema } from "../../../connector.ts";
import { createInputCheck, findLikelyCompileProblem } from "./input-check.ts";

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
    type: "object",
    required: ["a"],
    oneOf: Array.from({ length: 500 }, (_, i) => ({ required: [`x${i}`] })),
  },
  "choices among definitions": {
    ...inObject({ $ref: "#/$defs/it" }),
    $defs: { it: nested(11) },
  },
  "choices under not": inObject({ not: nested(11) }),
  "thousands of true and false": { type: "object", required: ["a"], anyOf: Array(3000).fill(true) },
  "many names in dependentRequired": {
    type: "object",
    required: ["a"],
    dependentRequired: { b: Array.from({ length: 600 }, (_, i) => `n${i}`) },
  },
} satisfies Record<string, JsonSchema>;

test.each(Object.entries(costly))(
  "%s are not compiled: only required names are checked",
  async (_, schema) => {
    expect(isCostlyToCompile(schema)).toBe(true);
    const check = createInputCheck(schema);
    expect(await check({ a: 1 })).toBeUndefined();
    expect(await check({})).toBe('The input must have "a"');
    expect(await check([])).toBe("The input must be an object");
    expect(createToolOutput(schema).schema).toBeUndefined();
    expect(await createToolOutput(schema).structure({ a: 1 })).toEqual({ a: 1 });
    expect(findLikelyCompileProblem(schema)).toBeUndefined();
  },
);

test("schemas of an ordinary size are checked in full", async () => {
  for (const schema of [wide(480), inObject(nested(6)), inObject(chain(45))])
    expect(isCostlyToCompile(schema)).toBe(false);
  expect(await createInputCheck(wide(480))({ p0: "x", p479: 1 })).toBe("p479 must be a string, but is 1");
  expect(await createInputCheck(inObject(nested(6)))({ a: 1 })).toContain("a must be a string");
});

test("a recursive schema is as large as it is written", async () => {
  const tree = {
    type: "object",
    properties: { children: { type: "array", items: { $ref: "#" } }, name: text },
  };
  expect(isCostlyToCompile(tree)).toBe(false);
  const check = createInputCheck(tree);
  expect(await check({ children: [{ children: [{ name: 1 }] }] })).toContain("must be a string");
});

test("many that are first used at once let others have their turn in between", async () => {
  const checks = Array.from({ length: 20 }, () => createInputCheck(wide(480)));
  let turns = 0;
  let isTurning = true;
  const turn = () => {
    turns += 1;
    if (isTurning) setImmediate(turn);
  };
  setImmediate(turn);
  const problems = await Promise.all(checks.map((check) => check({ p0: 1 })));
  isTurning = false;
  // Together they take hundreds of milliseconds, and each ten are followed by a turn.
  expect(turns).toBeGreaterThanOrEqual(3);
  expect(problems).toEqual(checks.map(() => "p0 must be a string, but is 1"));
});

const names = (count: number, prefix: string) => Array.from({ length: count }, (_, i) => `${prefix}${i}`);
const hostile: Record<string, [JsonSchema, Json]> = {
  "a search for what is not there": [
    { properties: { l: { contains: { $ref: "#/$defs/d" } } }, $defs: { d: { const: "x" } } },
    { l: Array(40_000).fill(0) },
  ],
  "a search among alternatives": [
    { contains: { anyOf: names(400, "c").map((text) => ({ const: text })) } },
    Array(2000).fill(0),
  ],
  "long texts that are compared": [
    { uniqueItems: true },
    names(980, "x").map((text) => "y".repeat(20_000) + text),
  ],
  "few schemas with many names": [
    {
      properties: Object.fromEntries(
        names(490, "p").map((name) => [name, { required: names(199, "n"), enum: names(199, "e") }]),
      ),
    },
    {},
  ],
  "alternatives on many items": [
    { items: { anyOf: names(200, "a").map(() => ({ $ref: "#/$defs/d" })) }, $defs: { d: { const: "x" } } },
    Array(5000).fill(0),
  ],
};
test.each(Object.entries(hostile))("%s: what stays in the process is short", async (_, [schema, value]) => {
  const cpuMs = measureCpu();
  await createInputCheck(schema)(value);
  expect(cpuMs()).toBeLessThan(1500);
});

test("what every object inherits is no member of a value", async () => {
  const ofConstructor = createInputCheck({ properties: { constructor: { type: "string" } } });
  expect([await ofConstructor({}), await ofConstructor({ constructor: 1 })]).toEqual([
    undefined,
    "constructor must be a string, but is 1",
  ]);
  expect(await createInputCheck({ required: ["toString"] })({})).toContain("toString");
  expect(await createInputCheck({ dependentRequired: { constructor: ["x"] } })({})).toBeUndefined();
});

test.each<[JsonSchema, Json]>([
  [
    {
      oneOf: [
        { type: "string", pattern: "^a" },
        { type: "string", pattern: "^b" },
      ],
    },
    "b",
  ],
  [{ not: { pattern: "^a" } }, "b"],
  [{ if: { pattern: "^a" }, else: { maxLength: 2 } }, "aaaa"],
  [{ contains: { pattern: "^a" }, maxContains: 1 }, ["a", "b"]],
])("without costly keywords %j refuses nothing more", async (schema, value) => {
  expect(await createInputCheck(schema, "cheap")(value)).toBeUndefined();
});
