import { createHmac } from "node:crypto";
import { matching } from "../mock-match.ts";
import { requestOf } from "../mock-request.ts";
import {
  type Delivery,
  deliveredJson,
  type Hook,
  type MockVendor,
  type WebhookCase,
} from "../mock-vendor.ts";
import { calls } from "./calls.ts";
import { CHANNELS, create, failed, MEMBERS, TOKENS } from "./mock-api.ts";

const general = "C00000001";

/** A delivery of the Events API, signed as docs.slack.dev says in "Verifying requests from Slack". */
function signed(payload: object, hook: Hook): Delivery {
  const { credentials } = hook;
  const body = deliveredJson(hook, { token: "XXYYZZ", team_id: "T1", api_app_id: "A1", ...payload });
  const timestamp = String(Math.floor(Date.now() / 1000));
  const hmac = createHmac("sha256", credentials.signing_secret ?? "").update(`v0:${timestamp}:${body}`);
  return {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-slack-request-timestamp": timestamp,
      "x-slack-signature": `v0=${hmac.digest("hex")}`,
    },
    body,
  };
}

const wrapped = (event: object) => ({
  event,
  type: "event_callback",
  event_id: "Ev123ABC456",
  event_time: 123456789,
});

/** One of the app's own events; only tokens of an app whose signing secret is known can receive them. */
function eventCase(event: { type: string }, trigger = event.type): WebhookCase {
  return {
    trigger,
    kind: "webhook",
    types: ["keybased"],
    input: {},
    delivery: (hook) => signed(wrapped(event), hook),
    expected: [trigger === "event" ? wrapped(event) : event],
    ignored:
      trigger === "event"
        ? [(hook) => signed({ type: "app_rate_limited", minute_rate_limited: 1518467820 }, hook)]
        : [(hook) => signed(wrapped({ type: "team_join", user: { id: "U2" } }), hook)],
    challenge: {
      delivery: (hook) =>
        signed({ type: "url_verification", challenge: "3eZbrw1aBm2rZgRNFdxV2595E9CY" }, hook),
      reply: { status: 200, body: { challenge: "3eZbrw1aBm2rZgRNFdxV2595E9CY" } },
    },
  };
}

const reaction = {
  type: "reaction_added",
  user: "U123ABC456",
  reaction: "thumbsup",
  item_user: "U222222222",
  item: { type: "message", channel: "C123ABC456", ts: "1360782400.498405" },
  event_ts: "1360782804.083113",
};

/** Slack, as documented at docs.slack.dev. */
export const vendor: MockVendor = {
  hosts: ["slack.com"],
  credentials: {
    keybased: {
      good: { bot_token: "xoxb-good-bot-token", signing_secret: "8f742231b10e8888abcd99yyyzzz85a5" },
      bad: { bot_token: "xoxb-bad-bot-token", signing_secret: "8f742231b10e8888abcd99yyyzzz85a5" },
    },
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
        "chat:write",
        "channels:read",
        "channels:join",
        "channels:manage",
        "channels:history",
        "groups:read",
        "groups:history",
        "groups:write",
        "im:read",
        "im:history",
        "im:write",
        "mpim:read",
        "mpim:history",
        "mpim:write",
        "reactions:read",
        "reactions:write",
        "pins:read",
        "pins:write",
        "bookmarks:read",
        "bookmarks:write",
        "files:read",
        "files:write",
        "usergroups:read",
        "usergroups:write",
        "users:read",
        "users:read.email",
        "users.profile:read",
        "dnd:read",
        "team:read",
        "emoji:read",
      ],
      separator: ",",
    },
    pkce: false,
    clientAuth: ["post", "basic"],
    granted: ({ access }) => ({
      ok: true,
      access_token: access,
      token_type: "bot",
      scope: "chat:write",
      app_id: "A1",
      bot_user_id: "U0",
      team: { id: "T1", name: "Acme" },
      enterprise: null,
      authed_user: { id: "U1" },
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
  calls,
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
        ts: matching(/^\d{10}\.\d{6}$/),
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
    eventCase(reaction, "event"),
    eventCase(reaction),
    ...[
      { type: "app_mention", user: "U061F7AUR", text: "<@U0LAN0Z89> is it open?", ts: "1515449522.000016" },
      {
        type: "member_joined_channel",
        user: "W06GH7XHN",
        channel: "C0698JE0H",
        channel_type: "C",
        team: "T1",
      },
      {
        type: "channel_created",
        channel: { id: "C024BE91L", name: "fun", created: 1360782804, creator: "U1" },
      },
      { type: "file_shared", channel_id: "D123ABC456", file_id: "F123ABC456", user_id: "U123ABC456" },
    ].map((event) => eventCase(event)),
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
