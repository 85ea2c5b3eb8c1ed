import { refused } from "../mock-oauth.ts";
import { requestOf } from "../mock-request.ts";
import type { MockVendor } from "../mock-vendor.ts";
import { calls } from "./calls.ts";
import { BATCH, create, DATA, FIELDS, failed, NOT_CONVERTED, soap, TOKEN } from "./mock-api.ts";

const instance_url = "https://northwind.my.salesforce.com";
const idOf = (number: number) => `00Q${String(number).padStart(15, "0")}`;
const typed = {
  instance_url,
  client_id: "3MVG9.consumer",
  username: "ada@northwind.example",
  private_key: "PEM-key",
};
const as = { headers: { authorization: `Bearer ${TOKEN}` } };

/** Salesforce's REST API v62.0, as documented at developer.salesforce.com. */
export const vendor: MockVendor = {
  hosts: ["northwind.my.salesforce.com"],
  settings: { login: "login" },
  credentials: {
    oauth2: {
      good: { access_token: TOKEN, instance_url },
      bad: { access_token: "00Dbad!AQEAQ.bad-session-", instance_url },
    },
    keybased: {
      good: { ...typed, access_token: TOKEN },
      bad: { ...typed, access_token: "00Dbad!AQEAQ.bad-session-" },
    },
  },
  // How long a token lives is the organization's setting, and nothing in the answer says it.
  oauth: {
    authorize: "https://login.salesforce.com/services/oauth2/authorize",
    token: "https://login.salesforce.com/services/oauth2/token",
    revoke: "https://login.salesforce.com/services/oauth2/revoke",
    scopes: { needed: ["api", "refresh_token"], separator: " " },
    pkce: true,
    clientAuth: ["post", "basic"],
    granted: ({ access, refresh }) => ({
      access_token: access,
      refresh_token: refresh,
      token_type: "Bearer",
      instance_url,
      id: "https://login.salesforce.com/id/00Dx/005x",
      issued_at: "1278448384422",
      signature: "CMJ4",
    }),
    keepsRefresh: true,
    codeRefused: refused("invalid_grant"),
    refreshRefused: refused("invalid_grant", 400, "expired access/refresh token"),
  },
  parameters: {
    "GET /services/data/v62.0/query": ["q"],
    "POST /services/data/v62.0/sobjects/*": [...(FIELDS.Lead ?? [])],
    "PATCH /services/data/v62.0/sobjects/*/*": [...(FIELDS.Lead ?? [])],
    "PATCH /services/data/v62.0/sobjects/*/*/*": [...(FIELDS.Lead ?? [])],
    "GET /services/data/v62.0/sobjects/*/*": ["fields"],
    "GET /services/data/v62.0/parameterizedSearch": ["q", "sobject", "fields", "overallLimit"],
  },
  account: "Northwind Traders",
  create,
  answers: [
    { answer: failed(403, "API_DISABLED_FOR_ORG", "The REST API is not enabled."), code: "auth" },
    { answer: failed(403, "INSUFFICIENT_ACCESS", "insufficient access rights"), code: "input" },
    { answer: soap(500, "<faultcode>sf:INVALID_SESSION_ID</faultcode>"), code: "auth" },
    { answer: soap(500, "<faultcode>sf:SERVER_UNAVAILABLE</faultcode>"), code: "remote" },
    { answer: soap(200, NOT_CONVERTED), code: "input", message: /invalid convertedStatus/ },
  ],
  calls,
  cases: [
    {
      action: "query",
      input: { soql: "SELECT Id, LastName FROM Lead WHERE Company = 'Seven'" },
      expected: { items: [{ Id: idOf(7), LastName: "Lead 7" }], next_cursor: null },
    },
    {
      action: "create_record",
      input: { object: "Lead", fields: { LastName: "Grün", Company: "Südwind" } },
      expected: { id: idOf(BATCH + 2) },
    },
    {
      action: "update_record",
      input: { object: "Lead", record_id: idOf(BATCH + 2), fields: { Email: "g@example.com" } },
      expected: { updated: true },
    },
    {
      action: "get_record",
      input: { object: "Lead", record_id: idOf(BATCH + 2), fields: "LastName,Email" },
      expected: { Id: idOf(BATCH + 2), LastName: "Grün", Email: "g@example.com" },
    },
    {
      action: "upsert_record",
      input: {
        object: "Lead",
        external_id_field: "Order_Number__c",
        external_id: "A/7",
        fields: { LastName: "Up", Company: "Sert" },
      },
      expected: { id: idOf(BATCH + 3), created: true },
    },
    {
      action: "search",
      input: { object: "Lead", text: "Südwind", fields: "Id,LastName", limit: 5 },
      expected: { records: [{ Id: idOf(BATCH + 2), LastName: "Grün" }] },
    },
    {
      action: "delete_record",
      input: { object: "Lead", record_id: idOf(BATCH + 2) },
      expected: { deleted: true },
    },
    {
      action: "upload_bulk_data",
      input: { bulk_job_id: "7505", csv: "LastName,Company\nLee,Acme" },
      expected: { uploaded: true },
    },
    {
      action: "convert_lead",
      input: {
        ...{ lead_id: idOf(9), status: "Closed - Converted" },
        ...{ without_opportunity: true, notify_owner: true },
      },
      expected: { converted: true },
    },
    {
      action: "get_record",
      input: { object: "Lead", record_id: idOf(9), fields: "Email" },
      expected: { Email: "true true" },
    },
    {
      action: "convert_lead",
      input: { lead_id: idOf(10), status: "Closed - Converted" },
      expected: { converted: true },
    },
    {
      action: "get_record",
      input: { object: "Lead", record_id: idOf(10), fields: "Email" },
      expected: { Email: "false false" },
    },
  ],
  paging: [
    {
      action: "query",
      input: { soql: "SELECT Id, LastName FROM Lead" },
      pages: 2,
      items: Array.from({ length: BATCH + 1 }, (_, i) => ({ Id: idOf(i + 1), LastName: `Lead ${i + 1}` })),
    },
  ],
  options: [
    {
      list: "objects",
      expected: [
        { name: "Lead", value: "Lead" },
        { name: "Company", value: "Organization" },
      ],
    },
  ],
  triggers: [
    {
      trigger: "new_record",
      kind: "poll",
      late: { seconds: 300 },
      input: { object: "Lead" },
      happen: (mock) => {
        mock.answer(
          requestOf("PATCH", `${DATA}/sobjects/Lead/${idOf(7)}`, { json: { Company: "New" }, ...as }),
        );
        mock.answer(
          requestOf("POST", `${DATA}/sobjects/Lead`, { json: { LastName: "Fresh", Company: "X" }, ...as }),
        );
      },
      expected: [{ Id: idOf(BATCH + 2), LastName: "Fresh", Company: "X" }],
    },
    {
      trigger: "record_changed",
      kind: "poll",
      late: { seconds: 300 },
      input: { object: "Lead" },
      happen: (mock) => {
        mock.answer(
          requestOf("PATCH", `${DATA}/sobjects/Lead/${idOf(7)}`, { json: { Company: "New" }, ...as }),
        );
      },
      expected: [{ Id: idOf(7), LastName: "Lead 7", Company: "New" }],
    },
  ],
  refusals: [
    {
      action: "convert_lead",
      input: { lead_id: idOf(11), status: "Nope" },
      code: "input",
      message: /invalid convertedStatus/,
    },
    {
      action: "convert_lead",
      input: { lead_id: idOf(11), status: "</convertedStatus>" },
      code: "input",
      message: /status/i,
    },
    { action: "query", input: { soql: "DELETE everything" }, code: "input", message: /unexpected token/ },
    {
      action: "create_record",
      input: { object: "Lead", fields: { LastName: "x" } },
      code: "input",
      message: /Required fields are missing/,
    },
    {
      action: "get_record",
      input: { object: "Lead", record_id: "none" },
      code: "input",
      message: /does not exist/,
    },
    {
      action: "get_record",
      input: { object: "Nope", record_id: idOf(1) },
      code: "input",
      message: /does not exist/,
    },
  ],
};
