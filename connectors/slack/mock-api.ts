import { formBody, wholeNumber } from "../mock-routes.ts";
import { bearerOf, jsonBody, type Mock, type MockAnswer, type MockRequest } from "../mock-vendor.ts";

// docs.slack.dev: writing methods take JSON or a form, reading methods only a query or a form;
// almost every refusal is 200 with `"ok": false`; limits are 429 with Retry-After. Lists go on while
// response_metadata.next_cursor is not empty; messages come the newest first.
/** The tokens that the mock accepts. */
export const TOKENS = ["xoxb-good-bot-token", "xoxb-good-oauth-token"];
/** The channels of the workspace: the last one is archived, the one before private. */
export const CHANNELS = Array.from({ length: 203 }, (_, i) => ({
  id: `C${String(i + 1).padStart(8, "0")}`,
  name: `channel-${i + 1}`,
  is_channel: true,
  is_private: i === 201,
  is_archived: i === 202,
}));
/** The people of the workspace. */
export const MEMBERS = Array.from({ length: 201 }, (_, i) => ({ id: `W${i + 1}`, name: `person-${i + 1}` }));

interface Message {
  type: string;
  ts: string;
  text?: unknown;
  [name: string]: unknown;
}

interface Workspace {
  names: string[];
  messages: Message[];
}

/** Slack's refusal of almost anything. */
export function failed(error: string): MockAnswer {
  return { status: 200, body: { ok: false, error } };
}

function ok(body: Record<string, unknown>): MockAnswer {
  return {
    status: 200,
    headers: { "x-oauth-scopes": "chat:write,channels:read" },
    body: { ok: true, ...body },
  };
}

type Method = (request: MockRequest, workspace: Workspace) => MockAnswer;

const knows = (channel: unknown) => CHANNELS.some(({ id }) => id === channel);

/** A moment as Slack writes it; two messages never have the same. */
function nextTs(messages: readonly Message[]): string {
  const last = Number((messages.at(-1)?.ts ?? "0").replace(".", ""));
  const next = String(Math.max(last + 1, Date.now() * 1000));
  return `${next.slice(0, -6)}.${next.slice(-6)}`;
}

function postMessage(request: MockRequest, { messages }: Workspace): MockAnswer {
  const body = jsonBody(request);
  if (body === undefined) return failed("invalid_form_data");
  const { channel, text, blocks, thread_ts, unfurl_links } = body;
  if (!knows(channel)) return failed("channel_not_found");
  if (!text && !blocks) return failed("no_text");
  const given = Object.entries({ blocks, thread_ts, unfurl_links }).filter(
    ([, value]) => value !== undefined,
  );
  const message = { type: "message", bot_id: "B1", ts: nextTs(messages), text, ...Object.fromEntries(given) };
  messages.push(message);
  return ok({ channel, ts: message.ts, message });
}

function updateMessage(request: MockRequest, { messages }: Workspace): MockAnswer {
  const { channel, ts, text } = jsonBody(request) ?? {};
  if (!knows(channel)) return failed("channel_not_found");
  const message = messages.find((candidate) => candidate.ts === ts);
  if (message === undefined) return failed("message_not_found");
  if (!text) return failed("no_text");
  message.text = text;
  return ok({ channel, ts, text });
}

function addReaction(request: MockRequest, { messages }: Workspace): MockAnswer {
  const { channel, timestamp, name } = jsonBody(request) ?? {};
  if (!knows(channel)) return failed("channel_not_found");
  const message = messages.find((candidate) => candidate.ts === timestamp);
  if (message === undefined) return failed("message_not_found");
  if (!/^[a-z0-9_+-]+$/.test(String(name))) return failed("invalid_name");
  if (Array.isArray(message.reactions)) return failed("already_reacted");
  message.reactions = [{ name, count: 1 }];
  return ok({});
}

function pageOf(name: string, all: readonly unknown[], query: URLSearchParams): MockAnswer {
  const limit = wholeNumber(query.get("limit"), { fallback: 100, min: 1, max: 1000 });
  if (limit === undefined) return failed("invalid_limit");
  const match = /^dXNlcjpV(\d+)=$/.exec(query.get("cursor") || "dXNlcjpV0=");
  if (match === null) return failed("invalid_cursor");
  const end = Number(match[1]) + limit;
  const next_cursor = end < all.length ? `dXNlcjpV${end}=` : "";
  return ok({ [name]: all.slice(Number(match[1]), end), response_metadata: { next_cursor } });
}

const KINDS = ["public_channel", "private_channel", "mpim", "im"];

function listChannels({ query }: MockRequest): MockAnswer {
  const types = (query.get("types") ?? "public_channel").split(",");
  if (types.some((type) => !KINDS.includes(type))) return failed("invalid_types");
  const found = CHANNELS.filter(
    ({ is_private, is_archived }) =>
      types.includes(is_private ? "private_channel" : "public_channel") &&
      !(is_archived && query.get("exclude_archived") === "true"),
  );
  return pageOf("channels", found, query);
}

function history({ query }: MockRequest, { messages }: Workspace): MockAnswer {
  if (!knows(query.get("channel"))) return failed("channel_not_found");
  const [oldest, latest] = [query.get("oldest") ?? "0", query.get("latest") ?? "9999999999"].map(Number);
  if (oldest === undefined || Number.isNaN(oldest)) return failed("invalid_ts_oldest");
  if (latest === undefined || Number.isNaN(latest)) return failed("invalid_ts_latest");
  const within = (time: number) =>
    query.get("inclusive") === "true" ? time >= oldest && time <= latest : time > oldest && time < latest;
  return pageOf("messages", messages.filter(({ ts }) => within(Number(ts))).reverse(), query);
}

function lookUpByEmail(request: MockRequest): MockAnswer {
  const email = (formBody(request) ?? request.query).get("email");
  if (email !== "sales@example.com") return failed("users_not_found");
  return ok({ user: { id: "W012A3CDE", team_id: "T1", profile: { email } } });
}

function createChannel(request: MockRequest, { names }: Workspace): MockAnswer {
  const body = jsonBody(request);
  const name = String(body?.name ?? "");
  if (!/^[a-z0-9_-]{1,80}$/.test(name)) return failed("invalid_name_specials");
  if (names.includes(name)) return failed("name_taken");
  names.push(name);
  return ok({ channel: { id: "C0EAQDV4Z", name, is_private: body?.is_private === true } });
}

const READ = ["GET", "POST"];
const METHODS: Record<string, { verbs: readonly string[]; answer: Method }> = {
  "/api/auth.test": {
    verbs: READ,
    answer: () =>
      ok({ url: "https://acme.slack.com/", team: "Acme", user: "junctor", team_id: "T1", user_id: "U1" }),
  },
  "/api/chat.postMessage": { verbs: ["POST"], answer: postMessage },
  "/api/chat.update": { verbs: ["POST"], answer: updateMessage },
  "/api/reactions.add": { verbs: ["POST"], answer: addReaction },
  "/api/conversations.list": { verbs: READ, answer: listChannels },
  "/api/conversations.history": { verbs: READ, answer: history },
  "/api/users.list": { verbs: READ, answer: ({ query }) => pageOf("members", MEMBERS, query) },
  "/api/users.lookupByEmail": { verbs: READ, answer: lookUpByEmail },
  "/api/conversations.create": { verbs: ["POST"], answer: createChannel },
};

/** An imitation of a Slack workspace with 201 messages in it. */
export function create(): Mock {
  const messages = Array.from({ length: 201 }, (_, i) => ({
    type: "message",
    user: "W1",
    ts: `1503435956.${String(i).padStart(6, "0")}`,
    text: `Message ${i}`,
  }));
  const workspace: Workspace = { names: ["general"], messages };
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
        ? method.answer(request, workspace)
        : failed("invalid_arguments");
    },
  };
}
