import { expect, test } from "vitest";
import { parse } from "yaml";
import { parseManifestJson } from "../schema/parse-manifest.ts";

const HEAD = `slug: shop
name: Shop
description: A shop.
version: 1.0.0
base_url: https://shop.example.com
auth: { keybased: { fields: [] } }
`;

const read = (yaml: string) => parseManifestJson(parse(HEAD + yaml), "test");

test("an envelope may be a path", () => {
  const { actions } = read(`
objects:
  note:
    path: /graphql
    verbs: [create]
    fields: { text: { type: string } }
    envelope: { request: variables.input, response: data.note }
`);
  expect(actions.create_note).toMatchObject({
    request: { json: { variables: { input: { text: "{{ input.text }}" } } } },
    response: "{{ body.data.note }}",
  });
});

test("a kind may name the envelope by the object", () => {
  const { actions } = read(`
object_kinds:
  record:
    path: /records
    verbs: [create]
    fields: { text: { type: string } }
    envelope: { request: "data.{{ object.id }}", response: "{{ object.id }}" }
objects:
  note: { kind: record }
`);
  expect(actions.create_note).toMatchObject({
    request: { json: { data: { note: { text: "{{ input.text }}" } } } },
    response: "{{ body.note }}",
  });
});
