import { createHash } from "node:crypto";
import { refused } from "../mock-oauth.ts";
import type { Hook, MockVendor, TriggerCase } from "../mock-vendor.ts";
import { calls } from "./calls.ts";
import { AUDIENCE, createMailchimp, LISTS, SECRETS } from "./mock-api.ts";

const MEMBER = { audience_id: AUDIENCE, email: "Kim@example.com" };

const PERSON = { "data[id]": "8a25ff1d98", "data[email]": "kim@example.com", "data[merges][FNAME]": "Kim" };

function delivery(hook: Hook, type: string, data: Record<string, string> = PERSON) {
  const payload = { type, fired_at: "2026-03-26 21:35:57", "data[list_id]": AUDIENCE, ...data };
  const body = new URLSearchParams((hook.edit?.(payload) as typeof payload | undefined) ?? payload);
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  return { method: "POST", query: { token: hook.secret }, headers, body: body.toString() };
}

const addressCheck = {
  delivery: () => ({ method: "GET", query: {}, headers: {}, body: "" }),
  reply: { status: 200, body: "ok" },
};

type Further = [trigger: string, type: string, data: Record<string, string>, expected: object];

const FURTHER: readonly Further[] = [
  ["member_profile_changed", "profile", PERSON, { id: "8a25ff1d98", merges: { FNAME: "Kim" } }],
  [
    ...(["member_email_changed", "upemail"] as const),
    {
      "data[new_id]": "51da8c3259",
      "data[old_email]": "kim@example.com",
      "data[new_email]": "k@example.com",
    },
    { new_id: "51da8c3259", old_email: "kim@example.com", new_email: "k@example.com" },
  ],
  [
    ...(["member_cleaned", "cleaned"] as const),
    { "data[campaign_id]": "4fjk2ma9xd", "data[reason]": "hard", "data[email]": "kim@example.com" },
    { campaign_id: "4fjk2ma9xd", reason: "hard", email: "kim@example.com" },
  ],
  [
    ...(["campaign_sent", "campaign"] as const),
    { "data[id]": "5aa2102003", "data[subject]": "Sale", "data[status]": "sent" },
    { id: "5aa2102003", subject: "Sale", status: "sent" },
  ],
];

/** Mailchimp's Marketing API, as documented at mailchimp.com/developer. */
export const vendor: MockVendor = {
  hosts: ["us6.api.mailchimp.com"],
  settings: { server_prefix: "us6" },
  credentials: {
    keybased: {
      good: { api_key: SECRETS.keybased },
      bad: { api_key: "ffffffffffffffffffffffffffffffff-us6" },
    },
    oauth2: { good: { access_token: SECRETS.oauth2 }, bad: { access_token: "bad000000000000000oauth" } },
  },
  // No scopes; a token does not end, which it says with 0.
  oauth: {
    authorize: "https://login.mailchimp.com/oauth2/authorize",
    token: "https://login.mailchimp.com/oauth2/token",
    pkce: false,
    clientAuth: ["post"],
    granted: ({ access }) => ({ access_token: access, expires_in: 0, scope: null }),
    codeRefused: refused("invalid_grant"),
  },
  accounts: {
    sends: "GET https://login.mailchimp.com/oauth2/metadata",
    authorization: `OAuth ${SECRETS.oauth2}`,
    answer: {
      dc: "us6",
      role: "owner",
      accountname: "Northwind Traders",
      user_id: 15_472_829,
      login: { email: "ada@northwind.example", login_id: 15_472_829, login_name: "northwind" },
      login_url: "https://login.mailchimp.com",
      api_endpoint: "https://us6.api.mailchimp.com",
    },
    expected: [{ name: "Northwind Traders", settings: { server_prefix: "us6" } }],
    checks: ["GET https://us6.api.mailchimp.com/3.0/?fields=account_name"],
  },
  parameters: {
    "GET /3.0/": ["fields", "exclude_fields"],
    "GET /3.0/lists": ["fields", "count", "offset"],
    "PUT /3.0/lists/*/members/*": ["email_address", "status_if_new", "status", "merge_fields", "language"],
    "GET /3.0/lists/*/members": ["status", "since_last_changed", "count", "offset"],
    "POST /3.0/lists/*/members/*/tags": ["tags"],
    "GET /3.0/campaigns": ["status", "count", "offset", "sort_field", "sort_dir"],
    "POST /3.0/campaigns": ["type", "recipients", "settings"],
    "POST /3.0/lists/*/webhooks": ["url", "events", "sources"],
  },
  account: "Acme",
  create: createMailchimp,
  calls,
  answers: [
    {
      answer: { status: 403, body: { title: "User Disabled", detail: "This account has been deactivated." } },
      code: "auth",
    },
  ],
  cases: [
    {
      action: "upsert_member",
      input: { ...MEMBER, status_if_new: "pending", merge_fields: { FNAME: "Kim" }, language: "de" },
      expected: {
        id: createHash("md5").update("kim@example.com").digest("hex"),
        email_address: "Kim@example.com",
        status: "pending",
        merge_fields: { FNAME: "Kim" },
        language: "de",
      },
    },
    {
      action: "upsert_member",
      input: { ...MEMBER, status: "subscribed" },
      expected: { status: "subscribed", language: "de" },
    },
    {
      action: "tag_member",
      input: { ...MEMBER, tags: [{ name: "vip", status: "active" }] },
      expected: { tagged: true },
    },
    { action: "get_member", input: MEMBER, expected: { status: "subscribed", tags: [{ name: "vip" }] } },
    { action: "archive_member", input: MEMBER, expected: { archived: true } },
    {
      action: "list_members",
      input: {
        audience_id: AUDIENCE,
        status: "subscribed",
        since_last_changed: "2026-03-02T12:00:00+00:00",
        count: 5,
      },
      expected: { items: [{ email_address: "seed3@example.com" }] },
    },
    {
      action: "create_campaign",
      input: {
        audience_id: AUDIENCE,
        subject: "Sale",
        title: "March",
        from_name: "Acme",
        reply_to: "shop@example.com",
        template_id: 7,
      },
      expected: {
        id: "c4",
        status: "save",
        recipients: { list_id: AUDIENCE },
        settings: {
          subject_line: "Sale",
          title: "March",
          from_name: "Acme",
          reply_to: "shop@example.com",
          template_id: 7,
        },
      },
    },
    { action: "send_campaign", input: { campaign_id: "c4" }, expected: { sent: true } },
    { action: "list_campaigns", input: { status: "sending", count: 1 }, expected: { items: [{ id: "c4" }] } },
  ],
  paging: [
    {
      action: "list_members",
      input: { audience_id: AUDIENCE, count: 2 },
      pages: 2,
      items: [1, 2, 3].map((n) => ({ email_address: `seed${n}@example.com` })),
    },
    {
      action: "list_campaigns",
      input: { count: 1 },
      pages: 3,
      items: ["c3", "c2", "c1"].map((id) => ({ id })),
    },
  ],
  options: [{ list: "audiences", expected: LISTS.map(({ id, name }) => ({ name, value: id })) }],
  triggers: [
    {
      trigger: "member_subscribed",
      kind: "webhook",
      input: { audience_id: AUDIENCE },
      delivery: (hook) => delivery(hook, "subscribe"),
      expected: [{ type: "subscribe", data: { email: "kim@example.com", merges: { FNAME: "Kim" } } }],
      ignored: [(hook) => delivery(hook, "profile")],
      challenge: addressCheck,
    },
    {
      trigger: "member_unsubscribed",
      kind: "webhook",
      input: { audience_id: AUDIENCE },
      delivery: (hook) => delivery(hook, "unsubscribe"),
      expected: [{ type: "unsubscribe", data: { email: "kim@example.com" } }],
      ignored: [(hook) => delivery(hook, "subscribe")],
      challenge: addressCheck,
    },
    ...FURTHER.map(
      ([trigger, type, data, expected]): TriggerCase => ({
        ...{ trigger, kind: "webhook", input: { audience_id: AUDIENCE }, challenge: addressCheck },
        delivery: (hook) => delivery(hook, type, data),
        expected: [{ type, data: expected }],
        ignored: [(hook) => delivery(hook, "subscribe")],
      }),
    ),
  ],
  refusals: [
    {
      action: "get_member",
      input: { ...MEMBER, email: "none@example.com" },
      code: "input",
      message: /could not be found/,
    },
    {
      action: "upsert_member",
      input: { ...MEMBER, email: "none" },
      code: "input",
      message: /valid email address/,
    },
    { action: "send_campaign", input: { campaign_id: "c1" }, code: "input", message: /not ready to send/ },
  ],
};
