import { answerFrom, type MockRoutes, wholeNumber } from "../mock-routes.ts";
import { bearerOf, jsonBody, type Mock, type MockAnswer, type MockRequest } from "../mock-vendor.ts";

// spec.matrix.org, client-server API: refusals are {errcode, error}; a transaction id sends once; /messages needs a
// direction and goes on with `end`, which the last page lacks; rooms one is not in are 403.
/** The only token that the mock knows. */
export const TOKEN = "syt_good_0000000000";
/** The room that its owner is in. */
export const ROOM = "!636q39766251:example.org";
const BASE = "/_matrix/client/v3";

interface Event {
  event_id: string;
  type: string;
  sender: string;
  origin_server_ts: number;
  content: object;
}
interface Store {
  events: Event[];
  sent: Map<string, string>;
  names: string[];
}

const ok = (body: unknown): MockAnswer => ({ status: 200, body });
const failed = (status: number, errcode: string, error: string): MockAnswer => ({
  status,
  body: { errcode, error },
});

function add(store: Store, type: string, content: object): string {
  const n = store.events.length + 1;
  const event_id = `$event${n}`;
  store.events.push({
    event_id,
    type,
    sender: "@dana:example.org",
    origin_server_ts: 1_772_000_000_000 + n,
    content,
  });
  return event_id;
}

/** A transaction id that was seen before answers with what it did then. */
function once(store: Store, request: MockRequest, act: () => string): MockAnswer {
  const known = store.sent.get(request.path) ?? act();
  store.sent.set(request.path, known);
  return ok({ event_id: known });
}

function send(store: Store, request: MockRequest): MockAnswer {
  const content = jsonBody(request);
  if (content === undefined) return failed(400, "M_NOT_JSON", "Content not JSON.");
  if (typeof content.msgtype !== "string" || typeof content.body !== "string") {
    return failed(400, "M_BAD_JSON", "Message content needs msgtype and body.");
  }
  return once(store, request, () => add(store, "m.room.message", content));
}

function readTypes(filter: string | null): string[] | undefined {
  if (filter === null) return undefined;
  try {
    return JSON.parse(filter).types;
  } catch {
    return []; // the server takes no events for a filter that it cannot read
  }
}

function listEvents({ events }: Store, { query }: MockRequest): MockAnswer {
  const limit = wholeNumber(query.get("limit"), { fallback: 10, min: 1, max: 1000 });
  if (limit === undefined) return failed(400, "M_INVALID_PARAM", "Query parameter limit must be an integer.");
  if (query.get("dir") !== "b") return failed(400, "M_MISSING_PARAM", "Missing query parameter dir");
  const from = query.get("from");
  const types = readTypes(query.get("filter"));
  const found = events.filter(({ type }) => types?.includes(type) ?? true).reverse();
  const start = from === null ? 0 : Number(/^t(\d+)$/.exec(from)?.[1]);
  if (Number.isNaN(start)) return failed(400, "M_INVALID_PARAM", "Invalid from parameter");
  const more = start + limit < found.length ? { end: `t${start + limit}` } : {};
  return ok({ start: from ?? "t0", ...more, chunk: found.slice(start, start + limit) });
}

function createRoom({ names }: Store, request: MockRequest): MockAnswer {
  const { name, room_alias_name, preset, ...more } = jsonBody(request) ?? {};
  const presets = [undefined, "private_chat", "public_chat", "trusted_private_chat"];
  if (!presets.includes(preset as string | undefined))
    return failed(400, "M_INVALID_PARAM", "Unknown preset"); // compared as a text
  if (names.includes(String(room_alias_name)))
    return failed(400, "M_ROOM_IN_USE", "Room alias already taken");
  names.push(String(room_alias_name));
  // A real server answers with room_id alone; the rest lets the suite see what arrived.
  return ok({ room_id: "!new:example.org", name, alias: room_alias_name, preset, ...more });
}

function roomRoutes(store: Store): MockRoutes {
  const inRoom =
    (answer: (request: MockRequest, id: string) => MockAnswer) =>
    (request: MockRequest, [room, id = ""]: readonly string[]) =>
      room === ROOM ? answer(request, id) : failed(403, "M_FORBIDDEN", "You aren't a member of the room.");
  return {
    [`PUT ${BASE}/rooms/*/send/m.room.message/*`]: inRoom((request) => send(store, request)),
    [`GET ${BASE}/rooms/*/messages`]: inRoom((request) => listEvents(store, request)),
    [`POST ${BASE}/rooms/*/invite`]: inRoom((request) => {
      const { user_id, reason } = jsonBody(request) ?? {};
      if (typeof user_id !== "string" || !/^@.+:.+$/.test(user_id))
        return failed(400, "M_INVALID_PARAM", "Expected UserID string to start with '@'");
      if (user_id === "@gone:example.org") return failed(403, "M_FORBIDDEN", `Cannot invite: ${reason}`);
      return ok({});
    }),
    [`PUT ${BASE}/rooms/*/redact/*/*`]: inRoom((request, id) => {
      const event = store.events.find(({ event_id }) => event_id === id);
      if (event === undefined) return failed(404, "M_NOT_FOUND", "Could not find event");
      event.content = {};
      return once(store, request, () =>
        add(store, "m.room.redaction", { redacts: id, ...jsonBody(request) }),
      );
    }),
  };
}

function listPublicRooms({ query }: MockRequest): MockAnswer {
  const rooms = [1, 2, 3].map((n) => ({
    room_id: `!public${n}:example.org`,
    name: `Room ${n}`,
    num_joined_members: n,
  }));
  const limit = wholeNumber(query.get("limit"), { fallback: 100, min: 1, max: 1e6 });
  if (limit === undefined) return failed(400, "M_INVALID_PARAM", "Query parameter limit must be an integer.");
  const start = Number(/^p(\d+)$/.exec(query.get("since") ?? "p0")?.[1]);
  const more = start + limit < rooms.length ? { next_batch: `p${start + limit}` } : {};
  return ok({
    chunk: rooms.slice(start, start + limit),
    total_room_count_estimate: rooms.length,
    ...more,
  });
}

/** A homeserver with one joined room of four messages and three public rooms. */
export function createMatrix(): Mock {
  const store: Store = { events: [], sent: new Map(), names: ["taken"] };
  add(store, "m.room.create", {});
  for (const body of ["One", "Two", "Three", "Four"])
    add(store, "m.room.message", { msgtype: "m.text", body });
  const routes: MockRoutes = {
    [`GET ${BASE}/account/whoami`]: () => ok({ user_id: "@dana:example.org", device_id: "ABC" }),
    [`GET ${BASE}/joined_rooms`]: () => ok({ joined_rooms: [ROOM] }),
    [`GET ${BASE}/publicRooms`]: listPublicRooms,
    [`POST ${BASE}/createRoom`]: (request) => createRoom(store, request),
    ...roomRoutes(store),
  };
  return {
    limited: () => ({
      status: 429,
      body: { errcode: "M_LIMIT_EXCEEDED", error: "Too many requests", retry_after_ms: 20_000 },
    }),
    answer: (request) => {
      if (request.headers.authorization === undefined)
        return failed(401, "M_MISSING_TOKEN", "Missing access token");
      if (bearerOf(request) !== TOKEN) return failed(401, "M_UNKNOWN_TOKEN", "Invalid access token passed.");
      return answerFrom(routes, request, failed(404, "M_UNRECOGNIZED", "Unrecognized request"));
    },
  };
}
