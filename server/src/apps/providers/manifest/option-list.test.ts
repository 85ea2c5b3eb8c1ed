import { expect, test } from "vitest";
import type { Json } from "../../../platform/json/json.ts";
import { createManifestConnector } from "./manifest-connector.ts";
import { parseManifestJson } from "./schema/parse-manifest.ts";

/** The options of a list whose provider answers with `body`. */
function readOptions(body: Json, list: object = {}) {
  const source = {
    request: { method: "GET", path: "/kinds" },
    items: "body.kinds",
    name: "{{ item.value }}",
    value: "{{ item.key }}",
    ...list,
  };
  const definition = {
    slug: "shop",
    name: "Shop",
    description: "A shop.",
    version: "1.0.0",
    base_url: "https://shop.example.com",
    auth: { keybased: { fields: [] } },
    options: { kinds: source },
    actions: {
      add: {
        title: "Add",
        description: "Adds.",
        hints: { read_only: false },
        input: { type: "object", properties: { kind: { type: "string", "x-options": "kinds" } } },
        request: { method: "POST", path: "/", json: { kind: "{{ input.kind }}" } },
      },
    },
  };
  const connector = createManifestConnector(parseManifestJson(definition, "test"), "");
  return connector.options?.("kinds", {
    credential: { type: "keybased", settings: {}, values: {} },
    input: {},
    now: () => 0,
    http: async () => ({
      status: 200,
      headers: { "content-type": "application/json" },
      body: Buffer.from(JSON.stringify(body)),
    }),
  });
}

test("the members of a map are options by key and value, in their order", async () => {
  expect(await readOptions({ kinds: { car: "Car", bike: "Bike" } })).toEqual([
    { name: "Car", value: "car" },
    { name: "Bike", value: "bike" },
  ]);
  const nested = { name: "{{ item.value.label }}" };
  expect(await readOptions({ kinds: { bike: { label: "Bike" } } }, nested)).toEqual([
    { name: "Bike", value: "bike" },
  ]);
  expect(await readOptions({ kinds: {} })).toEqual([]);
});

test("a list is read as a list, and a text is no list", async () => {
  const items = { name: "{{ item.label }}", value: "{{ item.id }}" };
  expect(await readOptions({ kinds: [{ id: 7, label: "Seven" }] }, items)).toEqual([
    { name: "Seven", value: 7 },
  ]);
  await expect(readOptions({ kinds: "car" })).rejects.toThrow("no list at body.kinds");
});
