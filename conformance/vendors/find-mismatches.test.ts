import { expect, test } from "vitest";
import { parseManifestJson } from "../../server/src/apps/providers/manifest/schema/parse-manifest.ts";
import { findMismatches } from "./find-mismatches.ts";
import { readOpenApi } from "./read-openapi.ts";
import { listSentRequests } from "./sent-requests.ts";

const document = {
  servers: [{ url: "https://api.shop.example/v1/" }],
  components: {
    schemas: {
      Base: { type: "object", required: ["name"], properties: { name: { type: "string" } } },
      Order: {
        allOf: [
          { $ref: "#/components/schemas/Base" },
          { type: "object", properties: { state: { enum: ["open", "paid"] }, lines: { type: "array" } } },
        ],
      },
    },
  },
  paths: {
    "/orders": {
      parameters: [{ name: "shop", in: "query", required: true, schema: { type: "string" } }],
      get: {
        parameters: [
          { name: "limit", in: "query" },
          { name: "after", in: "query" },
          { name: "created.before", in: "query" },
        ],
      },
      post: {
        requestBody: {
          required: true,
          content: { json: { schema: { $ref: "#/components/schemas/Order" } } },
        },
      },
    },
    "/orders/{id}": { get: {} },
    "/orders/latest": { get: { parameters: [{ name: "since", in: "query" }] } },
  },
};

const input = (properties: object, required: string[] = []) => ({
  type: "object",
  additionalProperties: false,
  required,
  properties,
});
const text = { type: "string" };

/** What differs for an action with the given request and input. */
function differences(request: object, properties = {}, required: string[] = [], more = {}): string[] {
  const action = {
    title: "A",
    description: "A.",
    hints: { read_only: true },
    input: input(properties, required),
    request,
    ...more,
  };
  const manifest = parseManifestJson(
    {
      slug: "shop",
      name: "Shop",
      description: "A shop.",
      version: "1.0.0",
      base_url: "https://api.shop.example/v1",
      auth: { keybased: { fields: [] } },
      actions: { act: action },
    },
    "test",
  );
  const [sent] = listSentRequests(manifest);
  if (sent === undefined) throw new Error("The action sends nothing.");
  return findMismatches(sent, readOpenApi(JSON.parse(JSON.stringify(document))));
}

const shop = { shop: "berlin" };

test("a request as documented differs in nothing", () => {
  const json = { name: "{{ input.name }}", state: "{{ input.state }}", lines: [] };
  const properties = { name: text, state: { enum: ["open"] } };
  expect(differences({ method: "POST", path: "/orders", query: shop, json }, properties, ["name"])).toEqual(
    [],
  );
  const paging = { items: "body", cursor: { from: "body.next", to: "query.after" } };
  expect(
    differences({ method: "GET", path: "/orders", query: { ...shop, limit: 50 } }, {}, [], { paging }),
  ).toEqual([]);
  expect(differences({ method: "GET", path: "/orders/{{ input.id }}" }, { id: text }, ["id"])).toEqual([]);
});

test("a body that is a whole input has the members that this input names", () => {
  const record = {
    type: "object",
    required: ["name"],
    properties: { name: text, state: { enum: ["open", "lost"] } },
  };
  const sent = { method: "POST", path: "/orders", query: shop, json: "{{ input.order }}" };
  expect(differences(sent, { order: record }, ["order"])).toEqual(['the member state does not take "lost"']);
  const unknown = { ...record, properties: { ...record.properties, color: text }, required: [] };
  expect(differences(sent, { order: unknown }, ["order"])).toEqual([
    "the member color is not documented",
    "the member name is required",
    'the member state does not take "lost"',
  ]);
});

test("another method or path, unknown and missing names, and other values are named", () => {
  expect(differences({ method: "DELETE", path: "/orders" })).toEqual(["DELETE /v1/orders is not documented"]);
  expect(differences({ method: "GET", path: "/order" })).toEqual(["GET /v1/order is not documented"]);
  expect(differences({ method: "GET", path: "/orders", query: { limits: 5 } })).toEqual([
    "the query parameter limits is not documented",
    "the query parameter shop is required",
  ]);
  const json = { name: "{{ input.name }}", state: "{{ input.state }}", color: "red" };
  const request = { method: "POST", path: "/orders", query: shop, json };
  expect(differences(request, { name: text, state: { enum: ["open", "lost"] } })).toEqual([
    "the member color is not documented",
    "the member name is required",
    'the member state does not take "lost"',
  ]);
});

test("where a page's position goes is judged like any other name", () => {
  const paging = { items: "body", cursor: { from: "body.next", to: "query.cursor" } };
  expect(differences({ method: "GET", path: "/orders", query: shop }, {}, [], { paging })).toEqual([
    "the query parameter cursor is not documented",
  ]);
});

test("names in a query may have dots", () => {
  const paging = { items: "body", cursor: { from: "last.created", to: "query.created.before" } };
  expect(differences({ method: "GET", path: "/orders", query: shop }, {}, [], { paging })).toEqual([]);
  const query = { ...shop, "created.since": "1" };
  expect(differences({ method: "GET", path: "/orders", query })).toEqual([
    "the query parameter created.since is not documented",
  ]);
});

test("a path is that of the operation with the most words of its own", () => {
  expect(differences({ method: "GET", path: "/orders/latest", query: { since: "1" } })).toEqual([]);
});
