import type { VendorCall } from "../mock-vendor.ts";
import { bookmark, channel, file, list, one, ts } from "./call-facts.ts";

/** Channels and their members. */
export const ofChannels: VendorCall[] = [
  one("get_channel", {
    input: { channel, include_num_members: true },
    sends: `GET /api/conversations.info?channel=${channel}&include_num_members=true`,
    answer: { channel: { id: channel, num_members: 23 } },
    expected: { id: channel, num_members: 23 },
  }),
  ...[
    ["rename_channel", "rename", { name: "orders" }],
    ["join_channel", "join", {}],
  ].map(([action, method, more]) =>
    one(String(action), {
      input: { channel, ...Object(more) },
      sends: `POST /api/conversations.${method}`,
      body: { channel, ...Object(more) },
      answer: { channel: { id: channel } },
      expected: { id: channel },
    }),
  ),
  ...[
    ["set_channel_topic", "setTopic", { topic: "Orders" }, { changed: true }],
    ["set_channel_purpose", "setPurpose", { purpose: "For orders" }, { changed: true }],
    ["archive_channel", "archive", {}, { archived: true }],
    ["leave_channel", "leave", {}, { left: true }],
    ["remove_from_channel", "kick", { user: "U1" }, { removed: true }],
  ].map(([action, method, more, expected]) =>
    one(String(action), {
      input: { channel, ...Object(more) },
      sends: `POST /api/conversations.${method}`,
      body: { channel, ...Object(more) },
      expected,
    }),
  ),
  one("invite_to_channel", {
    input: { channel, users: ["U1", "U2"] },
    sends: "POST /api/conversations.invite",
    body: { channel, users: "U1,U2" },
    answer: { channel: { id: channel } },
    expected: { id: channel },
  }),
  list(
    "list_channel_members",
    { channel },
    {
      address: `/api/conversations.members?channel=${channel}&limit=200`,
      name: "members",
      items: ["U023BECGF", "W012A3CDE"],
    },
  ),
  list(
    "list_channels_of_user",
    { user: "U1", types: "im,mpim", exclude_archived: true },
    {
      address: "/api/users.conversations?user=U1&types=im,mpim&exclude_archived=true&limit=200",
      name: "channels",
      items: [{ id: "C1" }, { id: "C2" }],
    },
  ),
];

/** Reactions, pins and bookmarks. */
export const ofPins: VendorCall[] = [
  one("remove_reaction", {
    input: { channel, ts, emoji: "eyes" },
    sends: "POST /api/reactions.remove",
    body: { channel, timestamp: ts, name: "eyes" },
    expected: { removed: true },
  }),
  one("get_reactions", {
    input: { channel, ts },
    sends: `GET /api/reactions.get?channel=${channel}&timestamp=${ts}&full=true`,
    answer: { type: "message", message: { ts, reactions: [{ name: "eyes", count: 1, users: ["U1"] }] } },
    expected: { ts, reactions: [{ name: "eyes", count: 1, users: ["U1"] }] },
  }),
  list(
    "list_reactions",
    { user: "U1" },
    {
      address: "/api/reactions.list?user=U1&full=true&limit=100",
      name: "items",
      items: [
        { type: "message", channel, message: { ts } },
        { type: "file", file },
      ],
    },
  ),
  one("pin_message", {
    input: { channel, ts },
    sends: "POST /api/pins.add",
    body: { channel, timestamp: ts },
    expected: { pinned: true },
  }),
  one("unpin_message", {
    input: { channel, ts },
    sends: "POST /api/pins.remove",
    body: { channel, timestamp: ts },
    expected: { unpinned: true },
  }),
  one("list_pins", {
    input: { channel },
    sends: `GET /api/pins.list?channel=${channel}`,
    answer: { items: [{ type: "message", channel, created: 1508881078 }] },
    expected: [{ type: "message", channel, created: 1508881078 }],
  }),
  one("create_bookmark", {
    input: { channel, title: "Plan", link: "https://example.com", emoji: ":clap:" },
    sends: "POST /api/bookmarks.add",
    body: { channel_id: channel, type: "link", title: "Plan", link: "https://example.com", emoji: ":clap:" },
    answer: { bookmark },
    expected: bookmark,
  }),
  one("list_bookmarks", {
    input: { channel },
    sends: "POST /api/bookmarks.list",
    body: { channel_id: channel },
    answer: { bookmarks: [bookmark] },
    expected: [bookmark],
  }),
  one("update_bookmark", {
    input: {
      channel,
      bookmark_id: bookmark.id,
      title: "Plans",
      link: "https://example.org",
      emoji: ":eyes:",
    },
    sends: "POST /api/bookmarks.edit",
    body: {
      channel_id: channel,
      bookmark_id: bookmark.id,
      title: "Plans",
      link: "https://example.org",
      emoji: ":eyes:",
    },
    answer: { bookmark },
    expected: bookmark,
  }),
  one("delete_bookmark", {
    input: { channel, bookmark_id: bookmark.id },
    sends: "POST /api/bookmarks.remove",
    body: { channel_id: channel, bookmark_id: bookmark.id },
    expected: { deleted: true },
  }),
];
