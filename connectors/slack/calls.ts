import type { Exchange, VendorCall } from "../mock-vendor.ts";
import { AFTER, bookmark, channel, file, group, LAST, MORE } from "./call-facts.ts";
import { ofChannels, ofPins } from "./calls-of-channels.ts";
import { filesOf, ofFiles, other } from "./calls-of-files.ts";
import { ofMessages } from "./calls-of-messages.ts";
import { ofPeople } from "./calls-of-people.ts";

const optionLists: VendorCall[] = [
  {
    list: "users",
    pages: [
      {
        sends: "GET /api/users.list?limit=200",
        answer: { ok: true, members: [{ id: "U1", name: "egon" }], ...MORE },
      },
      {
        sends: `GET /api/users.list?limit=200&${AFTER}`,
        answer: { ok: true, members: [{ id: "U2", name: "ray" }], ...LAST },
      },
    ],
    expected: [
      { name: "egon", value: "U1" },
      { name: "ray", value: "U2" },
    ],
  },
  {
    list: "scheduled_messages",
    input: { channel },
    pages: [
      {
        sends: `GET /api/chat.scheduledMessages.list?channel=${channel}&limit=100`,
        answer: { ok: true, scheduled_messages: [{ id: "Q1", text: "One" }], ...MORE },
      },
      {
        sends: `GET /api/chat.scheduledMessages.list?channel=${channel}&limit=100&${AFTER}`,
        answer: { ok: true, scheduled_messages: [{ id: "Q2", text: "Two" }], ...LAST },
      },
    ],
    expected: [
      { name: "One", value: "Q1" },
      { name: "Two", value: "Q2" },
    ],
  },
  {
    list: "files",
    pages: [filesOf("", 1, [file]), filesOf("", 2, [other])],
    expected: [file, other].map(({ id, name }) => ({ name, value: id })),
  },
  {
    list: "bookmarks",
    input: { channel },
    pages: [
      {
        sends: "POST /api/bookmarks.list",
        body: { channel_id: channel },
        answer: { ok: true, bookmarks: [bookmark] },
      },
    ],
    expected: [{ name: "Plan", value: bookmark.id }],
  },
  {
    list: "user_groups",
    pages: [{ sends: "GET /api/usergroups.list", answer: { ok: true, usergroups: [group] } }],
    expected: [{ name: "Marketing Team", value: group.id }],
  },
];

// Noon on 1 March 2026 is 1772366400.
const parent = { ts: "1772360000.000100", text: "island", reply_count: 2 };
const replies = ["1772366460.000200", "1772366470.000300"].map((at) => ({ ts: at, text: "one island" }));
const thread = (oldest: string, messages: unknown[], more: object = LAST, query = ""): Exchange => ({
  sends: `GET /api/conversations.replies?channel=${channel}&ts=${parent.ts}&oldest=${oldest}&inclusive=true&limit=200${query}`,
  answer: { ok: true, messages, ...more },
});
const asked = (from: string) => `channel=${channel}&types=images&ts_from=${from}&`;
const added = [1772366480, 1772366460].map((created, i) => ({ ...file, id: `F${i}`, created }));

const polls: VendorCall[] = [
  {
    trigger: "new_reply",
    input: { channel, thread_ts: parent.ts },
    // A thread always begins with its first message.
    polls: [
      [thread("1772366400", [parent])],
      [
        thread("1772366400", [parent, replies[0]], MORE),
        thread("1772366400", [replies[1]], LAST, `&${AFTER}`),
      ],
      [thread("1772366470.000300", [parent, replies[1]])],
    ],
    expected: replies,
  },
  {
    trigger: "new_file",
    input: { channel, types: "images" },
    polls: [
      [filesOf(asked("1772366400"), 1, []), filesOf(asked("1772366400"), 2, [])],
      [filesOf(asked("1772366400"), 1, [added[0]]), filesOf(asked("1772366400"), 2, [added[1]])],
      [filesOf(asked("1772366480"), 1, [added[0]])],
    ],
    expected: [...added].reverse(),
  },
];

/** What Slack documents beside messages and channels, which the mock remembers. */
export const calls: readonly VendorCall[] = [
  ...ofMessages,
  ...ofChannels,
  ...ofPins,
  ...ofFiles,
  ...ofPeople,
  ...optionLists,
  ...polls,
];
