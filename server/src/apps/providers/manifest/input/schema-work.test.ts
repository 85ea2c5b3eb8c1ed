import { expect, test } from "vitest";
import type { JsonSchema } from "../../../connector.ts";
import { selectTools } from "../../mcp/definition.ts";
import { createInputCheck, findCompileProblem, findSchemaProblem } from "./input-check.ts";
import { countChecks } from "./schema-work.ts";

const TOO_OFTEN = expect.stringMatching(/^The input is too large or too deep to be checked/);

/** A schema of `links` parts, each of which refers twice to the next one. */
function doubling(links: number): JsonSchema {
  const defs: Record<string, JsonSchema> = { [`d${links}`]: { type: "object" } };
  for (let i = 0; i < links; i++) {
    const next = { $ref: `#/$defs/d${i + 1}` };
    defs[`d${i}`] = { allOf: [next, next] };
  }
  return { type: "object", $ref: "#/$defs/d0", $defs: defs };
}

/** A value nested `levels` deep under one name. */
function nested(levels: number, name = "x"): unknown {
  let value: unknown = {};
  for (let i = 0; i < levels; i++) value = { [name]: value };
  return value;
}

test("a schema whose references multiply is none, wherever it comes from, and one that doubles a few times is one", () => {
  expect(findSchemaProblem(doubling(40))).toBe("has references that never end, or too many of them");
  expect(findSchemaProblem(doubling(10))).toBeUndefined();
  expect(selectTools([{ name: "slow", inputSchema: doubling(40) }])).toEqual({
    tools: [],
    warnings: [
      "The tool slow is left out: its input schema has references that never end, or too many of them.",
    ],
  });
  const inItems = {
    type: "object",
    properties: { x: { ...doubling(40), $defs: {} } },
    $defs: doubling(40).$defs,
  };
  const check = createInputCheck(inItems as JsonSchema);
  expect(check({})).toBeUndefined();
  expect(check({ x: {} })).toEqual(TOO_OFTEN);
});

test("an escaped reference counts as the part that it leads to, not as one that is called like it", () => {
  const $defs = { ...Object(doubling(40).$defs), "%640": {} };
  const schema: JsonSchema = { type: "object", $ref: "#/$defs/%640", $defs };
  expect(findSchemaProblem(schema)).toBe("has references that never end, or too many of them");
});

test("a schema that leads to itself before it leads to any part of a value is none", () => {
  expect(findSchemaProblem({ type: "object", $ref: "#" })).toContain("references that never end");
  expect(findSchemaProblem({ type: "object", properties: { x: { $ref: "#" } } })).toBeUndefined();
});

test.each(["anyOf", "oneOf", "allOf"])(
  "a value is not checked in more ways than there is time for (%s)",
  (name) => {
    const choice = { [name]: [{ $ref: "#" }, { $ref: "#" }] };
    const schema = { type: "object", properties: { x: choice } } as JsonSchema;
    expect(findCompileProblem(schema)).toBeUndefined();
    const check = createInputCheck(schema);
    expect(check({})).toBeUndefined();
    expect(check(nested(60))).toEqual(TOO_OFTEN);
  },
);

test("usual schemas that refer to themselves go on working, however large or deep the value is", () => {
  const tree: JsonSchema = {
    type: "object",
    properties: { name: { type: "string" }, children: { type: "array", items: { $ref: "#" } } },
    additionalProperties: false,
  };
  const leaves = Array.from({ length: 50_000 }, (_, i) => ({ name: `n${i}`, children: [] }));
  expect(createInputCheck(tree)({ children: leaves })).toBeUndefined();
  expect(createInputCheck(tree)({ children: [{ name: 5 }] })).toBe(
    "children.0.name must be string, but is 5",
  );
  const json: JsonSchema = {
    $ref: "#/$defs/value",
    $defs: {
      value: {
        anyOf: [
          ...["null", "boolean", "number", "string"].map((type) => ({ type })),
          { type: "array", items: { $ref: "#/$defs/value" } },
          { type: "object", additionalProperties: { $ref: "#/$defs/value" } },
        ],
      },
    },
  };
  expect(createInputCheck(json)(nested(60))).toBeUndefined();
  expect(createInputCheck(json)(leaves)).toBeUndefined();
  const nullable: JsonSchema = {
    anyOf: [{ type: "array", items: { $ref: "#/$defs/node" } }, { type: "null" }],
  };
  const optional: JsonSchema = {
    $ref: "#/$defs/node",
    $defs: { node: { type: "object", properties: { left: { $ref: "#/$defs/node" }, children: nullable } } },
  };
  expect(createInputCheck(optional)(nested(60, "left"))).toBeUndefined();
});

test("blocks of many kinds that hold blocks can be a few levels deep", () => {
  const kinds = Array.from({ length: 30 }, (_, i) => ({
    type: "object",
    properties: {
      type: { const: `kind${i}` },
      children: { type: "array", items: { $ref: "#/$defs/block" } },
    },
  }));
  const schema: JsonSchema = { $ref: "#/$defs/block", $defs: { block: { anyOf: kinds } } };
  const block = (children: unknown[]) => ({ type: "kind7", children });
  const page = block(Array.from({ length: 100 }, () => block([])).concat(block([block([block([])])])));
  expect(createInputCheck(schema)(page)).toBeUndefined();
});

test("no more is counted than is asked for", () => {
  expect(countChecks({ items: { anyOf: [{}, {}] } }, [1, 2, 3], 1000)).toBe(1 + 3 * 3);
  expect(countChecks({ items: {} }, Array.from({ length: 1000 }), 10)).toBe(11);
});
