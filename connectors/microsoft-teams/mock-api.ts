import { requestOf } from "../mock-request.ts";
import { answerFrom, type MockRoutes, numbered, wholeNumber } from "../mock-routes.ts";
import {
  bearerOf,
  isObject,
  jsonBody,
  type Mock,
  type MockAnswer,
  type MockRequest,
} from "../mock-vendor.ts";

// learn.microsoft.com/graph: lists are {value, @odata.nextLink} with a whole address that holds $skiptoken;
// refusals are {error: {code, message, innerError}}; $top of messages and chats is 50 at most.
/** The only token that the mock knows. */
export const TOKEN = "eyJ0eXAi.good.token";
/** The team that the suite works in. */
export const TEAM = "fbe2bf47-16c8-47cf-b4a5-4b9b187c508b";
/** Its first channel. */
export const CHANNEL = "19:4a95f7d8db4c4e7fae857bcebe0623e6@thread.tacv2";
/** The first chat. */
export const CHAT = "19:2da4c29f6d7041eca70b638b43d45437@thread.v2";

/** More teams than a page holds. */
export const TEAMS = [
  { id: TEAM, displayName: "Sales" },
  ...numbered(20, (n) => ({ id: `t${n}`, displayName: `Team ${n}` })),
];
/** More channels than a page holds. */
export const CHANNELS = [
  { id: CHANNEL, displayName: "General" },
  ...numbered(20, (n) => ({ id: `19:${n}@thread.tacv2`, displayName: `Channel ${n}` })),
];

type Message = Record<string, unknown> & { id: string };

const failed = (status: number, code: string, message: string): MockAnswer => ({
  status,
  body: { error: { code, message, innerError: { "request-id": "1" } } },
});
const NOT_FOUND = failed(404, "NotFound", "Resource not found.");

function page(items: readonly unknown[], { query, path }: MockRequest): MockAnswer {
  const size = wholeNumber(query.get("$top"), { fallback: 20, min: 1, max: 50 });
  const start = wholeNumber(query.get("$skiptoken"), { fallback: 0, min: 1, max: 1e6 });
  if (size === undefined)
    return failed(400, "BadRequest", "The limit of '50' for Top query has been exceeded.");
  if (start === undefined) return failed(400, "BadRequest", "Skip token is malformed.");
  const kept = new URLSearchParams(query);
  kept.set("$skiptoken", String(start + size));
  const next =
    start + size < items.length ? { "@odata.nextLink": `https://graph.microsoft.com${path}?${kept}` } : {};
  return {
    status: 200,
    body: { "@odata.count": items.length, ...next, value: items.slice(start, start + size) },
  };
}

function write(messages: Message[], request: MockRequest, more: object = {}): MockAnswer {
  const { body, subject = null, importance = "normal" } = jsonBody(request) ?? {};
  if (!isObject(body) || typeof body.content !== "string")
    return failed(400, "BadRequest", "Missing body content.");
  const { contentType = "text", content } = body;
  if (contentType !== "text" && contentType !== "html")
    return failed(400, "BadRequest", "Invalid contentType.");
  const n = messages.length + 1;
  const createdDateTime = `2026-03-01T10:${String(n).padStart(2, "0")}:00.123Z`;
  const message = {
    id: `16165${n}`,
    createdDateTime,
    subject,
    importance,
    body: { contentType, content },
    ...more,
  };
  messages.unshift(message);
  return { status: 201, body: message };
}

function createChannel(request: MockRequest): MockAnswer {
  const { displayName, membershipType = "standard", ...more } = jsonBody(request) ?? {};
  if (typeof displayName !== "string" || displayName.length > 50)
    return failed(400, "BadRequest", "Invalid displayName.");
  if (displayName === "General")
    return failed(400, "BadRequest", "Channel name already existed, please use other name.");
  return { status: 201, body: { id: "19:new@thread.tacv2", displayName, membershipType, ...more } };
}

function teamRoutes(messages: Message[], elsewhere: Message[]): MockRoutes {
  const inChannel =
    (answer: (request: MockRequest, id: string) => MockAnswer) =>
    (request: MockRequest, [team, channel, id = ""]: readonly string[]) =>
      team === TEAM && channel === CHANNEL ? answer(request, id) : NOT_FOUND;
  const inTeam =
    (answer: (request: MockRequest) => MockAnswer) =>
    (request: MockRequest, [team]: readonly string[]) =>
      team === TEAM ? answer(request) : NOT_FOUND;
  return {
    "GET /v1.0/me": () => ({
      status: 200,
      body: { displayName: "Dana", userPrincipalName: "dana@example.com" },
    }),
    "GET /v1.0/me/joinedTeams": (request) => page(TEAMS, request),
    "GET /v1.0/teams/*/channels": inTeam((request) => page(CHANNELS, request)),
    "POST /v1.0/teams/*/channels": inTeam(createChannel),
    "GET /v1.0/teams/*/channels/*/messages": inChannel((request) => page(messages, request)),
    "POST /v1.0/teams/*/channels/*/messages": inChannel((request) => write(messages, request)),
    "POST /v1.0/teams/*/channels/*/messages/*/replies": inChannel((request, id) =>
      messages.some((one) => one.id === id) ? write(elsewhere, request, { replyToId: id }) : NOT_FOUND,
    ),
  };
}

function chatRoutes(elsewhere: Message[]): MockRoutes {
  const chats = [CHAT, "19:2@thread.v2", "19:3@thread.v2"].map((id) => ({
    id,
    topic: null,
    chatType: "group",
  }));
  return {
    "GET /v1.0/chats": (request) => {
      const expand = request.query.get("$expand");
      if (expand !== null && expand !== "members") return failed(400, "BadRequest", "Invalid $expand.");
      return page(
        chats.map((chat) => (expand === null ? chat : { ...chat, members: [] })),
        request,
      );
    },
    "POST /v1.0/chats/*/messages": (request, [chat]) =>
      chats.some(({ id }) => id === chat) ? write(elsewhere, request, { chatId: chat }) : NOT_FOUND,
  };
}

/** Graph with one team of one channel and three chats. */
export function createGraph(): Mock {
  const messages: Message[] = [];
  const elsewhere: Message[] = [];
  for (const content of ["One", "Two", "Three"])
    write(messages, requestOf("POST", "/", { json: { body: { content } } }));
  const routes = { ...teamRoutes(messages, elsewhere), ...chatRoutes(elsewhere) };
  return {
    limited: () => ({
      ...failed(429, "TooManyRequests", "Too many requests."),
      headers: { "retry-after": "12" },
    }),
    answer: (request) => {
      if (bearerOf(request) !== TOKEN) {
        return failed(401, "InvalidAuthenticationToken", "Access token has expired or is not yet valid.");
      }
      return answerFrom(routes, request, failed(400, "BadRequest", "Resource not found for the segment."));
    },
  };
}
