import type { ActionCall, ListCall, OptionCall, PollCall, VendorCall } from "../mock-vendor.ts";

// discord.com/developers/docs: ids are texts of digits; lists go on before or after the last of a page until one is empty.
const RECORD = { id: "7", name: "Seven" };
const API = "/api/v10";
const S = { server_id: "1" };
const C = { ...S, channel_id: "2" };
const M = { ...C, message_id: "3" };
const U = { ...S, user_id: "4" };

type Input = Record<string, unknown>;

const one = (action: string, input: Input, sends: string, body?: object): ActionCall => ({
  ...{ action, input, sends: sends.replace(" ", ` ${API}`), answer: RECORD },
  ...(body && { body }),
});
const told = (action: string, input: Input, sends: string, [name, body]: [string, object?]): ActionCall => ({
  ...one(action, input, sends, body),
  ...{ answer: undefined, expected: { [name]: true } },
});
const all = (action: string, input: Input, path: string): ActionCall => ({
  ...one(action, input, `GET ${path}`),
  answer: [RECORD],
});
/** A list of two records, each on its own page, which goes on with a value of the last one. */
const list = (
  [action, input]: [string, Input],
  [path, more]: [path: string, more: (last: number) => string],
  [records, wrap]: [readonly object[], ((page: object[]) => object)?],
): ListCall => ({
  ...{ action, input, expected: records },
  pages: [...records.map((record) => [record]), []].map((page, i) => ({
    sends: `GET ${API}${path}${i === 0 ? "" : more(i - 1)}`,
    answer: wrap ? wrap(page) : page,
  })),
});
const choices = (name: string, path: string): OptionCall => ({
  ...{ list: name, input: S, expected: [{ name: "Seven", value: "7" }] },
  pages: [{ sends: `GET ${API}${path}`, answer: [RECORD] }],
});

const ids = [{ id: "7" }, { id: "8" }];
const users = ids.map((user) => ({ user }));
const pins = [
  { pinned_at: "2026-03-01T12:21:00Z", message: { id: "8" } },
  { pinned_at: "2026-03-01T12:20:00Z", message: { id: "7" } },
];
const archived = ["2026-02-01T00:00:00Z", "2026-01-01T00:00:00Z"].map((archive_timestamp) => ({
  thread_metadata: { archive_timestamp },
}));
const AT = "/channels/2/messages";
const emoji = { ...M, emoji: "👍" };
const REACTION = `${AT}/3/reactions/%F0%9F%91%8D`;

const messages: VendorCall[] = [
  one("get_message", M, `GET ${AT}/3`),
  one("publish_message", M, `POST ${AT}/3/crosspost`),
  told("delete_messages", { ...C, message_ids: ["3", "4"] }, `POST ${AT}/bulk-delete`, [
    "deleted",
    { messages: ["3", "4"] },
  ]),
  {
    ...{ action: "list_pinned_messages", input: C, expected: pins },
    pages: [
      { sends: `GET ${API}${AT}/pins?limit=50`, answer: { items: pins.slice(0, 1), has_more: true } },
      {
        sends: `GET ${API}${AT}/pins?limit=50&before=2026-03-01T12:21:00Z`,
        answer: { items: pins.slice(1), has_more: false },
      },
    ],
  },
  told("pin_message", M, `PUT ${AT}/pins/3`, ["pinned"]),
  told("unpin_message", M, `DELETE ${AT}/pins/3`, ["unpinned"]),
  told("add_reaction", emoji, `PUT ${REACTION}/@me`, ["added"]),
  told("remove_reaction", emoji, `DELETE ${REACTION}/@me`, ["removed"]),
  list(["list_reactions", emoji], [`${REACTION}?limit=100`, (i) => `&after=${ids[i]?.id}`], [ids]),
  one("start_direct_message", U, "POST /users/@me/channels", { recipient_id: "4" }),
];

const channel = { name: "n", topic: "T", parent_id: "9", nsfw: false, position: 1, rate_limit_per_user: 5 };
const invite = { max_age: 60, max_uses: 1, temporary: false, unique: true };

const channels: VendorCall[] = [
  one("get_channel", C, "GET /channels/2"),
  one("update_channel", { ...C, ...channel }, "PATCH /channels/2", channel),
  told("delete_channel", C, "DELETE /channels/2", ["deleted"]),
  all("list_channels", S, "/guilds/1/channels"),
  one("create_invite", { ...C, ...invite }, "POST /channels/2/invites", invite),
  all("list_invites", S, "/guilds/1/invites"),
  told("delete_invite", { code: "abc" }, "DELETE /invites/abc", ["deleted"]),
  one("create_webhook", { ...C, name: "N" }, "POST /channels/2/webhooks", { name: "N" }),
  all("list_webhooks", C, "/channels/2/webhooks"),
  told("delete_webhook", { webhook_id: "5" }, "DELETE /webhooks/5", ["deleted"]),
];

const T = { thread_id: "5" };

const threads: VendorCall[] = [
  one(
    "create_thread",
    { ...C, name: "N", type: 12, auto_archive_duration: 60, invitable: false },
    "POST /channels/2/threads",
    { name: "N", type: 12, auto_archive_duration: 60, invitable: false },
  ),
  one("create_thread_from_message", { ...M, name: "N", auto_archive_duration: 60 }, `POST ${AT}/3/threads`, {
    name: "N",
    auto_archive_duration: 60,
  }),
  one(
    "create_forum_post",
    { ...C, name: "N", content: "C", tags: ["6"], auto_archive_duration: 60 },
    "POST /channels/2/threads",
    { name: "N", auto_archive_duration: 60, applied_tags: ["6"], message: { content: "C" } },
  ),
  one(
    "update_thread",
    { ...T, name: "N", archived: true, locked: false, auto_archive_duration: 60 },
    "PATCH /channels/5",
    { name: "N", archived: true, locked: false, auto_archive_duration: 60 },
  ),
  {
    ...one("list_active_threads", S, "GET /guilds/1/threads/active"),
    ...{ answer: { threads: ids, members: [] }, expected: ids },
  },
  {
    ...{ action: "list_archived_threads", input: C, expected: archived },
    pages: [
      {
        sends: `GET ${API}/channels/2/threads/archived/public?limit=100`,
        answer: { threads: archived.slice(0, 1), has_more: true },
      },
      {
        sends: `GET ${API}/channels/2/threads/archived/public?limit=100&before=2026-02-01T00:00:00Z`,
        answer: { threads: archived.slice(1), has_more: false },
      },
    ],
  },
  told("add_member_to_thread", { ...S, ...T, user_id: "4" }, "PUT /channels/5/thread-members/4", ["added"]),
  told("remove_member_from_thread", { ...S, ...T, user_id: "4" }, "DELETE /channels/5/thread-members/4", [
    "removed",
  ]),
];

const member = {
  ...{ nick: null, roles: ["6"], mute: false },
  communication_disabled_until: "2026-01-31T12:00:00Z",
};
const role = { name: "N", permissions: 8, color: 255, hoist: true, mentionable: false };

const people: VendorCall[] = [
  one("get_member", U, "GET /guilds/1/members/4"),
  all("search_members", { ...S, query: "ann" }, "/guilds/1/members/search?query=ann&limit=1000"),
  one("update_member", { ...U, ...member }, "PATCH /guilds/1/members/4", member),
  told("delete_member", U, "DELETE /guilds/1/members/4", ["deleted"]),
  told("add_role_to_member", { ...U, role_id: "6" }, "PUT /guilds/1/members/4/roles/6", ["added"]),
  told("remove_role_from_member", { ...U, role_id: "6" }, "DELETE /guilds/1/members/4/roles/6", ["removed"]),
  {
    ...{ list: "members", input: S, expected: [{ name: "ann", value: "7" }] },
    pages: [
      { sends: `GET ${API}/guilds/1/members?limit=1000`, answer: [{ user: { id: "7", username: "ann" } }] },
      { sends: `GET ${API}/guilds/1/members?limit=1000&after=7`, answer: [] },
    ],
  },
  list(["list_bans", S], ["/guilds/1/bans?limit=1000", (i) => `&after=${ids[i]?.id}`], [users]),
  told("ban_user", { ...U, delete_message_seconds: 60 }, "PUT /guilds/1/bans/4", [
    "banned",
    { delete_message_seconds: 60 },
  ]),
  told("delete_ban", U, "DELETE /guilds/1/bans/4", ["deleted"]),
  one("create_role", { ...S, ...role }, "POST /guilds/1/roles", role),
  one("get_role", { ...S, role_id: "6" }, "GET /guilds/1/roles/6"),
  all("list_roles", S, "/guilds/1/roles"),
  one("update_role", { ...S, role_id: "6", ...role }, "PATCH /guilds/1/roles/6", role),
  told("delete_role", { ...S, role_id: "6" }, "DELETE /guilds/1/roles/6", ["deleted"]),
  choices("roles", "/guilds/1/roles"),
];

const event = {
  ...{ name: "N", scheduled_start_time: "2026-01-31T12:00:00Z", scheduled_end_time: "2026-01-31T13:00:00Z" },
  ...{ entity_type: 3, channel_id: "2", description: "D" },
};
const place = { entity_metadata: { location: "Here" } };
const E = { ...S, event_id: "6" };
const EVENTS = "/guilds/1/scheduled-events";
const LOG = "/guilds/1/audit-logs";

const servers: VendorCall[] = [
  one("create_event", { ...S, ...event, location: "Here" }, `POST ${EVENTS}`, {
    ...{ ...event, ...place },
    privacy_level: 2,
  }),
  one("get_event", E, `GET ${EVENTS}/6`),
  all("list_events", S, EVENTS),
  one("update_event", { ...E, ...event, location: "Here", status: 2 }, `PATCH ${EVENTS}/6`, {
    ...{ ...event, ...place },
    status: 2,
  }),
  told("delete_event", E, `DELETE ${EVENTS}/6`, ["deleted"]),
  choices("events", EVENTS),
  list(["list_users_of_event", E], [`${EVENTS}/6/users?limit=100`, (i) => `&after=${ids[i]?.id}`], [users]),
  one("get_server", S, "GET /guilds/1?with_counts=true"),
  list(["list_servers", {}], ["/users/@me/guilds?limit=200", (i) => `&after=${ids[i]?.id}`], [ids]),
  all("list_emojis", S, "/guilds/1/emojis"),
  list(
    ["list_audit_log", { ...U, action_type: 22 }],
    [`${LOG}?user_id=4&action_type=22&limit=100`, (i) => `&before=${ids[i]?.id}`],
    [ids, (page) => ({ audit_log_entries: page })],
  ),
  one("get_user", { user_id: "4" }, "GET /users/4"),
  one("get_bot", {}, "GET /users/@me"),
];

const [first, second] = ids;
const active = (found: readonly unknown[]) => [
  { sends: `GET ${API}/guilds/1/threads/active`, answer: { threads: found } },
];
const events = (found: readonly unknown[]) => [{ sends: `GET ${API}${EVENTS}`, answer: found }];
const entries = (found: readonly { id: string }[], last: string) => [
  { sends: `GET ${API}${LOG}?action_type=22&limit=100`, answer: { audit_log_entries: found } },
  ...(last === ""
    ? []
    : [
        {
          sends: `GET ${API}${LOG}?action_type=22&limit=100&before=${last}`,
          answer: { audit_log_entries: [] },
        },
      ]),
];
const pinned = (items: readonly unknown[]) => [
  { sends: `GET ${API}${AT}/pins?limit=50`, answer: { items, has_more: false } },
];

const polls: PollCall[] = [
  {
    ...{ trigger: "new_thread", input: S, expected: [second] },
    polls: [active([first]), active([first, second]), active([first, second])],
  },
  {
    ...{ trigger: "new_event", input: S, expected: [second] },
    polls: [events([first]), events([first, second]), events([first, second])],
  },
  {
    ...{ trigger: "message_pinned", input: C, expected: [pins[0]] },
    polls: [pinned(pins.slice(1)), pinned(pins), pinned(pins)],
  },
  {
    ...{ trigger: "audit_log_entry", input: { ...S, action_type: 22 }, expected: [{ id: "8" }] },
    polls: [
      entries([{ id: "7" }], "7"),
      entries([{ id: "8" }, { id: "7" }], "7"),
      entries([{ id: "8" }, { id: "7" }], ""),
    ],
  },
];

/** What the vendor documents for all but the first actions. */
export const calls: readonly VendorCall[] = [
  ...[...messages, ...channels, ...threads],
  ...[...people, ...servers, ...polls],
];
