import { expect } from "vitest";
import { requestOf } from "../mock-request.ts";
import type { MockVendor } from "../mock-vendor.ts";
import { CHANNELS, create, failed, MEMBERS, TOKENS } from "./mock-api.ts";

const general = "C00000001";

/** Slack, as documented at docs.slack.dev. */
export const vendor: MockVendor = {
  hosts: ["slack.com"],
  credentials: {
    keybased: { good: { bot_token: "xoxb-good-bot-token" }, bad: { bot_token: "xoxb-bad-bot-token" } },
    oauth2: {
      good: { access_token: "xoxb-good-oauth-token" },
      bad: { access_token: "xoxb-bad-oauth-token" },
    },
  },
  // PKCE has to be switched on in an app's settings. Without token rotation nothing ends. Refusals come with status 200.
  oauth: {
    authorize: "https://slack.com/oauth/v2/authorize",
    token: "https://slack.com/api/oauth.v2.access",
    revoke: "https://slack.com/api/auth.revoke",
    scopes: {
      needed: [
        ...["chat:write", "channels:read", "groups:read", "channels:history", "groups:history"],
        ...["channels:manage", "groups:write", "reactions:write", "users:read", "users:read.email"],
      ],
      separator: ",",
    },
    pkce: false,
    clientAuth: ["post", "basic"],
    granted: ({ access }) => ({
      ...{ ok: true, access_token: access, token_type: "bot", scope: "chat:write", app_id: "A1" },
      ...{ bot_user_id: "U0", team: { id: "T1", name: "Acme" }, enterprise: null, authed_user: { id: "U1" } },
    }),
    codeRefused: failed("invalid_code"),
  },
  parameters: {
    "POST /api/chat.postMessage": ["channel", "text", "thread_ts", "blocks", "unfurl_links"],
    "POST /api/chat.update": ["channel", "ts", "text"],
    "POST /api/reactions.add": ["channel", "timestamp", "name"],
    "GET /api/conversations.list": ["types", "limit", "cursor", "exclude_archived"],
    "GET /api/conversations.history": ["channel", "oldest", "latest", "inclusive", "limit", "cursor"],
    "GET /api/users.list": ["limit", "cursor"],
    "GET /api/users.lookupByEmail": ["email"],
    "POST /api/conversations.create": ["name", "is_private"],
  },
  account: "junctor in Acme",
  scopes: { oauth2: ["chat:write", "channels:read"], keybased: ["chat:write", "channels:read"] },
  retryAfterMs: 30_000,
  create,
  answers: [
    ...[
      "not_authed",
      "account_inactive",
      "token_expired",
      "token_revoked",
      "missing_scope",
      "no_permission",
    ].map((error) => ({ answer: failed(error), code: "auth" })),
    ...["internal_error", "fatal_error", "service_unavailable", "request_timeout"].map((error) => ({
      answer: failed(error),
      code: "remote",
    })),
    ...["ratelimited", "rate_limited"].map((error) => ({ answer: failed(error), code: "rateLimit" })),
  ],
  cases: [
    {
      action: "send_message",
      input: {
        channel: general,
        text: "Order 7 \u2013 „fertig“",
        thread_ts: "1503435956.000200",
        blocks: [{ type: "divider" }],
        unfurl_links: false,
      },
      expected: {
        channel: general,
        ts: expect.stringMatching(/^\d{10}\.\d{6}$/),
        message: {
          text: "Order 7 \u2013 „fertig“",
          thread_ts: "1503435956.000200",
          blocks: [{ type: "divider" }],
          unfurl_links: false,
        },
      },
    },
    {
      action: "update_message",
      input: { channel: general, ts: "1503435956.000007", text: "Changed" },
      expected: { channel: general, ts: "1503435956.000007", text: "Changed" },
    },
    {
      action: "add_reaction",
      input: { channel: general, ts: "1503435956.000007", emoji: "white_check_mark" },
      expected: { added: true },
    },
    {
      action: "list_messages",
      input: { channel: general, oldest: "1503435956.000006", latest: "1503435956.000008" },
      expected: {
        items: [{ text: "Changed", reactions: [{ name: "white_check_mark", count: 1 }] }],
        next_cursor: null,
      },
    },
    {
      action: "list_channels",
      input: { types: "private_channel", exclude_archived: true },
      expected: { items: [{ name: "channel-202", is_private: true }], next_cursor: null },
    },
    { action: "list_members", input: {}, expected: { items: MEMBERS.slice(0, 200) } },
    { action: "find_user_by_email", input: { email: "sales@example.com" }, expected: { id: "W012A3CDE" } },
    {
      action: "create_channel",
      input: { name: "orders", is_private: true },
      expected: { name: "orders", is_private: true },
    },
  ],
  paging: [
    {
      action: "list_messages",
      input: { channel: general },
      pages: 2,
      items: Array.from({ length: 201 }, (_, i) => ({ text: `Message ${200 - i}` })),
    },
    {
      action: "list_channels",
      input: {},
      pages: 2,
      items: CHANNELS.filter(({ is_private }) => !is_private),
    },
    { action: "list_members", input: {}, pages: 2, items: MEMBERS },
  ],
  options: [
    {
      list: "channels",
      expected: CHANNELS.slice(0, 202).map(({ id, name }) => ({ name, value: id })),
    },
  ],
  triggers: [
    {
      trigger: "new_message",
      kind: "poll",
      input: { channel: general },
      happen: (mock) => {
        const headers = { authorization: `Bearer ${TOKENS[0]}` };
        for (const text of ["First", "Second"]) {
          mock.answer(
            requestOf("POST", "/api/chat.postMessage", { json: { channel: general, text }, headers }),
          );
        }
      },
      expected: [
        { type: "message", text: "First" },
        { type: "message", text: "Second" },
      ],
    },
  ],
  refusals: [
    {
      action: "send_message",
      input: { channel: "C0", text: "x" },
      code: "input",
      message: /channel_not_found/,
    },
    {
      action: "find_user_by_email",
      input: { email: "none@example.com" },
      code: "input",
      message: /users_not_found/,
    },
    {
      action: "update_message",
      input: { channel: general, ts: "1.0", text: "x" },
      code: "input",
      message: /message_not_found/,
    },
    { action: "create_channel", input: { name: "general" }, code: "input", message: /name_taken/ },
  ],
};
