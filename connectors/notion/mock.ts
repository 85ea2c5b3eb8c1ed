import { refused } from "../mock-oauth.ts";
import { requestOf, SENT_FILE } from "../mock-request.ts";
import type { MockVendor } from "../mock-vendor.ts";
import { calls } from "./calls.ts";
import { create, failed, idOf, named, paragraph, SOURCE, SOURCES, TOKENS } from "./mock-api.ts";

const entries = Array.from({ length: 101 }, (_, i) => ({
  id: idOf(i + 1),
  properties: named(`Entry ${i + 1}`),
}));
const lists = ["page_size", "start_cursor"];

/** Notion in its API version 2025-09-03, as documented at developers.notion.com. */
export const vendor: MockVendor = {
  hosts: ["api.notion.com"],
  credentials: {
    keybased: { good: { secret: "ntn_good_secret_0000" }, bad: { secret: "ntn_bad_secret_00000" } },
    oauth2: { good: { access_token: "ntn_good_oauth_00000" }, bad: { access_token: "ntn_bad_oauth_000000" } },
  },
  // It takes tokens back only as JSON. What may be read the customer chooses: there are no scopes.
  oauth: {
    authorize: "https://api.notion.com/v1/oauth/authorize",
    token: "https://api.notion.com/v1/oauth/token",
    asks: { owner: "user" },
    pkce: false,
    clientAuth: ["basic"],
    granted: ({ access, refresh }) => ({
      access_token: access,
      refresh_token: refresh,
      token_type: "bearer",
      bot_id: "3c90c3cc",
      workspace_id: "w-1",
      owner: { type: "user" },
    }),
    codeRefused: refused("invalid_grant"),
    refreshRefused: refused("invalid_grant"),
  },
  parameters: {
    "POST /v1/search": ["query", "filter", ...lists],
    "POST /v1/data_sources/*/query": ["filter", "sorts", ...lists],
    "POST /v1/pages": ["parent", "properties", "children"],
    "PATCH /v1/pages/*": ["properties", "in_trash"],
    "GET /v1/blocks/*/children": lists,
    "PATCH /v1/blocks/*/children": ["children"],
  },
  account: "Junctor in Northwind",
  retryAfterMs: 7000,
  create,
  answers: [
    { answer: failed(403, "restricted_resource", "Insufficient permissions."), code: "auth" },
    { answer: failed(409, "conflict_error", "Conflict occurred while saving."), code: "remote" },
  ],
  calls,
  cases: [
    {
      action: "send_file_upload",
      input: { file_upload_id: "f1", file: SENT_FILE, part_number: 2 },
      expected: { id: "f1", status: "part 2", filename: "report.txt", content_type: "text/plain" },
    },
    { action: "search", input: { kind: "page", query: "Entry 100" }, expected: { items: [entries[99]] } },
    {
      action: "query_data_source",
      input: {
        data_source_id: SOURCE,
        filter: { property: "Name", title: { equals: "Entry 7" } },
        sorts: [{ timestamp: "created_time", direction: "ascending" }],
      },
      expected: { items: [entries[6]], next_cursor: null },
    },
    {
      action: "create_entry",
      input: { data_source_id: SOURCE, properties: named("Fresh"), children: [paragraph("One")] },
      expected: { id: idOf(102), url: `https://www.notion.so/${idOf(102)}`, properties: named("Fresh") },
    },
    {
      action: "append_paragraph",
      input: { page_id: idOf(102), text: "Two – „fertig“" },
      expected: { blocks: [paragraph("Two – „fertig“")] },
    },
    {
      action: "get_page_content",
      input: { page_id: idOf(102) },
      expected: { items: [paragraph("One"), paragraph("Two – „fertig“")], next_cursor: null },
    },
    {
      action: "create_page",
      input: { parent_id: idOf(102), title: "Below", text: "Text" },
      expected: {
        id: idOf(103),
        parent: { page_id: idOf(102) },
        properties: { title: { title: [{ text: { content: "Below" } }] } },
      },
    },
    { action: "get_page_content", input: { page_id: idOf(103) }, expected: { items: [paragraph("Text")] } },
    {
      action: "update_page",
      input: { page_id: idOf(7), properties: { Done: { checkbox: true } }, in_trash: true },
      expected: { properties: { ...named("Entry 7"), Done: { checkbox: true } }, in_trash: true },
    },
    { action: "get_page", input: { page_id: idOf(7) }, expected: { id: idOf(7), in_trash: true } },
  ],
  paging: [
    { action: "search", input: { kind: "page" }, pages: 2, items: entries },
    { action: "query_data_source", input: { data_source_id: SOURCE }, pages: 2, items: entries },
    {
      action: "get_page_content",
      input: { page_id: idOf(1) },
      pages: 2,
      items: Array.from({ length: 101 }, (_, i) => paragraph(`Line ${i}`)),
    },
  ],
  options: [
    { list: "data_sources", expected: SOURCES.map(({ id }, i) => ({ name: `Table ${i + 1}`, value: id })) },
  ],
  triggers: [
    {
      trigger: "new_entry",
      kind: "poll",
      late: { seconds: 300 },
      input: { data_source_id: SOURCE },
      happen: (mock) => {
        const headers = { authorization: `Bearer ${TOKENS[0]}`, "notion-version": "2025-09-03" };
        const json = { parent: { data_source_id: SOURCE }, properties: named("Fresh") };
        mock.answer(requestOf("POST", "/v1/pages", { json, headers }));
      },
      expected: [{ id: idOf(102), properties: named("Fresh") }],
    },
  ],
  refusals: [
    { action: "get_page", input: { page_id: "none" }, code: "input", message: /Could not find page/ },
    {
      action: "create_entry",
      input: { data_source_id: SOURCE, properties: { Nope: {} } },
      code: "input",
      message: /Name is not a property/,
    },
    {
      action: "query_data_source",
      input: { data_source_id: SOURCE, filter: { property: "Nope" } },
      code: "input",
      message: /Could not find property/,
    },
  ],
};
