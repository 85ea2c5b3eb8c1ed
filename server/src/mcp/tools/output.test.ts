import { AjvJsonSchemaValidator } from "@modelcontextprotocol/client/validators/ajv";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildThingsDefinition, startThingsApi, type ThingsApi } from "../../apps/catalog/test-things-api.ts";
import type { Json } from "../../platform/json/json.ts";
import { type McpTestServer, startMcpTestServer } from "../test-mcp-server.ts";
import { createToolOutput } from "./output.ts";

type Schema = Record<string, Json>;
interface Case {
  readonly output: Schema;
  readonly answer: Json;
  /** What stands in the structured content; the answer itself where it is absent. */
  readonly structured?: Json;
}

const kind = (name: string, more: string): Schema => ({
  properties: { kind: { const: name }, [more]: { type: "string" } },
  required: ["kind", more],
});
const nested = { type: "object", properties: { name: { type: "string" }, address: { type: "object" } } };

const CASES: Record<string, Case> = {
  formats: {
    output: {
      type: "object",
      properties: { at: { type: "string", format: "date-time" }, site: { type: "string", format: "uri" } },
    },
    answer: { at: "2026-11-21 09:00:00", site: "" },
  },
  one_of: {
    output: { type: "object", oneOf: [kind("a", "x"), kind("b", "y")] },
    answer: { kind: "a", x: "1" },
  },
  one_of_below: {
    output: { type: "object", properties: { owner: { oneOf: [kind("a", "x"), kind("b", "y")] } } },
    answer: { owner: { kind: "a", x: "1" } },
  },
  not: {
    output: { type: "object", properties: { id: { type: "string" } }, not: { required: ["error"] } },
    answer: { id: "1" },
  },
  conditions: {
    output: {
      type: "object",
      if: { properties: { a: { const: 1 } } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { required: ["b"] },
      else: { required: ["c"] },
      propertyNames: { maxLength: 1 },
      dependentSchemas: { long: { required: ["d"] } },
      properties: { list: { type: "array", contains: { const: 1 }, minContains: 2, maxContains: 3 } },
    },
    answer: { a: 1, long: true, list: [] },
  },
  nulls: {
    output: {
      type: "object",
      properties: {
        id: { type: ["string", "integer"] },
        customer: nested,
        all: { type: "array", items: nested },
      },
    },
    answer: { id: null, customer: { name: "N", address: null }, all: [null, { name: null }] },
  },
  trees: {
    output: { type: "object", properties: { id: { type: "string" }, parent: { $ref: "#" } } },
    answer: { id: "2", parent: { id: "1", parent: null } },
  },
  roots_elsewhere: {
    output: {
      $ref: "#/$defs/thing",
      $defs: { thing: { type: "object", properties: { id: { type: "string" } } } },
    },
    answer: { id: "1" },
    structured: { data: { id: "1" } },
  },
  names_of_objects: {
    output: { type: "object", properties: { constructor: { type: "string" }, id: { type: "string" } } },
    answer: { id: "1" },
  },
  other_types: {
    output: { type: "object", properties: { made: { type: "object" }, status: { type: "string" } } },
    answer: { made: { a: 1 }, status: 5 },
    structured: { made: { a: 1 }, not_as_declared: { status: 5 } },
  },
  no_object: {
    output: { type: "object", properties: { id: { type: "string" } } },
    answer: ["a"],
    structured: { not_as_declared: ["a"] },
  },
};

describe("the official client accepts a result", () => {
  let server: McpTestServer;
  let api: ThingsApi;
  let token: string;
  let record: string;
  beforeAll(async () => {
    api = await startThingsApi();
    server = await startMcpTestServer();
    token = await server.account("acme");
    const definition = buildThingsDefinition("things", api.url);
    const { make_thing } = definition.actions as Record<string, object>;
    const made = Object.entries(CASES).map(([name, { output }]) => [
      name,
      { ...make_thing, input: { type: "object" }, output },
    ]);
    const body = {
      ...definition,
      actions: { ...(definition.actions as object), ...Object.fromEntries(made) },
    };
    const url = "/api/v2/public/application";
    const defined = await server.request({ method: "POST", url, key: server.testKey, body });
    expect([defined.status, defined.body.message]).toEqual([200, undefined]);
    await server.request({ method: "POST", url: "/api/v2/app/things/save", token, body: { key: "good" } });
    const actions = Object.keys(CASES).map((id) => ({ id }));
    record = await server.record({ associated_apps: [{ slug: "things", actions }] });
  });
  afterAll(async () => {
    await server.close();
    await api.close();
  });

  test.each(["modern", "legacy"] as const)("in the %s era, whatever was declared", async (era) => {
    const client = await server.connect(record, token, { era });
    await client.listTools();
    for (const [name, { answer, structured = answer }] of Object.entries(CASES)) {
      api.answer = () => ({
        status: 200,
        headers: { "content-type": "application/json" },
        body: JSON.stringify(answer),
      });
      const result = await client.callTool({ name: `things_${name}_action`, arguments: {} });
      expect([name, result.isError ?? false, result.structuredContent]).toEqual([name, false, structured]);
    }
  });
});

describe("structured content", () => {
  const name = fc.constantFrom("a", "b", "not_as_declared", "constructor", "__proto__");
  const types = fc.constantFrom("object", "array", "string", "number", "integer", "boolean", "null");
  const { schema } = fc.letrec<{ schema: Schema }>((tie) => {
    const schemas = fc.array(tie("schema"), { minLength: 1, maxLength: 2 });
    const named = fc.dictionary(name, tie("schema"), { maxKeys: 2 });
    const one = fc.record(
      {
        type: fc.oneof(types, fc.uniqueArray(types, { minLength: 1, maxLength: 3 })),
        properties: named,
        items: tie("schema"),
        prefixItems: schemas,
        oneOf: schemas,
        anyOf: schemas,
        allOf: schemas,
        not: tie("schema"),
        if: tie("schema"),
        else: tie("schema"),
        contains: tie("schema"),
        $ref: fc.constantFrom("#", "#/$defs/a", "#/$defs/b", "#/properties/a", "#/anyOf/0", "#/oneOf/0"),
        $defs: named,
        enum: fc.array(fc.jsonValue({ maxDepth: 1 }) as fc.Arbitrary<Json>, { minLength: 1, maxLength: 2 }),
        format: fc.constantFrom("date-time", "email", "regex"),
        pattern: fc.constant("^x"),
        required: fc.uniqueArray(name, { maxLength: 2 }),
        additionalProperties: tie("schema"),
        propertyNames: tie("schema"),
        minProperties: fc.nat(3),
        minLength: fc.nat(3),
        maximum: fc.nat(3),
      },
      { requiredKeys: [] },
    ) as fc.Arbitrary<Schema>;
    return {
      schema: fc.oneof({ maxDepth: 3, depthSize: "small", withCrossShrink: true }, fc.constant({}), one),
    };
  });
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.dictionary(name, fc.jsonValue({ maxDepth: 2 })),
  ) as fc.Arbitrary<Json>;

  test("declares no schema that refers to itself endlessly", () => {
    const declared = { $ref: "#/$defs/a", $defs: { a: { anyOf: [{ $ref: "#/$defs/a" }] } } };
    expect(createToolOutput(declared).schema).toBeUndefined();
  });

  test("always matches the declared schema, as checked by the official client", async () => {
    const declared = fc.oneof(
      schema,
      schema.map((one): Schema => ({ ...one, type: "object" })),
    );
    const lists = fc.array(value, { minLength: 1, maxLength: 3 });
    const property = fc.asyncProperty(declared, lists, async (one, values) => {
      const output = createToolOutput(one);
      if (!output.schema) return;
      const check = new AjvJsonSchemaValidator().getValidator(output.schema);
      for (const each of values) {
        const structured = JSON.parse(JSON.stringify(await output.structure(each)));
        expect(check(structured)).toMatchObject({ valid: true });
        const told = output.tell({ message: "m", execution_id: "e" });
        if (told) expect(check(told)).toMatchObject({ valid: true });
      }
    });
    await fc.assert(property, { numRuns: 300, seed: 20_260_103 });
  });
});
