import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../connector.ts";
import { importDocument, previewDocument } from "./import-document.ts";
import { buildDocument, importSingleAction, importTestDocument } from "./test-document.ts";

const jsonBody = (schema: object, required = true) => ({
  requestBody: { required, content: { "application/json": { schema } } },
});

describe("operations", () => {
  test("get ids from their names, or from method and path, and hints from their methods", () => {
    const { manifest } = importTestDocument({
      "/pets": { get: { operationId: "listPets", summary: "All pets" }, post: {} },
      "/pets/{id}": {
        put: {},
        delete: { operationId: "pets/remove" },
        patch: { operationId: "listPets" },
        head: {},
      },
    });
    expect(Object.entries(manifest.actions).map(([id, { hints }]) => [id, hints])).toEqual([
      ["list_pets", { read_only: true, idempotent: true, destructive: false }],
      ["post_pets", { read_only: false, idempotent: false, destructive: false }],
      ["put_pets_id", { read_only: false, idempotent: true, destructive: false }],
      ["list_pets_2", { read_only: false, idempotent: false, destructive: false }],
      ["pets_remove", { read_only: false, idempotent: true, destructive: true }],
    ]);
    expect(manifest.actions.list_pets).toMatchObject({
      title: "All pets",
      request: { method: "GET", path: "/pets" },
    });
    expect(manifest).toMatchObject({
      slug: "pet-shop",
      name: "Pet shop",
      base_url: "https://api.pets.example/v1",
    });
  });

  test("are chosen by id, by operationId, or by method and path; what is not there is named", () => {
    const paths = {
      "/a": { get: { operationId: "getA" }, post: {} },
      "/b": { delete: { operationId: "dropB" } },
    };
    const ids = (operations: string[]) =>
      Object.keys(importTestDocument(paths, {}, { operations }).manifest.actions);
    expect(ids(["get_a", "POST /a"])).toEqual(["get_a", "post_a"]);
    expect(ids(["dropB"])).toEqual(["drop_b"]);
    expect(() => ids(["nothing"])).toThrow("The document has no operation nothing.");
    expect(
      previewDocument(buildDocument(paths)).operations.map(({ id, method, path }) => [id, method, path]),
    ).toEqual([
      ["get_a", "GET", "/a"],
      ["post_a", "POST", "/a"],
      ["drop_b", "DELETE", "/b"],
    ]);
  });
});

describe("parameters", () => {
  test("go where the document says; the path's own are replaced by the operation's", () => {
    const { manifest } = importTestDocument({
      "/pets/{pet-id}/photos/{n}": {
        parameters: [
          { name: "pet-id", in: "path", required: true, schema: { type: "string" } },
          { name: "X-Trace", in: "header", schema: { type: "string", maxLength: 3 } },
        ],
        get: {
          parameters: [
            { name: "X-Trace", in: "header", schema: { type: "integer" } },
            { name: "page[size]", in: "query", required: true, schema: { type: "integer" } },
            { name: "tags", in: "query", schema: { type: "array", items: { type: "string" } } },
            {
              name: "ids",
              in: "query",
              explode: false,
              schema: { type: "array", items: { type: "string" } },
            },
            { name: "Accept", in: "header", schema: { type: "string" } },
          ],
        },
      },
    });
    const [action] = Object.values(manifest.actions);
    expect(action?.request).toEqual({
      method: "GET",
      path: "/pets/{{ input.pet-id }}/photos/{{ input.n }}",
      query: { "page[size]": "{{ input.page_size_ }}", tags: "{{ input.tags }}", ids: "{{ input.ids }}" },
      headers: { "X-Trace": "{{ input.X-Trace }}" },
      styles: { ids: "comma" },
    });
    expect(action?.input).toMatchObject({
      additionalProperties: false,
      required: ["pet-id", "page_size_", "n"],
      properties: {
        "X-Trace": { type: "integer" },
        page_size_: { title: "page[size]", type: "integer" },
        tags: { type: "array" },
        ids: {
          description: "Or as text, several values separated by commas.",
          anyOf: [{ type: "array", items: { type: "string" } }, { type: "string" }],
        },
      },
    });
  });

  test("that are objects are one input, with the way in which they are sent", () => {
    const schema = { type: "object", properties: { status: { type: "string" }, age: { type: "integer" } } };
    const { request } = importSingleAction("/pets", "get", {
      parameters: [
        { name: "filter", in: "query", style: "deepObject", schema },
        { name: "plain", in: "query", schema },
        { name: "json", in: "query", content: { "application/json": { schema } } },
      ],
    });
    expect(request.query).toEqual({
      filter: "{{ input.filter }}",
      plain: "{{ input.plain }}",
      json: "{{ input.json }}",
    });
    expect(request.styles).toEqual({ filter: "deep", plain: "members", json: "json" });
  });

  test("of a query have names of at most 100 characters; a longer one is left out, and shortened in its warning", () => {
    const [fits, tooLong, veryLong] = ["a".repeat(100), "b".repeat(101), "c".repeat(201)];
    const parameters = [fits, tooLong, veryLong].map((name) => ({ name, in: "query" }));
    const { manifest, warnings } = importTestDocument({ "/a": { get: { parameters } } });
    expect(Object.keys(manifest.actions.get_a?.request.query ?? {})).toEqual([fits]);
    expect(warnings).toEqual(
      [tooLong, `${"c".repeat(199)}…`].map(
        (name) => `GET /a: its query parameter ${name} cannot be sent and is left out.`,
      ),
    );
  });

  test("that cannot be sent are left out with a warning, and the operation with them where they are needed", () => {
    const cookie = { name: "session", in: "cookie", schema: { type: "string" } };
    const { manifest, warnings } = importTestDocument({
      "/a": { get: { parameters: [cookie] } },
      "/b": { get: { parameters: [{ ...cookie, required: true }] } },
    });
    expect(Object.keys(manifest.actions)).toEqual(["get_a"]);
    expect(warnings).toEqual([
      "GET /a: its cookie parameter session cannot be sent and is left out.",
      "GET /b: left out: its cookie parameter session cannot be sent.",
    ]);
  });
});

describe("bodies", () => {
  test("that are plain objects become inputs of their own; what only the provider sets is not asked for", () => {
    const { request, input, properties } = importSingleAction("/pets/{id}", "put", {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
      ...jsonBody({
        type: "object",
        required: ["name", "made"],
        properties: { name: { type: "string" }, made: { type: "string", readOnly: true }, "a.b c": {} },
      }),
    });
    expect(request.json).toEqual({ name: "{{ input.name }}", "a.b c": "{{ input.a_b_c }}" });
    expect(input.required).toEqual(["id", "name"]);
    expect(Object.keys(properties)).toEqual(["id", "name", "a_b_c"]);
  });

  test("of any other kind are one input: lists, compositions, members named like a parameter", () => {
    const whole = (schema: object) => {
      const id = { name: "id", in: "query", schema: { type: "string" } };
      return importSingleAction("/pets", "post", { parameters: [id], ...jsonBody(schema) }).request.json;
    };
    expect(whole({ type: "array", items: {} })).toBe("{{ input.body }}");
    expect(whole({ oneOf: [{ type: "object" }] })).toBe("{{ input.body }}");
    expect(whole({ type: "object", properties: { id: {} } })).toBe("{{ input.body }}");
    expect(whole({ type: "object", properties: { other: {} } })).toEqual({ other: "{{ input.other }}" });
  });

  test("as forms and with types of their own; uploads are left out", () => {
    const form = { content: { "application/x-www-form-urlencoded": { schema: { properties: { a: {} } } } } };
    expect(importSingleAction("/f", "post", { requestBody: form }).request).toMatchObject({
      form: { a: "{{ input.a }}" },
    });
    const patch = { content: { "application/merge-patch+json": { schema: { type: "object" } } } };
    expect(importSingleAction("/m", "patch", { requestBody: patch }).request).toMatchObject({
      json: "{{ input.body }}",
      headers: { "Content-Type": "application/merge-patch+json" },
    });
    const upload = { required: true, content: { "multipart/form-data": { schema: {} } } };
    const { manifest, warnings } = importTestDocument({
      "/u": { post: { requestBody: upload } },
      "/a": { get: {} },
    });
    expect([Object.keys(manifest.actions), warnings]).toEqual([
      ["get_a"],
      ["POST /u: left out: a body of multipart/form-data cannot be sent."],
    ]);
  });
});

describe("schemas", () => {
  test("of 3.0 are read as 2020-12, without expressions that would run here", () => {
    const { properties } = importSingleAction(
      "/a",
      "post",
      jsonBody({
        properties: {
          a: { type: "string", nullable: true, enum: ["x"], pattern: "(a+)+$", example: "x", xml: {} },
          b: { type: "integer", minimum: 0, exclusiveMinimum: true, maximum: "wrong" },
          c: { type: "file", required: true },
        },
      }),
    );
    expect(properties).toEqual({
      a: { type: ["string", "null"], enum: ["x", null] },
      b: { type: "integer", exclusiveMinimum: 0 },
      c: {},
    });
  });

  test("that refer to themselves keep their references", () => {
    const node = { type: "object", properties: { next: { $ref: "#/components/schemas/Node" } } };
    const { input, output, warnings } = importSingleAction(
      "/a",
      "post",
      {
        ...jsonBody({ properties: { node: { $ref: "#/components/schemas/Node" } } }),
        responses: {
          200: { content: { "application/json": { schema: { $ref: "#/components/schemas/Node" } } } },
        },
      },
      { components: { schemas: { Node: node } } },
    );
    const $defs = { Node: { type: "object", properties: { next: { $ref: "#/$defs/Node" } } } };
    expect(input).toMatchObject({ properties: { node: { $ref: "#/$defs/Node" } }, $defs });
    expect(output).toEqual({ $ref: "#/$defs/Node", $defs });
    expect(warnings).toEqual([]);
  });

  test("outside of the document are anything, and said so", () => {
    const { properties, warnings } = importSingleAction(
      "/a",
      "post",
      jsonBody({ properties: { a: { $ref: "https://elsewhere.example/a.json" }, b: { $ref: "#/nowhere" } } }),
    );
    expect(properties).toEqual({ a: {}, b: {} });
    expect(warnings).toEqual([
      "https://elsewhere.example/a.json is outside the document and is not fetched.",
      "#/nowhere refers to nothing in the document.",
    ]);
  });

  test("that are larger than they may be stay open in their depths", () => {
    const count = 400;
    const schemas = Object.fromEntries(
      Array.from({ length: count }, (_, i) => [
        `S${i}`,
        {
          description: "x".repeat(400),
          properties: { next: { $ref: `#/components/schemas/S${(i + 1) % count}` } },
        },
      ]),
    );
    const { input, warnings } = importSingleAction(
      "/a",
      "post",
      jsonBody({ properties: { a: { $ref: "#/components/schemas/S0" } } }),
      { components: { schemas } },
    );
    expect(JSON.stringify(input).length).toBeLessThan(70_000);
    const definitions = Object.values(input.$defs as JsonObject);
    expect(definitions.length).toBeGreaterThan(50);
    expect(definitions.at(-1)).toEqual({});
    expect(warnings).toHaveLength(1);
  });
});

describe("documents", () => {
  test("in YAML are read; a check is made of an operation", () => {
    const text = [
      "openapi: 3.1.0",
      "info: {title: A, version: 1.2.3}",
      "servers: [{url: https://a.example}]",
      "paths:",
      "  /me: {get: {operationId: me, responses: {200: {description: fine}}}}",
      "  /x: {post: {}}",
    ].join("\n");
    expect(importDocument({ text, check: "me" }).manifest).toMatchObject({
      version: "1.2.3",
      check: { request: { method: "GET", path: "/me" } },
    });
    expect(() => importDocument({ text, check: "POST /x" })).toThrow("cannot check a credential");
  });

  test.each([
    ["{", "The document is not valid JSON."],
    ["a: [", "The document is neither JSON nor YAML"],
    ["just text", "The document is not an object."],
    ['{"swagger":"2.0"}', "The document has no operations."],
    ['{"swagger":"1.2"}', "Swagger 1.2 is not supported: use Swagger 2.0 or OpenAPI 3.0 or 3.1."],
    ['{"asyncapi":"3.0.0"}', "The document is not OpenAPI"],
    ['{"openapi":"4.0.0"}', "OpenAPI 4.0.0 is not supported"],
    ['{"openapi":"3.0.0","paths":{}}', "The document has no operations."],
    ['{"openapi":"3.0.0","__proto__":{}}', 'The key "__proto__" is not allowed.'],
    [`${"[".repeat(9)}`, "The document is neither JSON nor YAML"],
  ])("%s is refused with a sentence", (text, message) => {
    expect(() => importDocument({ text })).toThrow(message);
  });

  test("whose aliases would grow without end are refused", () => {
    const lines = ["a: &a [x,x,x,x,x,x,x,x,x]"];
    for (let i = 1; i < 9; i++) {
      const before = String.fromCharCode(96 + i);
      const name = String.fromCharCode(97 + i);
      lines.push(`${name}: &${name} [${Array(9).fill(`*${before}`).join(",")}]`);
    }
    expect(() => importDocument({ text: lines.join("\n") })).toThrow("The document is neither JSON nor YAML");
  });
});
