import { expect, test } from "vitest";
import { parse } from "yaml";
import { parseManifestJson } from "../schema/parse-manifest.ts";

const { actions, options } = parseManifestJson(
  parse(`
slug: tracker
name: Tracker
description: A tracker.
version: 1.0.0
base_url: https://tracker.example.com
auth: { keybased: { fields: [] } }
objects:
  ticket:
    path: /tickets
    id_name: number
    id: { type: integer, minLength: null, title: Ticket number }
    verbs: [get, list, update]
    fields: { subject: { type: string, title: Subject } }
    filters: { per_page: { type: integer, title: Page size } }
    option: { name: "{{ item.subject }}", value: "{{ item.number }}", request: { query: { per_page: 100 } } }
    list: { request: { query: { sort: newest } }, paging: { items: body, link: {} } }
    actions:
      close_ticket:
        title: Close {{ object.one }}
        description: Closes the ticket with {{ object.id_name }}.
        hints: { read_only: false, idempotent: true }
        request: { method: PUT, path: "{{ object.item }}/closed" }
`),
  "test",
);

test("the id of an object goes by the name that the object gives it", () => {
  const properties = { number: { type: "integer", title: "Ticket number", "x-options": "tickets" } };
  const path = "/tickets/{{ input.number }}";
  expect(actions).toMatchObject({
    get_ticket: { input: { required: ["number"] }, request: { path } },
    update_ticket: { input: { required: ["number"] }, request: { path } },
    close_ticket: {
      description: "Closes the ticket with number.",
      input: { required: ["number"] },
      request: { path: `${path}/closed` },
    },
  });
  expect(actions.get_ticket?.input.properties).toEqual(properties);
  expect(actions.close_ticket?.input.properties).toEqual(properties);
});

test("an option list asks for what the object adds to its request, without filters", () => {
  expect(options?.tickets?.request).toEqual({
    method: "GET",
    path: "/tickets",
    query: { sort: "newest", per_page: 100 },
  });
});
