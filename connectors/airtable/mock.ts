import { requestOf } from "../mock-request.ts";
import type { MockVendor } from "../mock-vendor.ts";
import { createAirtable, KEY } from "./mock-api.ts";

const TABLE = { base_id: "app1", table: "Order lines" };

/** Airtable's Web API, as documented at airtable.com/developers/web/api. */
export const vendor: MockVendor = {
  hosts: ["api.airtable.com"],
  credentials: { keybased: { good: { token: KEY }, bad: { token: "patbad.0000000000000" } } },
  parameters: {
    "GET /v0/meta/bases": ["offset"],
    "GET /v0/*/*": ["filterByFormula", "view", "fields", "pageSize", "offset"],
    "POST /v0/*/*": ["fields", "typecast"],
    "PATCH /v0/*/*/*": ["fields", "typecast"],
  },
  account: "usr1",
  scopes: { keybased: ["data.records:read"] },
  create: createAirtable,
  cases: [
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
