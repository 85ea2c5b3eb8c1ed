import { requestOf, SENT_FILE } from "../mock-request.ts";
import { answerFrom, type MockRoutes, numbered, wholeNumber } from "../mock-routes.ts";
import { jsonBody, type Mock, type MockAnswer, type MockRequest, type MockVendor } from "../mock-vendor.ts";
import { calls } from "./calls.ts";

// discord.com/developers/docs: "Authorization: Bot …" and a User-Agent that begins with DiscordBot; ids are texts of
// digits; lists go on with the id of the last one; refusals are {message, code, errors}; limits say retry_after in seconds.
const TOKEN = "MTk4NjIyNDgzNDcxOTI1MjQ4.good.token";
const GUILD = "197038439483310086";
const GUILDS = [
  ...numbered(200, (n) => ({ id: String(100_000_000_000_000_000n + BigInt(n)), name: `Server ${n}` })),
  { id: GUILD, name: "Acme" },
];
const CHANNEL = "41771983423143937";
const MEMBERS = [1, 2, 3].map((n) => ({
  user: { id: `10000000000000000${n}`, username: `user${n}` },
  nick: null,
  roles: [],
}));

interface Message {
  id: string;
  channel_id: string;
  content: string;
  timestamp: string;
  author: { id: string; username: string };
  [more: string]: unknown;
}

const failed = (status: number, code: number, message: string): MockAnswer => ({
  status,
  body: { message, code },
});
const invalid = (errors: object): MockAnswer => ({
  status: 400,
  body: { message: "Invalid Form Body", code: 50035, errors },
});

function limitOf({ query }: MockRequest, fallback: number, max: number): number | undefined {
  return wholeNumber(query.get("limit"), { fallback, min: 1, max });
}

/** The text and the names of the files of a form, which are files[0] and so on. */
function formOf({ headers, body }: MockRequest): Record<string, unknown> | undefined {
  if (!/^multipart\/form-data\b/.test(headers["content-type"] ?? "")) return undefined;
  const [, filename] = /name="files\[0\]"; filename="([^"]+)"/.exec(body) ?? [];
  const [, content] = /name="content"\r\n\r\n(.*)\r\n--/.exec(body) ?? [];
  return { content, ...(filename && { embeds: [], attachments: [{ id: "1", filename }] }) };
}

function post(messages: Message[], request: MockRequest): MockAnswer {
  const { content, embeds, message_reference, allowed_mentions, attachments } =
    formOf(request) ?? jsonBody(request) ?? {};
  if (content === undefined && embeds === undefined)
    return failed(400, 50006, "Cannot send an empty message");
  if (typeof content === "string" && content.length > 2000) return invalid({ content: {} });
  const n = messages.length + 1;
  messages.unshift({
    id: `13000000000000000${String(n).padStart(2, "0")}`,
    channel_id: CHANNEL,
    content: String(content ?? ""),
    timestamp: `2026-03-01T10:00:${String(n).padStart(2, "0")}.000000+00:00`,
    author: { id: "80351110224678912", username: "junctor" },
    embeds: embeds ?? [],
    attachments,
    message_reference,
    allowed_mentions,
  });
  return { status: 200, body: messages[0] };
}

function messageRoutes(messages: Message[]): MockRoutes {
  const inChannel =
    (answer: (request: MockRequest, id: string) => MockAnswer) =>
    (request: MockRequest, [channel, id = ""]: readonly string[]) =>
      channel === CHANNEL ? answer(request, id) : failed(404, 10003, "Unknown Channel");
  const withMessage = (answer: (message: Message, request: MockRequest) => MockAnswer) =>
    inChannel((request, id) => {
      const message = messages.find((one) => one.id === id);
      return message === undefined ? failed(404, 10008, "Unknown Message") : answer(message, request);
    });
  return {
    "POST /api/v10/channels/*/messages": inChannel((request) => post(messages, request)),
    "GET /api/v10/channels/*/messages": inChannel((request) => {
      const limit = limitOf(request, 50, 100);
      if (limit === undefined) return invalid({ limit: {} });
      const before = request.query.get("before");
      return {
        status: 200,
        body: messages.filter(({ id }) => before === null || BigInt(id) < BigInt(before)).slice(0, limit),
      };
    }),
    "PATCH /api/v10/channels/*/messages/*": withMessage((message, request) => {
      const content = jsonBody(request)?.content;
      if (typeof content !== "string") return failed(400, 50109, "The request body contains invalid JSON.");
      return { status: 200, body: Object.assign(message, { content }) };
    }),
    "DELETE /api/v10/channels/*/messages/*": withMessage((message) => {
      messages.splice(messages.indexOf(message), 1);
      return { status: 204 };
    }),
  };
}

const inGuild =
  (answer: (request: MockRequest) => MockAnswer) =>
  (request: MockRequest, [guild]: readonly string[]) =>
    guild === GUILD ? answer(request) : failed(404, 10004, "Unknown Guild");

const GUILD_ROUTES: MockRoutes = {
  "GET /api/v10/users/@me": () => ({
    status: 200,
    body: { id: "80351110224678912", username: "junctor", bot: true },
  }),
  "GET /api/v10/users/@me/guilds": (request) => {
    if (limitOf(request, 200, 200) === undefined) return invalid({ limit: {} });
    const after = BigInt(request.query.get("after") ?? "0");
    return {
      status: 200,
      body: GUILDS.filter(({ id }) => BigInt(id) > after).slice(0, limitOf(request, 200, 200)),
    };
  },
  "GET /api/v10/guilds/*/channels": inGuild(() => ({
    status: 200,
    body: [{ id: CHANNEL, name: "general", type: 0 }],
  })),
  "POST /api/v10/guilds/*/channels": inGuild((request) => {
    const { name, type, ...more } = jsonBody(request) ?? {};
    if (typeof name !== "string" || name.length > 100) return invalid({ name: {} });
    return { status: 201, body: { id: "41771983423143999", guild_id: GUILD, name, type, ...more } };
  }),
  "GET /api/v10/guilds/*/members": inGuild((request) => {
    const limit = limitOf(request, 1, 1000);
    if (limit === undefined) return invalid({ limit: {} });
    const after = BigInt(request.query.get("after") ?? "0");
    return { status: 200, body: MEMBERS.filter(({ user }) => BigInt(user.id) > after).slice(0, limit) };
  }),
};

function create(): Mock {
  const messages: Message[] = [];
  for (const content of ["One", "Two", "Three", "Four", "Five"])
    post(messages, requestOf("POST", "/", { json: { content } }));
  const routes = { ...GUILD_ROUTES, ...messageRoutes(messages) };
  return {
    limited: () => ({
      status: 429,
      headers: { "retry-after": "65", "x-ratelimit-scope": "user" },
      body: { message: "You are being rate limited.", retry_after: 64.57, global: false },
    }),
    answer: (request) => {
      if (!/^DiscordBot \(\S+, \S+\)/.test(request.headers["user-agent"] ?? "")) {
        return failed(403, 40333, "internal network error");
      }
      if (request.headers.authorization !== `Bot ${TOKEN}`) return failed(401, 0, "401: Unauthorized");
      return answerFrom(routes, request, failed(404, 0, "404: Not Found"));
    },
  };
}

function say(mock: Mock, content: string): void {
  const headers = { authorization: `Bot ${TOKEN}`, "user-agent": "DiscordBot (https://example.com, 1)" };
  const { status } = mock.answer(
    requestOf("POST", `/api/v10/channels/${CHANNEL}/messages`, { json: { content }, headers }),
  );
  if (status !== 200) throw new Error(`The mock answered ${status}.`);
}

const PLACE = { server_id: GUILD, channel_id: CHANNEL };
const FIRST = "1300000000000000006";

/** Discord's API, as documented at discord.com/developers/docs. */
export const vendor: MockVendor = {
  hosts: ["discord.com"],
  credentials: {
    keybased: { good: { bot_token: TOKEN }, bad: { bot_token: "MTk4NjIyNDgzNDcxOTI1MjQ4.bad.token" } },
  },
  parameters: {
    "GET /api/v10/users/@me/guilds": ["before", "after", "limit", "with_counts"],
    "POST /api/v10/channels/*/messages": ["content", "embeds", "message_reference", "allowed_mentions"],
    "GET /api/v10/channels/*/messages": ["around", "before", "after", "limit"],
    "PATCH /api/v10/channels/*/messages/*": ["content", "embeds", "flags", "allowed_mentions"],
    "POST /api/v10/guilds/*/channels": ["name", "type", "topic", "parent_id", "nsfw"],
    "GET /api/v10/guilds/*/members": ["limit", "after"],
  },
  account: "junctor",
  retryAfterMs: 64_570,
  create,
  calls,
  answers: [{ answer: failed(403, 50001, "Missing Access"), code: "auth" }],
  cases: [
    {
      action: "send_message",
      input: {
        ...PLACE,
        content: "Hello „all“",
        embeds: [{ title: "Order 7" }],
        reply_to: "1300000000000000001",
        allowed_mentions: ["users"],
      },
      expected: {
        id: FIRST,
        content: "Hello „all“",
        embeds: [{ title: "Order 7" }],
        message_reference: { message_id: "1300000000000000001" },
        allowed_mentions: { parse: ["users"] },
      },
    },
    {
      action: "edit_message",
      input: { ...PLACE, message_id: FIRST, content: "Bye" },
      expected: { id: FIRST, content: "Bye" },
    },
    {
      action: "list_messages",
      input: { ...PLACE, limit: 1 },
      expected: { items: [{ id: FIRST, content: "Bye" }] },
    },
    {
      action: "send_file",
      input: { ...PLACE, file: SENT_FILE, content: "Numbers" },
      expected: { content: "Numbers", attachments: [{ filename: "report.txt" }] },
    },
    { action: "delete_message", input: { ...PLACE, message_id: FIRST }, expected: { deleted: true } },
    {
      action: "create_channel",
      input: {
        server_id: GUILD,
        name: "orders",
        topic: "New ones",
        parent_id: "399942396007890945",
        nsfw: false,
      },
      expected: { name: "orders", type: 0, topic: "New ones", parent_id: "399942396007890945", nsfw: false },
    },
    {
      action: "list_members",
      input: { server_id: GUILD, limit: 1 },
      expected: { items: [{ user: { username: "user1" } }] },
    },
  ],
  paging: [
    {
      action: "list_messages",
      input: { channel_id: CHANNEL, limit: 2 },
      pages: 4,
      items: ["Five", "Four", "Three", "Two", "One"].map((content) => ({ content })),
    },
    { action: "list_members", input: { server_id: GUILD, limit: 2 }, pages: 3, items: MEMBERS },
  ],
  options: [
    { list: "servers", expected: GUILDS.map(({ id, name }) => ({ name, value: id })) },
    { list: "channels", input: { server_id: GUILD }, expected: [{ name: "general", value: CHANNEL }] },
  ],
  triggers: [
    {
      trigger: "new_message",
      kind: "poll",
      input: PLACE,
      happen: (mock) => {
        say(mock, "Anybody here?");
        say(mock, "Hello?");
      },
      expected: [{ content: "Anybody here?" }, { content: "Hello?" }],
    },
  ],
  refusals: [
    {
      action: "send_message",
      input: { channel_id: "1", content: "x" },
      code: "input",
      message: /Unknown Channel/,
    },
    { action: "send_message", input: PLACE, code: "input", message: /empty message/ },
    {
      action: "delete_message",
      input: { ...PLACE, message_id: "1" },
      code: "input",
      message: /Unknown Message/,
    },
    { action: "list_members", input: { server_id: "1" }, code: "input", message: /Unknown Guild/ },
  ],
};
