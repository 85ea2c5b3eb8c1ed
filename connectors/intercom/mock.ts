import { requestOf } from "../mock-request.ts";
import type { MockVendor } from "../mock-vendor.ts";
import { calls } from "./calls.ts";
import { CONTACT, create, failed, TOKENS } from "./mock-api.ts";

const people = Array.from({ length: 151 }, (_, i) => ({ id: `64e5${i + 1}`, name: `Person ${i + 1}` }));
const details = {
  email: "cy@example.com",
  name: "Cy Größe",
  phone: "+49 30 1",
  custom_attributes: { plan: "pro" },
};
const latest = Array.from({ length: 151 }, (_, i) => ({
  id: String(4151 - i),
  source: { body: `Hi ${151 - i}` },
}));

/** Intercom's REST API 2.11, as documented at developers.intercom.com. */
export const vendor: MockVendor = {
  hosts: ["api.eu.intercom.io"],
  settings: { region: "https://api.eu.intercom.io" },
  credentials: {
    keybased: { good: { token: "dG9rOmdvb2Qta2V5" }, bad: { token: "dG9rOmJhZC1rZXk=" } },
    oauth2: { good: { access_token: "dG9rOmdvb2Qtb2F1dGg=" }, bad: { access_token: "dG9rOmJhZC1vYXV0aA==" } },
  },
  // What may be done is set in the Developer Hub: there are no scopes here, and tokens do not end.
  oauth: {
    authorize: "https://app.intercom.com/oauth",
    token: "https://api.intercom.io/auth/eagle/token",
    pkce: false,
    clientAuth: ["post"],
    granted: ({ access }) => ({ token: access, access_token: access, token_type: "Bearer" }),
    codeRefused: failed(401, "unauthorized", "Unauthorized Code"),
  },
  parameters: {
    "POST /contacts": CONTACT,
    "PUT /contacts/*": CONTACT,
    "POST /contacts/search": ["query", "pagination", "sort"],
    "POST /contacts/*/notes": ["body", "admin_id"],
    "GET /conversations": ["per_page", "starting_after"],
    "GET /conversations/*": ["display_as"],
    "POST /conversations/*/reply": ["message_type", "type", "admin_id", "body"],
    "POST /conversations/search": ["query", "pagination", "sort"],
  },
  account: "ada@northwind.example in Northwind",
  retryAfterMs: 9000,
  create,
  calls,
  answers: [{ answer: failed(403, "api_plan_restricted", "Active subscription needed."), code: "input" }],
  cases: [
    {
      action: "create_contact",
      input: { role: "lead", external_id: "c-7", ...details },
      expected: { id: "64e5152", role: "lead", external_id: "c-7", ...details },
    },
    {
      action: "update_contact",
      input: { contact_id: "64e51", ...details, email: "di@example.com" },
      expected: { id: "64e51", role: "user", ...details, email: "di@example.com" },
    },
    {
      action: "get_contact",
      input: { contact_id: "64e51" },
      expected: { name: "Cy Größe", email: "di@example.com" },
    },
    {
      action: "search_contacts",
      input: { field: "email", operator: "=", value: "cy@example.com" },
      expected: { items: [{ id: "64e5152" }], next_cursor: null },
    },
    {
      action: "add_note",
      input: { contact_id: "64e51", admin_id: "814860", body: "Called" },
      expected: { id: "31" },
    },
    {
      action: "reply_to_conversation",
      input: { conversation_id: "4007", admin_id: "814861", kind: "note", body: "Look – here" },
      expected: { id: "4007", state: "open" },
    },
    {
      action: "get_conversation",
      input: { conversation_id: "4007" },
      expected: {
        id: "4007",
        conversation_parts: {
          conversation_parts: [{ part_type: "note", body: "Look – here", author: { id: "814861" } }],
        },
      },
    },
    { action: "list_conversations", input: {}, expected: { items: latest.slice(0, 150) } },
  ],
  paging: [
    {
      action: "search_contacts",
      input: { field: "name", operator: "~", value: "Person" },
      pages: 2,
      items: people,
    },
    { action: "list_conversations", input: {}, pages: 2, items: latest },
  ],
  options: [
    {
      list: "admins",
      expected: [
        { name: "Ada Lovelace", value: "814860" },
        { name: "Bob", value: "814861" },
      ],
    },
  ],
  triggers: [
    {
      trigger: "new_conversation",
      kind: "poll",
      late: { seconds: 300 },
      input: {},
      happen: (mock) => {
        const headers = { authorization: `Bearer ${TOKENS[0]}`, "intercom-version": "2.11" };
        const json = { from: { type: "user", id: "64e51" }, body: "Fresh" };
        mock.answer(requestOf("POST", "/conversations", { json, headers }));
      },
      expected: [{ id: "4152", source: { body: "Fresh" } }],
    },
  ],
  refusals: [
    {
      action: "create_contact",
      input: { role: "user", email: "p7@example.com" },
      code: "input",
      message: /already exists with id=64e57/,
    },
    { action: "get_contact", input: { contact_id: "none" }, code: "input", message: /User Not Found/ },
    {
      action: "search_contacts",
      input: { field: "nope", operator: "=", value: 1 },
      code: "input",
      message: /nope/,
    },
  ],
};
