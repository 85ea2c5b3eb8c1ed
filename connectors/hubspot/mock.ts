import { requestOf } from "../mock-request.ts";
import type { MockVendor } from "../mock-vendor.ts";
import { calls } from "./calls.ts";
import { create, failed, PROPERTIES, TOKENS } from "./mock-api.ts";

const PREFIX = "/crm/v3/objects/contacts";
const as = { headers: { authorization: `Bearer ${TOKENS[0]}` } };
const listed = Array.from({ length: 201 }, (_, i) => ({
  id: String(501 + i),
  properties: { email: `p${i + 1}@example.com` },
}));

/** HubSpot's own words beside the standard's. */
const notGranted = (status: string, message: string) => ({
  status: 400,
  body: { error: "invalid_grant", error_description: message, status, message },
});

/** HubSpot's contacts API, as documented at developers.hubspot.com. */
export const vendor: MockVendor = {
  hosts: ["api.hubapi.com"],
  credentials: {
    keybased: { good: { access_token: "pat-eu1-good-0000" }, bad: { access_token: "pat-eu1-bad-00000" } },
    oauth2: { good: { access_token: "CN-good-oauth-000" }, bad: { access_token: "CN-bad-oauth-0000" } },
  },
  // The version 2026-03; version 1 ends on 16 February 2027.
  oauth: {
    authorize: "https://app.hubspot.com/oauth/authorize",
    token: "https://api.hubapi.com/oauth/2026-03/token",
    revoke: "https://api.hubapi.com/oauth/2026-03/token/revoke",
    scopes: {
      needed: [
        ...["oauth", "e-commerce", "forms", "tickets", "crm.objects.owners.read"],
        ...["contacts", "companies", "deals"].flatMap((kind) => [
          ...[`crm.objects.${kind}.read`, `crm.objects.${kind}.write`],
          ...[`crm.schemas.${kind}.read`, `crm.schemas.${kind}.write`],
        ]),
        ...[
          "crm.objects.line_items.read",
          "crm.objects.line_items.write",
          "crm.lists.read",
          "crm.lists.write",
        ],
      ],
      separator: " ",
    },
    pkce: false,
    clientAuth: ["post"],
    lasts: 1800,
    granted: ({ access, refresh }) => ({
      access_token: access,
      refresh_token: refresh,
      expires_in: 1800,
      token_type: "bearer",
      hub_id: 1234567,
      scopes: ["oauth"],
    }),
    codeRefused: notGranted("BAD_AUTH_CODE", "missing or unknown auth code"),
    refreshRefused: notGranted("BAD_REFRESH_TOKEN", "refresh token is invalid, expired or revoked"),
  },
  parameters: {
    "POST /crm/v3/objects/contacts": ["properties"],
    "GET /crm/v3/objects/contacts": ["properties", "limit", "after", "archived"],
    "GET /crm/v3/properties/contacts": ["archived"],
    "GET /crm/v3/objects/contacts/*": ["idProperty", "properties"],
    "PATCH /crm/v3/objects/contacts/*": ["idProperty", "properties"],
    "POST /crm/v3/objects/contacts/search": ["filterGroups", "sorts", "properties", "limit", "after"],
  },
  account: "62515",
  create,
  answers: [
    {
      answer: failed(403, "MISSING_SCOPES", "This app hasn't been granted all required scopes."),
      code: "auth",
    },
    { answer: failed(423, "LOCKED", "Try again in two seconds."), code: "remote" },
    { answer: failed(477, "MIGRATION_IN_PROGRESS", "The account is being moved."), code: "remote" },
  ],
  calls,
  cases: [
    {
      action: "create_contact",
      input: { properties: { email: "orders+1@example.com", company: "Northwind" } },
      expected: { id: "702", properties: { email: "orders+1@example.com", company: "Northwind" } },
    },
    {
      action: "get_contact",
      input: { contact_id: "702", properties: "email" },
      expected: { id: "702", properties: { email: "orders+1@example.com" } },
    },
    {
      action: "update_contact",
      input: { contact_id: "orders+1@example.com", id_property: "email", properties: { phone: "+49 30 1" } },
      expected: { id: "702", properties: { company: "Northwind", phone: "+49 30 1" } },
    },
    {
      action: "get_contact",
      input: { contact_id: "orders+1@example.com", id_property: "email", properties: "phone,company" },
      expected: { id: "702", properties: { company: "Northwind", phone: "+49 30 1" } },
    },
    {
      action: "search_contacts",
      input: { property: "company", operator: "NEQ", value: "Acme", properties: ["phone"] },
      expected: { items: [{ id: "702", properties: { phone: "+49 30 1" } }], next_cursor: null },
    },
    { action: "delete_contact", input: { contact_id: "501" }, expected: { deleted: true } },
    {
      action: "list_contacts",
      input: { properties: "company" },
      expected: { items: listed.slice(1, 101).map(({ id }) => ({ id, properties: { company: "Acme" } })) },
    },
  ],
  paging: [
    { action: "list_contacts", input: {}, pages: 3, items: listed },
    {
      action: "search_contacts",
      input: { property: "company", operator: "EQ", value: "Acme" },
      pages: 2,
      items: listed,
    },
  ],
  options: [
    {
      list: "contact_properties",
      expected: PROPERTIES.map(({ name, label }) => ({ name: label, value: name })),
    },
  ],
  triggers: [
    {
      trigger: "new_contact",
      kind: "poll",
      late: { seconds: 300 },
      input: {},
      happen: (mock) => {
        const properties = { email: "new@example.com", company: "Fresh", phone: "1" };
        mock.answer(requestOf("POST", PREFIX, { json: { properties }, ...as }));
        mock.answer(requestOf("PATCH", `${PREFIX}/507`, { json: { properties: { phone: "2" } }, ...as }));
      },
      expected: [{ id: "702", properties: { email: "new@example.com", company: "Fresh", phone: "1" } }],
    },
    {
      trigger: "contact_changed",
      kind: "poll",
      late: { seconds: 300 },
      input: {},
      happen: (mock) => {
        mock.answer(requestOf("PATCH", `${PREFIX}/507`, { json: { properties: { phone: "2" } }, ...as }));
      },
      expected: [{ id: "507", properties: { email: "p7@example.com", phone: "2" } }],
    },
  ],
  refusals: [
    {
      action: "create_contact",
      input: { properties: { email: "orders+1@example.com" } },
      code: "input",
      message: /already exists/,
    },
    {
      action: "update_contact",
      input: { contact_id: "507", properties: { nope: 1 } },
      code: "input",
      message: /"nope" does not exist/,
    },
    { action: "get_contact", input: { contact_id: "1/../500" }, code: "input", message: /404/ },
  ],
};
