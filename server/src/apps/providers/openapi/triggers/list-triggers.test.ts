import { describe, expect, test } from "vitest";
import { findResourceName } from "../resource-name.ts";
import { importTestDocument } from "../test-document.ts";
import { findUnidentifiedLists } from "./list-triggers.ts";

const pets = (schema: object) => ({ responses: { 200: { content: { "application/json": { schema } } } } });
const pet = { type: "object", properties: { id: { type: "string" }, name: { type: "string" } } };

const triggersOf = (paths: object, more: { components?: object } = {}) =>
  importTestDocument(paths, more).manifest.triggers ?? {};

describe("triggers of lists", () => {
  test("a list of objects with an id becomes a trigger for new ones, with the list's own inputs", () => {
    const operation = {
      ...pets({ type: "array", items: pet }),
      parameters: [{ name: "sort", in: "query", schema: { type: "string" } }],
    };
    const { new_pet: trigger, ...others } = triggersOf({ "/v1/pets": { get: operation } });
    expect(others).toEqual({});
    expect(trigger).toMatchObject({
      title: "New pet",
      input: { properties: { sort: { type: "string" } } },
      poll: { request: { method: "GET", path: "/v1/pets" }, items: "body", key: "{{ item.id }}" },
    });
  });

  test("what changes with an item makes a trigger for changes, wherever the schema says so", () => {
    const components = {
      schemas: {
        Page: {
          type: "object",
          properties: {
            total: { type: "integer" },
            data: { type: "array", items: { $ref: "#/components/schemas/Pet" } },
          },
        },
        Pet: { allOf: [pet, { type: "object", properties: { updatedAt: { type: "string" } } }] },
      },
    };
    const paths = { "/pets": { get: pets({ $ref: "#/components/schemas/Page" }) } };
    const triggers = triggersOf(paths, { components });
    expect(Object.keys(triggers)).toEqual(["new_pet", "pet_changed"]);
    expect(triggers.pet_changed?.poll).toMatchObject({
      items: "body.data",
      key: "{{ item.id }} {{ item.updatedAt }}",
    });
  });

  test.each([
    "updated_at",
    "updatedAt",
    "lastModified",
    "date_modified",
    "modified",
    "UpdatedDateUTC",
    "last_update_time",
  ])("%s is what changes with an item", (name) => {
    const properties = { ...pet.properties, [name]: { type: "string" } };
    const triggers = triggersOf({
      "/pets": { get: pets({ type: "array", items: { type: "object", properties } }) },
    });
    expect(Object.keys(triggers)).toContain("pet_changed");
  });

  test.each([
    ["a single object", pet],
    ["a list without ids", { type: "array", items: { type: "object", properties: { name: {} } } }],
    ["a list of texts", { type: "array", items: { type: "string" } }],
    [
      "two lists",
      { type: "object", properties: { a: { type: "array", items: pet }, b: { type: "array", items: pet } } },
    ],
  ])("%s has no trigger", (_what, schema) => {
    expect(triggersOf({ "/pets": { get: pets(schema) } })).toEqual({});
  });

  test("two lists of the same name have a trigger each, and only reading is polled", () => {
    const list = pets({ type: "array", items: pet });
    const paths = { "/pets": { get: list, post: list }, "/shops/{shop}/pets": { get: list } };
    const titles = Object.entries(triggersOf(paths)).map(([id, { title }]) => [id, title]);
    expect(titles).toEqual([
      ["new_pet", "New pet"],
      ["new_pet_2", "New pet (List pets)"],
    ]);
  });

  test("an application whose requests carry stored credentials has none, because nobody connects", () => {
    const auth = {
      your_app: { apply: { headers: { "x-key": "{{ linked_account.auth_credentials.key }}" } } },
    };
    const { manifest } = importTestDocument(
      { "/pets": { get: pets({ type: "array", items: pet }) } },
      {},
      { auth, scheme: undefined },
    );
    expect(manifest.triggers).toBeUndefined();
  });
});

test("a list of schemas that are made of each other, over and over, is read once", () => {
  const again = Array.from({ length: 20 }, () => ({ $ref: "#/$defs/Pet" }));
  const action = {
    title: "List pets",
    description: "Lists pets.",
    hints: { read_only: true, destructive: false, idempotent: true, open_world: true },
    input: {},
    output: {
      type: "array",
      items: { $ref: "#/$defs/Pet" },
      $defs: { Pet: { allOf: [...again, { properties: { code: {} } }], properties: { name: {} } } },
    },
    request: { method: "GET" as const, path: "/pets" },
  };
  const [list, ...others] = findUnidentifiedLists({ list_pets: action }, {});
  expect([list?.id, list?.members, others]).toEqual(["new_pet", ["code", "name"], []]);
});

test.each([
  ["/v1/invoices", "invoice", "invoices"],
  ["/api/v2/companies/{id}", "company", "companies"],
  ["/projects/{id}/dueTasks.json", "due task", "due tasks"],
  ["/boxes", "box", "boxes"],
  ["/news", "news", "news"],
  ["/contacts/list", "contact", "contacts"],
])("%s is about %s", (path, one, many) => {
  expect(findResourceName(path)?.words).toEqual({ one, many });
});

test("a path that says nothing has no name", () => {
  expect(findResourceName("/v1/{id}")).toBeUndefined();
});

test.each([
  [
    { get: { operationId: "getInvoicesByIdAction", summary: "getInvoicesByIdAction()" } },
    "/invoices/{id}",
    "Get an invoice",
  ],
  [{ get: { operationId: "InvoicesController_index" } }, "/invoices", "List invoices"],
  [{ post: {} }, "/invoices", "Create an invoice"],
  [{ patch: {} }, "/invoices/{id}", "Update an invoice"],
  [{ delete: {} }, "/companies/{id}", "Delete a company"],
  [{ post: { operationId: "cancelOrder" } }, "/orders/{id}/cancel", "Cancel order"],
  [{ get: { summary: "All bills" } }, "/invoices", "All bills"],
])("an operation without words is named by its path: %j at %s is %s", (operations, path, title) => {
  const { actions } = importTestDocument({ [path]: operations }).manifest;
  expect(Object.values(actions).map((one) => one.title)).toEqual([title]);
});
