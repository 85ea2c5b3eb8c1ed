import {
  bearerOf,
  jsonBody,
  type Mock,
  type MockAnswer,
  type MockRequest,
  type MockVendor,
} from "../mock-vendor.ts";

// docs.slack.dev: writing methods take JSON or a form, reading methods only a query or a form;
// almost every refusal is 200 with `"ok": false`; limits are 429 with Retry-After.
const TOKENS = ["xoxb-good-bot-token", "xoxb-good-oauth-token"];
const CHANNELS = ["C012AB3CD", "C061EG9T2"];
const CURSOR = "dGVhbTpDMDYxRUc5VDI=";

function failed(error: string): MockAnswer {
  return { status: 200, body: { ok: false, error } };
}

function ok(body: Record<string, unknown>): MockAnswer {
  return { status: 200, body: { ok: true, ...body } };
}

type Method = (request: MockRequest, names: string[]) => MockAnswer;

function postMessage(request: MockRequest): MockAnswer {
  const body = jsonBody(request);
  if (body === undefined) return failed("invalid_form_data");
  const { channel, text, blocks, thread_ts } = body;
  if (!CHANNELS.includes(String(channel))) return failed("channel_not_found");
  if (!text && !blocks) return failed("no_text");
  const message = {
    type: "message",
    bot_id: "B1",
    text,
    blocks,
    ...(thread_ts === undefined ? {} : { thread_ts }),
  };
  return ok({ channel, ts: "1503435956.000247", message });
}

function listChannels({ query }: MockRequest): MockAnswer {
  const limit = Number(query.get("limit") ?? "100");
  if (!Number.isInteger(limit) || limit < 1 || limit > 1000) return failed("invalid_limit");
  const start = query.get("cursor") === CURSOR ? 1 : 0;
  const more = start + limit < CHANNELS.length;
  return ok({
    channels: CHANNELS.slice(start, start + limit).map((id) => ({ id, is_channel: true })),
    response_metadata: { next_cursor: more ? CURSOR : "" },
  });
}

function lookUpByEmail({ query }: MockRequest): MockAnswer {
  const email = query.get("email");
  if (email !== "sales@example.com") return failed("users_not_found");
  return ok({ user: { id: "W012A3CDE", team_id: "T1", profile: { email } } });
}

function createChannel(request: MockRequest, names: string[]): MockAnswer {
  const body = jsonBody(request);
  const name = String(body?.name ?? "");
  if (!/^[a-z0-9_-]{1,80}$/.test(name)) return failed("invalid_name_specials");
  if (names.includes(name)) return failed("name_taken");
  names.push(name);
  return ok({ channel: { id: "C0EAQDV4Z", name, is_private: body?.is_private === true } });
}

const METHODS: Record<string, { verbs: readonly string[]; answer: Method }> = {
  "/api/auth.test": {
    verbs: ["GET", "POST"],
    answer: () =>
      ok({ url: "https://acme.slack.com/", team: "Acme", user: "junctor", team_id: "T1", user_id: "U1" }),
  },
  "/api/chat.postMessage": { verbs: ["POST"], answer: postMessage },
  "/api/conversations.list": { verbs: ["GET"], answer: listChannels },
  "/api/users.lookupByEmail": { verbs: ["GET"], answer: lookUpByEmail },
  "/api/conversations.create": { verbs: ["POST"], answer: createChannel },
};

function create(): Mock {
  const names = ["general"];
  return {
    limited: () => ({
      status: 429,
      headers: { "retry-after": "30" },
      body: { ok: false, error: "ratelimited" },
    }),
    answer: (request) => {
      const method = METHODS[request.path];
      if (method === undefined) return failed("unknown_method");
      if (request.headers.authorization === undefined) return failed("not_authed");
      if (!TOKENS.includes(bearerOf(request))) return failed("invalid_auth");
      return method.verbs.includes(request.method)
        ? method.answer(request, names)
        : failed("invalid_arguments");
    },
  };
}

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
  parameters: {
    "POST /api/chat.postMessage": ["channel", "text", "thread_ts", "blocks", "unfurl_links"],
    "GET /api/conversations.list": ["types", "limit", "cursor", "exclude_archived"],
    "GET /api/users.lookupByEmail": ["email"],
    "POST /api/conversations.create": ["name", "is_private"],
  },
  account: "junctor in Acme",
  retryAfterMs: 30_000,
  create,
  answers: [
    { answer: failed("missing_scope"), code: "auth" },
    { answer: failed("token_revoked"), code: "auth" },
    { answer: failed("internal_error"), code: "remote" },
    { answer: failed("ratelimited"), code: "rateLimit" },
  ],
  cases: [
    {
      action: "send_message",
      input: {
        channel: "C012AB3CD",
        text: "Order 7 \u2013 „fertig“",
        thread_ts: "1503435956.000200",
        blocks: [{ type: "divider" }],
        unfurl_links: false,
      },
      expected: {
        channel: "C012AB3CD",
        ts: "1503435956.000247",
        message: {
          text: "Order 7 \u2013 „fertig“",
          thread_ts: "1503435956.000200",
          blocks: [{ type: "divider" }],
        },
      },
    },
    {
      action: "list_channels",
      input: { limit: 1, types: "public_channel", exclude_archived: true },
      expected: { channels: [{ id: "C012AB3CD" }], next_cursor: "dGVhbTpDMDYxRUc5VDI=" },
    },
    {
      action: "list_channels",
      input: { limit: 1, cursor: "dGVhbTpDMDYxRUc5VDI=" },
      expected: { channels: [{ id: "C061EG9T2" }] },
    },
    { action: "find_user_by_email", input: { email: "sales@example.com" }, expected: { id: "W012A3CDE" } },
    {
      action: "create_channel",
      input: { name: "orders", is_private: true },
      expected: { name: "orders", is_private: true },
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
    { action: "create_channel", input: { name: "general" }, code: "input", message: /name_taken/ },
  ],
};
