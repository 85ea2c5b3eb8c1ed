import { afterAll, expect, test } from "vitest";
import { measureCpu } from "../../../../../test/cpu-time.ts";
import type { Json } from "../../../../platform/json/json.ts";
import { resolveSchemaReference } from "../../../../platform/json/schema-parts.ts";
import { createSandbox } from "../../../../platform/sandbox/sandbox.ts";
import type { JsonSchema } from "../../../connector.ts";
import { selectTools } from "../../mcp/definition.ts";
import { createInputCheck, findCompileProblem, findSchemaProblem } from "./input-check.ts";

const sandbox = createSandbox();
afterAll(() => sandbox.close());

/** What is wrong with a value, whether its check may take long or not. */
const check = (schema: JsonSchema, value: unknown) =>
  createInputCheck(schema)(value as Json, sandbox.checkValue);
/** The same without a thread. */
const checkHere = (schema: JsonSchema, value: unknown) => createInputCheck(schema)(value as Json);

const block = (children: unknown[]) => ({ type: "kind7", children });
const page = block(Array.from({ length: 100 }, () => block([])).concat(block([block([block([])])])));

/** Blocks of so many kinds, all of which may hold blocks. */
function blocks(kinds: number): JsonSchema {
  const each = Array.from({ length: kinds }, (_, i) => ({
    type: "object",
    properties: {
      type: { const: `kind${i}` },
      children: { type: "array", items: { $ref: "#/$defs/block" } },
    },
  }));
  return { $ref: "#/$defs/block", $defs: { block: { anyOf: each } } };
}

const TOO_OFTEN = expect.stringMatching(/^The input is too large or too deeply nested to be checked/);

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
function nested(levels: number, name = "x", innermost: unknown = {}): unknown {
  let value = innermost;
  for (let i = 0; i < levels; i++) value = { [name]: value };
  return value;
}

test("a schema whose references multiply is none, wherever it comes from, and one that doubles a few times is one", async () => {
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
  expect(await check(inItems as JsonSchema, {})).toBeUndefined();
  expect(await check(inItems as JsonSchema, { x: {} })).toEqual(TOO_OFTEN);
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
  async (name) => {
    const choice = { [name]: [{ $ref: "#" }, { $ref: "#" }] };
    const schema = { type: "object", properties: { x: choice } } as JsonSchema;
    expect(findCompileProblem(schema)).toBeUndefined();
    expect(await checkHere(schema, {})).toBeUndefined();
    expect(await checkHere(schema, nested(60))).toEqual(TOO_OFTEN);
  },
);

test("one who has checks that never end does not make others wait for all of them", async () => {
  const schema: JsonSchema = { properties: { x: { oneOf: [{ $ref: "#" }, { $ref: "#" }] } } };
  const [hostile, other] = ["hostile", "other"].map((tenant) => sandbox.forTenant(tenant).checkValue);
  const input = createInputCheck(schema);
  let ended = 0;
  const endless = Array.from({ length: 5 }, () =>
    input(nested(60) as Json, hostile).then((problem) => {
      ended++;
      return problem;
    }),
  );
  expect(await createInputCheck(blocks(30))(page as Json, other)).toBeUndefined();
  expect(ended).toBeLessThan(5);
  expect(await Promise.all(endless)).toEqual(Array(5).fill(TOO_OFTEN));
});

// Ajv follows these elsewhere than they seem to lead, or by keywords that 2020-12 does not have.
const twice = (reference: JsonSchema): JsonSchema => ({
  type: "object",
  properties: { x: { anyOf: [reference, reference] } },
});
const ELSEWHERE: readonly [string, JsonSchema][] = [
  ["of an older draft", twice({ $recursiveRef: "#" })],
  ["whose path a library ignores", { ...twice({ $dynamicRef: "#/$defs/cheap" }), $defs: { cheap: {} } }],
  [
    "to an anchor that a value has, too",
    {
      default: { $anchor: "part" },
      properties: { x: { $ref: "#part" } },
      $defs: { part: { ...twice({ $ref: "#part" }), $anchor: "part" } },
    },
  ],
  [
    "to an encoded anchor",
    {
      default: { $anchor: "%70art" },
      properties: { x: { $ref: "#part" } },
      $defs: { part: { ...twice({ $ref: "#%70art" }), $anchor: "part" } },
    },
  ],
  [
    "from a part with an $id",
    {
      properties: { x: { $ref: "#/$defs/part" } },
      $defs: {
        cheap: {},
        part: {
          $id: "https://example.com/part",
          $defs: { cheap: twice({ $ref: "#/$defs/cheap" }) },
          ...twice({ $ref: "#/$defs/cheap" }),
        },
      },
    },
  ],
  ["to the empty name", { ...twice({ $ref: "#/" }), "": {} }],
  [
    "to the name #",
    { $defs: { "": { ...twice({ $ref: "#/$defs/#" }) }, "#": {} }, properties: { x: { $ref: "#/$defs/" } } },
  ],
];

test.each(ELSEWHERE)("no reference escapes the bound: one %s", async (_what, schema) => {
  const cpuMs = measureCpu();
  await checkHere(schema, nested(24, "x", 5));
  expect(cpuMs()).toBeLessThan(1000);
});

test("references in usual forms are followed, and counted", async () => {
  const link = (reference: JsonSchema, more: JsonSchema): JsonSchema => ({
    $defs: { node: { type: "object", properties: { x: reference }, ...more } },
    ...reference,
  });
  const forms = [
    link({ $ref: "#/$defs/node" }, {}),
    link({ $ref: "#node" }, { $anchor: "node" }),
    link({ $dynamicRef: "#node" }, { $dynamicAnchor: "node" }),
    { type: "object", properties: { x: { $recursiveRef: "#" } } },
    { $id: "https://example.com/node", type: "object", properties: { x: { $ref: "#" } } },
  ] as const;
  for (const schema of forms) {
    expect(findSchemaProblem(schema)).toBeUndefined();
    expect(await checkHere(schema, nested(60))).toBeUndefined();
    expect(await checkHere(schema, nested(2, "x", 5))).toBe("x.x must be an object, but is 5");
  }
});

test("paths lead to what they name, however they are written", async () => {
  const names = [
    "",
    "a",
    "%61",
    "a/b",
    "a%2Fb",
    "~",
    "~0",
    "~1",
    "a~1b",
    "%25",
    "#",
    "a#b",
    "é",
    "a b",
    "..",
  ];
  const $defs = Object.fromEntries(names.map((name) => [name, { const: name }]));
  const pieces = [
    ...["a", "%61", "%2F", "/", "~0", "~1", "%7E", "%25", "%2561", "#", "?"],
    ...["é", "%C3%A9", ".."],
  ];
  const paths = pieces.flatMap((one) => ["", ...pieces].map((other) => `#/$defs/${one}${other}`));
  for (const path of [...paths, "#/$defs/"]) {
    const target = resolveSchemaReference({ $defs }, path);
    if (target === undefined) continue;
    const { const: only } = target as { const: string };
    expect(await checkHere({ $ref: path, $defs }, only), path).toBeUndefined();
    expect(await checkHere({ $ref: path, $defs }, null), path).toBe(
      `The input must be "${only}", but is null`,
    );
  }
});

test("a schema of many references and anchors is read in a moment", () => {
  const count = 20_000;
  const named = Array.from({ length: count }, (_, i) => ({ $anchor: `a${i}` }));
  const referring = named.map(({ $anchor }) => ({ $ref: `#${$anchor}` }));
  const cpuMs = measureCpu();
  expect(
    findSchemaProblem({ $defs: { named: { anyOf: named }, referring: { anyOf: referring } } }),
  ).toBeUndefined();
  expect(cpuMs()).toBeLessThan(5000);
});

test("usual schemas that refer to themselves go on working, however large or deep the value is", async () => {
  const tree: JsonSchema = {
    type: "object",
    properties: { name: { type: "string" }, children: { type: "array", items: { $ref: "#" } } },
    additionalProperties: false,
  };
  const leaves = Array.from({ length: 10_000 }, (_, i) => ({ name: `n${i}`, children: [] }));
  expect(await check(tree, { children: leaves })).toBeUndefined();
  expect(await checkHere(tree, { children: [{ name: 5 }] })).toBe(
    "children.0.name must be a string, but is 5",
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
  expect(await check(json, nested(60))).toBeUndefined();
  expect(await check(json, leaves)).toBeUndefined();
  const nullable: JsonSchema = {
    anyOf: [{ type: "array", items: { $ref: "#/$defs/node" } }, { type: "null" }],
  };
  const optional: JsonSchema = {
    $ref: "#/$defs/node",
    $defs: { node: { type: "object", properties: { left: { $ref: "#/$defs/node" }, children: nullable } } },
  };
  expect(await check(optional, nested(60, "left"))).toBeUndefined();
});

test("blocks of many kinds that hold blocks can be a few levels deep", async () => {
  expect(await check(blocks(30), page)).toBeUndefined();
  expect(await check(blocks(30), block([block([block([5])])]))).toContain('type must be "kind0"');
});

/** A schema that checks each `x` twice as often as what is around it, and `more` with it. */
const twiceAsOften = (more: JsonSchema): JsonSchema => ({
  type: ["object", "array", "string"],
  properties: { x: { allOf: [{ $ref: "#" }, { $ref: "#" }] } },
  ...more,
});
const many = Array.from({ length: 10_000 }, () => 1);
test.each<[string, JsonSchema, unknown]>([
  ["the characters of a text", { maxLength: 100_000 }, "x".repeat(60_000)],
  ["the members of an object", { maxProperties: 100_000 }, { ...many }],
  ["the items that a list contains", { contains: false, minContains: 0, maxContains: 3 }, many],
  ["a constant", { anyOf: [{ const: many }, {}] }, many],
  ["a choice", { anyOf: [{ enum: [many] }, {}] }, many],
])("what is read again and again counts: %s", async (_what, more, innermost) => {
  const schema = twiceAsOften(more);
  expect(findCompileProblem(schema)).toBeUndefined();
  expect(await check(schema, innermost)).toBeUndefined();
  expect(await checkHere(schema, nested(16, "x", innermost))).toEqual(TOO_OFTEN);
});

test("a long text is checked by a large form, but not by hundreds of keywords that read all of it here", async () => {
  const text = "x".repeat(1_000_000);
  const fields = Array.from({ length: 450 }, (_, i) => [`f${i}`, { type: "string", maxLength: 2_000_000 }]);
  const form: JsonSchema = { type: "object", properties: Object.fromEntries(fields) };
  // In a thread, which gives up after some seconds, however busy the machine is.
  expect(await check(form, { f0: text.slice(0, 200_000) })).toBeUndefined();
  const readers = Array.from({ length: 450 }, (_, i) => ({ maxLength: 2_000_000 + i }));
  const form2: JsonSchema = { type: "object", properties: { f0: { allOf: readers } } };
  expect(await checkHere(form2, { f0: text })).toEqual(TOO_OFTEN);
});

test("names that parts give each other lead nowhere, and end nothing", async () => {
  const loop: JsonSchema = {
    $id: "http://a/b",
    type: "object",
    properties: { x: { $ref: "#/x-foo" } },
    "x-foo": { $id: "#/x-bar" },
    "x-bar": { $id: "#/x-foo" },
  };
  expect(findSchemaProblem(loop)).toBeUndefined();
  expect(await check(loop, { x: 1 })).toBeUndefined();
});

test("a part to which many refer is compiled once", () => {
  const names = Array.from({ length: 200 }, (_, i) => `p${i}`);
  const large = Object.fromEntries(names.map((name) => [name, { type: "string", maxLength: 5 }]));
  const schema: JsonSchema = {
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name, { $ref: "#/$defs/large" }])),
    $defs: { large: { type: "object", properties: large } },
  };
  const cpuMs = measureCpu();
  expect(findCompileProblem(schema)).toBeUndefined();
  expect(cpuMs()).toBeLessThan(5000);
});

test.each(["$ref", "$dynamicRef"])(
  "a tree refers to itself by an anchor of its root (%s)",
  async (reference) => {
    const tree: JsonSchema = {
      $id: "https://example.com/tree",
      [reference === "$ref" ? "$anchor" : "$dynamicAnchor"]: "node",
      type: "object",
      properties: { children: { type: "array", items: { [reference]: "#node" } } },
    };
    expect(findSchemaProblem(tree) ?? findCompileProblem(tree)).toBeUndefined();
    expect(await checkHere(tree, { children: [{ children: [] }] })).toBeUndefined();
    expect(await checkHere(tree, { children: [{ children: [5] }] })).toContain(
      "children.0.children.0 must be an object",
    );
  },
);

test("a property's name that is not allowed is reported once, by name", async () => {
  const schema: JsonSchema = { type: "object", propertyNames: { not: { const: "secret" } } };
  expect(await checkHere(schema, { public: 1, secret: 2 })).toBe('The input must not have "secret"');
});
