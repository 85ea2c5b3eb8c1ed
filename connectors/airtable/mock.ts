import { createHmac } from "node:crypto";
import { refused, standardGrant } from "../mock-oauth.ts";
import { requestOf } from "../mock-request.ts";
import { deliveredJson, type Hook, type MockVendor } from "../mock-vendor.ts";
import { calls } from "./calls.ts";
import { createAirtable, KEY, MAC_SECRET } from "./mock-api.ts";

const TABLE = { base_id: "app1", table: "Order lines" };

/** A notification, which only says that something has changed. */
function delivery(hook: Hook) {
  const webhook = { id: (hook.state as { id: string }).id }; // as the mock has answered
  const body = deliveredJson(hook, { base: { id: "app1" }, webhook, timestamp: "2026-03-01T12:00:00.000Z" });
  const mac = createHmac("sha256", Buffer.from(MAC_SECRET, "base64")).update(body).digest("hex");
  const headers = { "content-type": "application/json", "x-airtable-content-mac": `hmac-sha256=${mac}` };
  return { method: "POST", query: {}, headers, body };
}

/** Airtable's Web API, as documented at airtable.com/developers/web/api. */
export const vendor: MockVendor = {
  hosts: ["api.airtable.com", "content.airtable.com"],
  credentials: {
    keybased: { good: { token: KEY }, bad: { token: "patbad.0000000000000" } },
    oauth2: { good: { access_token: KEY }, bad: { access_token: "oaabad.0000000000000" } },
  },
  oauth: {
    authorize: "https://airtable.com/oauth2/v1/authorize",
    token: "https://airtable.com/oauth2/v1/token",
    scopes: {
      needed: [
        ...["data.records:read", "data.records:write", "schema.bases:read", "schema.bases:write"],
        ...["data.recordComments:read", "data.recordComments:write", "webhook:manage"],
      ],
      separator: " ",
    },
    pkce: true,
    clientAuth: ["basic"],
    ...standardGrant(3600, { refresh_expires_in: 5_184_000, scope: "data.records:read" }),
    codeRefused: refused("invalid_grant"),
    refreshRefused: refused("invalid_grant"),
  },
  parameters: {
    "GET /v0/meta/bases": ["offset"],
    "GET /v0/*/*": ["filterByFormula", "view", "fields", "pageSize", "offset"],
    "POST /v0/*/*": ["fields", "typecast"],
    "PATCH /v0/*/*/*": ["fields", "typecast"],
    "POST /v0/bases/*/webhooks": ["notificationUrl", "specification"],
  },
  account: "usr1",
  scopes: { keybased: ["data.records:read"], oauth2: ["data.records:read"] },
  create: createAirtable,
  calls,
  cases: [
    {
      action: "sync_csv",
      input: { ...TABLE, sync_id: "syn1", csv: "Name,Qty\nA,1" },
      expected: { success: true },
    },
    {
      action: "create_record",
      input: { ...TABLE, fields: { Name: "Łódź", Qty: 3 }, typecast: true },
      expected: { id: "rec4", fields: { Name: "Łódź", Qty: 3 } },
    },
    { action: "create_record", input: { ...TABLE, fields: { Name: "B", Qty: 1 } }, expected: { id: "rec5" } },
    {
      action: "list_records",
      input: { ...TABLE, page_size: 1, filter_by_formula: "{Qty} > 0", view: "Grid view" },
      expected: { items: [{ id: "rec4" }] },
    },
    {
      action: "list_records",
      input: { ...TABLE, filter_by_formula: "{Qty} > 2", fields: ["Name"] },
      expected: { items: [{ fields: { Name: "Łódź" } }] },
    },
    {
      action: "get_record",
      input: { ...TABLE, record_id: "rec4" },
      expected: { id: "rec4", fields: { Qty: 3 } },
    },
    {
      action: "update_record",
      input: { ...TABLE, record_id: "rec4", fields: { Qty: 0 }, typecast: false },
      expected: { fields: { Name: "Łódź", Qty: 0 } },
    },
    {
      action: "delete_record",
      input: { ...TABLE, record_id: "rec5" },
      expected: { id: "rec5", deleted: true },
    },
  ],
  paging: [
    {
      action: "list_records",
      input: { ...TABLE, page_size: 2 },
      pages: 2,
      items: [1, 2, 3].map((n) => ({ id: `rec${n}` })),
    },
  ],
  options: [
    {
      list: "bases",
      expected: [
        { name: "Orders", value: "app1" },
        { name: "Stock", value: "app2" },
      ],
    },
    { list: "tables", input: { base_id: "app1" }, expected: [{ name: "Order lines", value: "tbl1" }] },
  ],
  triggers: [
    {
      trigger: "base_changed",
      kind: "webhook",
      input: { base_id: "app1", table_id: "tbl1" },
      delivery,
      expected: [{ base: { id: "app1" }, webhook: { id: "ach1" }, timestamp: "2026-03-01T12:00:00.000Z" }],
    },
    {
      trigger: "new_record",
      kind: "poll",
      input: TABLE,
      happen: (mock) => {
        const headers = { authorization: `Bearer ${KEY}` };
        const path = "/v0/app1/Order%20lines";
        mock.answer(requestOf("PATCH", `${path}/rec1`, { json: { fields: { Name: "Not new" } }, headers }));
        mock.answer(requestOf("POST", path, { json: { fields: { Name: "New" } }, headers }));
      },
      expected: [{ fields: { Name: "New" } }],
    },
  ],
  refusals: [
    {
      action: "list_records",
      input: { ...TABLE, filter_by_formula: "(" },
      code: "input",
      message: /formula/,
    },
    {
      action: "create_record",
      input: { ...TABLE, fields: { Color: 1 } },
      code: "input",
      message: /Unknown field name/,
    },
    {
      action: "list_records",
      input: { base_id: "app2", table: "T" },
      code: "auth",
      message: /Invalid permissions/,
    },
    { action: "delete_record", input: { ...TABLE, record_id: "rec9" }, code: "input", message: /not found/ },
  ],
};
