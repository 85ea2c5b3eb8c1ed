import { standardGrant } from "../mock-oauth.ts";
import { requestOf } from "../mock-request.ts";
import type { MockVendor } from "../mock-vendor.ts";
import { calls } from "./calls.ts";
import { API, create, failed, GROUPS } from "./mock-api.ts";

const email = "ada@northwind.example";
const as = { headers: { authorization: "Bearer good-oauth-token" } };
const newest = Array.from({ length: 101 }, (_, i) => ({
  id: 1101 - i,
  subject: `Case ${101 - i}`,
  status: "new",
}));
const lists = ["page", "per_page", "sort", "sort_by", "sort_order"];

/** Zendesk's ticketing API, as documented at developer.zendesk.com. */
export const vendor: MockVendor = {
  hosts: ["northwind.zendesk.com"],
  settings: { subdomain: "northwind" },
  credentials: {
    keybased: { good: { email, api_token: "good-api-token" }, bad: { email, api_token: "bad-api-token-" } },
    oauth2: { good: { access_token: "good-oauth-token" }, bad: { access_token: "bad-oauth-token-" } },
  },
  oauth: {
    authorize: "https://northwind.zendesk.com/oauth/authorizations/new",
    token: "https://northwind.zendesk.com/oauth/tokens",
    scopes: { needed: ["read", "write"], separator: " " },
    pkce: true,
    clientAuth: ["post"],
    ...standardGrant(172_800, { scope: "read write", refresh_token_expires_in: 7_776_000 }),
  },
  parameters: {
    "GET /api/v2/tickets.json": lists,
    "GET /api/v2/groups.json": lists,
    "GET /api/v2/search.json": ["query", ...lists],
    "GET /api/v2/users/search.json": ["query"],
    "POST /api/v2/tickets.json": ["ticket"],
    "PUT /api/v2/tickets/*.json": ["ticket"],
  },
  account: "ada@northwind.example",
  retryAfterMs: 93_000,
  create,
  calls,
  answers: [{ answer: failed(403, "Forbidden", "You do not have access to this page."), code: "input" }],
  cases: [
    {
      action: "create_ticket",
      input: {
        subject: "Größe",
        body: "Where is it?",
        requester_email: "cy@example.com",
        requester_name: "Cy",
        group_id: 307,
        priority: "high",
        tags: ["shop"],
      },
      expected: {
        id: 1102,
        subject: "Größe",
        status: "new",
        group_id: 307,
        priority: "high",
        tags: ["shop"],
        last_comment: { body: "Where is it?" },
        via: { source: { from: { email: "cy@example.com", name: "Cy" } } },
      },
    },
    {
      action: "update_ticket",
      input: {
        ticket_id: 1102,
        status: "open",
        priority: "low",
        group_id: 308,
        assignee_email: "ada@northwind.example",
        tags: ["vip"],
      },
      expected: { id: 1102, status: "open", priority: "low", group_id: 308, assignee_id: 1, tags: ["vip"] },
    },
    {
      action: "add_comment",
      input: { ticket_id: 1102, body: "Soon.", public: false },
      expected: { id: 1102, last_comment: { body: "Soon.", public: false } },
    },
    { action: "get_ticket", input: { ticket_id: 1102 }, expected: { subject: "Größe", status: "open" } },
    {
      action: "search_tickets",
      input: { query: "status:open Größe" },
      expected: { items: [{ id: 1102 }], next_cursor: null },
    },
    {
      action: "find_user",
      input: { query: "bob@example.com" },
      expected: { users: [{ id: 2, name: "Bob" }] },
    },
    { action: "delete_ticket", input: { ticket_id: 1102 }, expected: { deleted: true } },
    { action: "list_tickets", input: {}, expected: { items: newest.slice(0, 100) } },
  ],
  paging: [
    { action: "list_tickets", input: {}, pages: 2, items: newest },
    { action: "search_tickets", input: { query: "Case" }, pages: 2, items: newest },
  ],
  options: [{ list: "groups", expected: GROUPS.map(({ id, name }) => ({ name, value: id })) }],
  triggers: [
    {
      trigger: "new_ticket",
      kind: "poll",
      late: { number: 50 },
      input: {},
      happen: (mock) => {
        const ticket = { subject: "Fresh", comment: { body: "x" } };
        mock.answer(requestOf("POST", `${API}/tickets.json`, { json: { ticket }, ...as }));
        mock.answer(
          requestOf("PUT", `${API}/tickets/1007.json`, { json: { ticket: { status: "open" } }, ...as }),
        );
      },
      expected: [{ id: 1102, subject: "Fresh", status: "new" }],
    },
    {
      trigger: "ticket_changed",
      kind: "poll",
      late: { seconds: 300 },
      input: {},
      happen: (mock) => {
        mock.answer(
          requestOf("PUT", `${API}/tickets/1007.json`, { json: { ticket: { status: "open" } }, ...as }),
        );
      },
      expected: [{ id: 1007, subject: "Case 7", status: "open" }],
    },
  ],
  refusals: [
    { action: "get_ticket", input: { ticket_id: 7 }, code: "input", message: /RecordNotFound: Not found/ },
    {
      action: "create_ticket",
      input: { subject: "x", body: "y", group_id: 7 },
      code: "input",
      message: /Group: is not valid/,
    },
  ],
};
