import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../apps/connector.ts";
import { toModelTool } from "./model-schema.ts";
import type { ObjectSchema, Tool, ToolCall } from "./tool.ts";

/** A tool with this input, and what its calls receive. */
function toolOf(input: object) {
  const received: JsonObject[] = [];
  const annotations = {
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: true,
  };
  const tool: Tool = {
    definition: {
      name: "t",
      title: "T",
      description: "",
      annotations,
      inputSchema: { ...input, type: "object" } as unknown as ObjectSchema,
    },
    acts: false,
    output: { structure: async () => undefined, tell: () => undefined },
    check: async (args) => {
      received.push(args);
      return undefined;
    },
    run: async ({ args }) => ({ kind: "value", value: args }),
  };
  return { tool, offered: toModelTool(tool), received };
}

const call = (args: JsonObject) => ({ args }) as unknown as ToolCall;
const LONG = "n".repeat(70);

/** All names of properties, at any depth. */
function namesIn(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([keyword, value]) =>
    keyword === "properties"
      ? [...Object.keys(value), ...Object.values(value).flatMap(namesIn)]
      : namesIn(value),
  );
}

describe("names of inputs that model vendors refuse", () => {
  const text = { type: "string" };
  const item = { type: "object", required: ["@type"], properties: { "@type": text, "a:b": text } };
  const input = {
    required: ["$filter"],
    properties: {
      $filter: text,
      "StartTime<": text,
      "StartTime>": text,
      "a b": text,
      [LONG]: text,
      filter: text,
      "uids[]": { type: "array", items: { $ref: "#/$defs/Item" } },
      nested: { anyOf: [{ properties: { "x.y": text } }, { type: "null" }] },
      free: { type: "object", additionalProperties: text },
    },
    $defs: { Item: item },
  };

  test("are changed everywhere, each to a name of its own", () => {
    const { offered } = toolOf(input);
    const names = namesIn(offered.definition.inputSchema);
    expect(names.filter((name) => !/^[a-zA-Z0-9_-]{1,64}$/.test(name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual([
      ...["_filter", "StartTime_", "StartTime__2", "a_b", "n".repeat(60), "filter", "uids_", "nested"],
      ...["free", "x_y", "_type", "a_b_2"],
    ]);
    const { properties, required } = offered.definition.inputSchema;
    expect([required, properties]).toMatchObject([["_filter"], { _filter: { title: "$filter" } }]);
  });

  test("come back when the tool is called, also nested", async () => {
    const { offered, received } = toolOf(input);
    const args: JsonObject = {
      _filter: "a",
      StartTime_: "1",
      StartTime__2: "2",
      a_b: "s",
      ["n".repeat(60)]: "long",
      filter: "f",
      uids_: [{ _type: "T", a_b_2: "c" }],
      nested: { x_y: "z" },
      // A name that a caller chose is no property.
      free: { _type: "mine", a_b: "mine" },
    };
    const original = {
      $filter: "a",
      "StartTime<": "1",
      "StartTime>": "2",
      "a b": "s",
      [LONG]: "long",
      filter: "f",
      "uids[]": [{ "@type": "T", "a:b": "c" }],
      nested: { "x.y": "z" },
      free: { _type: "mine", a_b: "mine" },
    };
    expect(await offered.run(call(args))).toEqual({ kind: "value", value: original });
    await offered.check(args);
    expect(received).toEqual([original]);
  });

  test("a tool whose schema is fine stays the same", () => {
    const { tool, offered } = toolOf({ properties: { a: { anyOf: [text] } } });
    expect(offered).toBe(tool);
  });
});

test("the root of a schema is one object: what its alternatives add is optional, and still checked", async () => {
  const { offered, received } = toolOf({
    required: ["a"],
    properties: { a: {} },
    allOf: [{ required: ["b"], properties: { b: { type: "string" } } }],
    anyOf: [{ required: ["c"], properties: { c: {} } }, { $ref: "#/$defs/D" }],
    $defs: { D: { required: ["$d"], properties: { $d: {} } } },
  });
  expect(offered.composedInput).toMatchObject({
    type: "object",
    required: ["a"],
    allOf: [{ required: ["b"] }],
    anyOf: [{ required: ["c"] }, { $ref: "#/$defs/D" }],
    $defs: { D: { required: ["_d"], properties: { _d: {} } } },
  });
  const { allOf, anyOf, type, required, properties } = offered.definition.inputSchema;
  expect({ allOf, anyOf, type, required }).toEqual({ type: "object", required: ["a", "b"] });
  expect(Object.keys((properties ?? {}) as object).sort()).toEqual(["_d", "a", "b", "c"]);
  await offered.check({ a: 1, b: "x", _d: 2 });
  expect(received).toEqual([{ a: 1, b: "x", $d: 2 }]);
});
