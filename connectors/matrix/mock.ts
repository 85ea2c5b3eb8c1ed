import { requestOf } from "../mock-request.ts";
import type { Mock, MockVendor } from "../mock-vendor.ts";
import { createMatrix, ROOM, TOKEN } from "./mock-api.ts";

function say(mock: Mock, body: string): void {
  const path = `/_matrix/client/v3/rooms/${encodeURIComponent(ROOM)}/send/m.room.message/${encodeURIComponent(body)}`;
  const content = { msgtype: "m.text", body };
  const { status } = mock.answer(
    requestOf("PUT", path, { json: content, headers: { authorization: `Bearer ${TOKEN}` } }),
  );
  if (status !== 200) throw new Error(`The mock answered ${status}.`);
}

/** Matrix' client-server API, as documented at spec.matrix.org. */
export const vendor: MockVendor = {
  hosts: ["matrix.example.org"],
  settings: { url: "https://matrix.example.org" },
  credentials: { keybased: { good: { access_token: TOKEN }, bad: { access_token: "syt_bad_00000000000" } } },
  parameters: {
    "PUT /_matrix/client/v3/rooms/*/send/m.room.message/*": ["msgtype", "body", "format", "formatted_body"],
    "GET /_matrix/client/v3/rooms/*/messages": ["dir", "from", "to", "limit", "filter"],
    "GET /_matrix/client/v3/publicRooms": ["limit", "since", "server"],
    "POST /_matrix/client/v3/createRoom": ["name", "topic", "preset", "room_alias_name", "invite"],
    "POST /_matrix/client/v3/rooms/*/invite": ["user_id", "reason"],
    "PUT /_matrix/client/v3/rooms/*/redact/*/*": ["reason"],
  },
  account: "@dana:example.org",
  retryAfterMs: 20_000,
  create: createMatrix,
  answers: [
    {
      answer: { status: 403, body: { errcode: "M_FORBIDDEN", error: "You aren't a member of the room." } },
      code: "input",
    },
    {
      answer: { status: 429, headers: { "retry-after": "3" }, body: { errcode: "M_LIMIT_EXCEEDED" } },
      code: "rateLimit",
    },
  ],
  cases: [
    {
      action: "send_message",
      input: { room_id: ROOM, text: "Grüße", kind: "m.notice" },
      expected: { event_id: "$event6" },
    },
    {
      action: "send_html",
      input: { room_id: ROOM, html: "<b>Hi</b>", text: "Hi" },
      expected: { event_id: "$event7" },
    },
    {
      action: "list_messages",
      input: { room_id: ROOM, limit: 2 },
      expected: {
        items: [
          {
            event_id: "$event7",
            content: {
              msgtype: "m.text",
              body: "Hi",
              format: "org.matrix.custom.html",
              formatted_body: "<b>Hi</b>",
            },
          },
          { event_id: "$event6", content: { msgtype: "m.notice", body: "Grüße" } },
        ],
      },
    },
    {
      action: "redact_event",
      input: { room_id: ROOM, event_id: "$event7", reason: "Wrong" },
      expected: { event_id: "$event8" },
    },
    {
      action: "list_messages",
      input: { room_id: ROOM, limit: 1 },
      expected: { items: [{ event_id: "$event7", content: {} }] },
    },
    { action: "list_public_rooms", input: { limit: 1 }, expected: { items: [{ name: "Room 1" }] } },
    {
      action: "create_room",
      input: {
        name: "Orders",
        topic: "New ones",
        preset: "private_chat",
        alias: "orders",
        invite: ["@kim:example.org"],
      },
      expected: {
        room_id: "!new:example.org",
        name: "Orders",
        topic: "New ones",
        preset: "private_chat",
        alias: "orders",
        invite: ["@kim:example.org"],
      },
    },
    {
      action: "invite_user",
      input: { room_id: ROOM, user_id: "@kim:example.org", reason: "Help" },
      expected: { invited: true },
    },
  ],
  paging: [
    {
      action: "list_messages",
      input: { room_id: ROOM, limit: 3 },
      pages: 2,
      items: ["Four", "Three", "Two", "One"].map((body) => ({ content: { body } })),
    },
    {
      action: "list_public_rooms",
      input: { limit: 2 },
      pages: 2,
      items: [1, 2, 3].map((n) => ({ name: `Room ${n}` })),
    },
  ],
  options: [{ list: "rooms", expected: [{ name: ROOM, value: ROOM }] }],
  triggers: [
    {
      trigger: "new_message",
      kind: "poll",
      input: { room_id: ROOM },
      happen: (mock) => {
        say(mock, "Hello?");
        say(mock, "Anybody?");
      },
      expected: [{ content: { body: "Hello?" } }, { content: { body: "Anybody?" } }],
    },
  ],
  refusals: [
    {
      action: "send_message",
      input: { room_id: "!other:example.org", text: "x" },
      code: "input",
      message: /aren't a member/,
    },
    {
      action: "invite_user",
      input: { room_id: ROOM, user_id: "kim" },
      code: "input",
      message: /start with '@'/,
    },
    {
      action: "invite_user",
      input: { room_id: ROOM, user_id: "@gone:example.org", reason: "Late" },
      code: "input",
      message: /invite: Late/,
    },
    { action: "create_room", input: { alias: "taken" }, code: "input", message: /already taken/ },
    {
      action: "redact_event",
      input: { room_id: ROOM, event_id: "$none" },
      code: "input",
      message: /Could not find event/,
    },
  ],
};
