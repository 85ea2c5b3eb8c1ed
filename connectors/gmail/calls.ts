import type { ActionCall, VendorCall } from "../mock-vendor.ts";

// developers.google.com/workspace/gmail/api/reference/rest: marks and places are labels (UNREAD, INBOX, STARRED, SPAM);
// a message of /upload is sent as it is; lists begin with the newest and leave out what they have none of.
type Input = Record<string, unknown>;

const ME = "/gmail/v1/users/me";
const M = { message_id: "m1" };
const T = { thread_id: "t1" };
const D = { draft_id: "r1" };
const SEEN = { id: "m1", threadId: "t1", labelIds: ["STARRED"] };
const LABELED = { id: "m1", labels: ["STARRED"] };
const THREAD = { id: "t1", historyId: "9", messages: [{ id: "m1", threadId: "t1" }] };
const DRAFT = { id: "r1", message: { id: "m2", threadId: "m2" } };

const call = (action: string, input: Input, sends: string, more: Partial<ActionCall>): ActionCall => ({
  ...{ action, input, sends, answer: {} },
  ...more,
});

const marked = (action: string, labels: object): ActionCall =>
  call(action, M, `POST ${ME}/messages/m1/modify`, { body: labels, answer: SEEN, expected: LABELED });

const filed = (action: string, labels: object, input: Input = {}): ActionCall =>
  call(action, { ...T, ...input }, `POST ${ME}/threads/t1/modify`, { body: labels, answer: THREAD });

const HEADERS = ["From", "To", "Cc", "Subject", "Date", "Message-ID", "In-Reply-To", "References"];
const named = HEADERS.map((name) => `metadataHeaders=${name}`).join("&");
const headers = [{ name: "Subject", value: "Order 1" }];

const messages: VendorCall[] = [
  ...[undefined, "dateHeader"].map((date) => {
    const message = "From: ann@example.com\r\nSubject: Old\r\n\r\nText";
    const source = date === undefined ? "" : "&internalDateSource=dateHeader";
    return call(
      "insert_message",
      { message, ...(date && { date }) },
      `POST /upload${ME}/messages?uploadType=media${source}`,
      { body: message, answer: SEEN, expected: { id: "m1", thread_id: "t1" } },
    );
  }),
  call("get_message_headers", M, `GET ${ME}/messages/m1?format=metadata&${named}`, {
    answer: { ...SEEN, snippet: "Text", payload: { mimeType: "text/plain", headers } },
    expected: { ...LABELED, thread_id: "t1", snippet: "Text", headers },
  }),
  call("get_raw_message", M, `GET ${ME}/messages/m1?format=raw`, {
    answer: { ...SEEN, raw: "RnJvbQ" },
    expected: { id: "m1", thread_id: "t1", raw: "RnJvbQ" },
  }),
  call("get_attachment", { ...M, attachment_id: "a1" }, `GET ${ME}/messages/m1/attachments/a1`, {
    answer: { size: 4, data: "RnJvbQ" },
  }),
  marked("mark_message_as_read", { removeLabelIds: ["UNREAD"] }),
  marked("mark_message_as_unread", { addLabelIds: ["UNREAD"] }),
  marked("archive_message", { removeLabelIds: ["INBOX"] }),
  marked("star_message", { addLabelIds: ["STARRED"] }),
  marked("unstar_message", { removeLabelIds: ["STARRED"] }),
  marked("mark_message_as_spam", { addLabelIds: ["SPAM"], removeLabelIds: ["INBOX"] }),
  call("restore_message", M, `POST ${ME}/messages/m1/untrash`, { answer: SEEN, expected: LABELED }),
  call(
    "change_labels_of_messages",
    { message_ids: ["m1", "m2"], add: ["Label_1"], remove: ["UNREAD"] },
    `POST ${ME}/messages/batchModify`,
    {
      body: { ids: ["m1", "m2"], addLabelIds: ["Label_1"], removeLabelIds: ["UNREAD"] },
      answer: undefined,
      expected: { changed: true },
    },
  ),
];

const found = `GET ${ME}/threads?q=is:unread&labelIds=INBOX&includeSpamTrash=true&maxResults=100`;

const threads: VendorCall[] = [
  call("get_thread", { ...T, format: "minimal" }, `GET ${ME}/threads/t1?format=minimal`, { answer: THREAD }),
  {
    action: "search_threads",
    input: { query: "is:unread", label: "INBOX", include_spam_and_trash: true },
    pages: [
      {
        sends: found,
        answer: { threads: [{ id: "t2" }], nextPageToken: "p2", resultSizeEstimate: 2 },
      },
      { sends: `${found}&pageToken=p2`, answer: { threads: [{ id: "t1" }] } },
    ],
    expected: [{ id: "t2" }, { id: "t1" }],
  },
  filed(
    "change_labels_of_thread",
    { addLabelIds: ["Label_1"], removeLabelIds: ["INBOX"] },
    { add: ["Label_1"], remove: ["INBOX"] },
  ),
  filed("mark_thread_as_read", { removeLabelIds: ["UNREAD"] }),
  filed("archive_thread", { removeLabelIds: ["INBOX"] }),
  call("trash_thread", T, `POST ${ME}/threads/t1/trash`, { answer: THREAD }),
  call("restore_thread", T, `POST ${ME}/threads/t1/untrash`, { answer: THREAD }),
];

const LETTER = { to: "bob@example.com", cc: "cy@example.com", bcc: "di@example.com", subject: "Grüße" };
const letter = (type: string, text: string) =>
  [
    "To: bob@example.com",
    "Cc: cy@example.com",
    "Bcc: di@example.com",
    "Subject: Grüße",
    "MIME-Version: 1.0",
    `Content-Type: text/${type}; charset=utf-8`,
    "Content-Transfer-Encoding: 8bit",
    "",
    text,
  ].join("\r\n");
const listed = `GET ${ME}/drafts?q=subject:order&maxResults=100`;

const drafts: VendorCall[] = [
  call("create_draft", { ...LETTER, text: "a" }, `POST /upload${ME}/drafts?uploadType=media`, {
    body: letter("plain", "a"),
    answer: DRAFT,
  }),
  call("update_draft", { ...D, ...LETTER, text: "b" }, `PUT /upload${ME}/drafts/r1?uploadType=media`, {
    body: letter("plain", "b"),
    answer: DRAFT,
  }),
  ...["create_draft", "update_draft"].map((action) => {
    const sends = action === "create_draft" ? `POST /upload${ME}/drafts` : `PUT /upload${ME}/drafts/r1`;
    const input = { ...(action === "update_draft" && D), ...LETTER, text: "<b>a</b>", format: "html" };
    return call(action, input, `${sends}?uploadType=media`, {
      body: letter("html", "<b>a</b>"),
      answer: DRAFT,
    });
  }),
  call("get_draft", { ...D, format: "raw" }, `GET ${ME}/drafts/r1?format=raw`, { answer: DRAFT }),
  {
    action: "list_drafts",
    input: { q: "subject:order" },
    pages: [
      { sends: listed, answer: { drafts: [DRAFT], nextPageToken: "p2", resultSizeEstimate: 1 } },
      { sends: `${listed}&pageToken=p2`, answer: { resultSizeEstimate: 0 } },
    ],
    expected: [DRAFT],
  },
  call("send_draft", D, `POST ${ME}/drafts/send`, {
    body: { id: "r1" },
    answer: { id: "m3", threadId: "m3", labelIds: ["SENT"] },
    expected: { id: "m3", thread_id: "m3" },
  }),
  call("delete_draft", D, `DELETE ${ME}/drafts/r1`, { answer: undefined, expected: { deleted: true } }),
];

const LABEL = { id: "Label_1", name: "Orders", messageListVisibility: "show", messagesTotal: 4 };
const SHOWN = {
  ...{ name: "Bills", labelListVisibility: "labelShowIfUnread", messageListVisibility: "hide" },
  color: { textColor: "#ffffff", backgroundColor: "#16a765" },
};

const labels: VendorCall[] = [
  call("get_label", { label_id: "Label_1" }, `GET ${ME}/labels/Label_1`, { answer: LABEL }),
  call("list_labels", {}, `GET ${ME}/labels`, { answer: { labels: [LABEL] } }),
  call("update_label", { label_id: "Label_1", ...SHOWN }, `PATCH ${ME}/labels/Label_1`, {
    body: SHOWN,
    answer: LABEL,
  }),
  call("delete_label", { label_id: "Label_1" }, `DELETE ${ME}/labels/Label_1`, {
    answer: undefined,
    expected: { deleted: true },
  }),
];

const changes = `GET ${ME}/history?startHistoryId=9&historyTypes=messageAdded&historyTypes=labelAdded&labelId=INBOX&maxResults=500`;
const added = { id: "10", messagesAdded: [{ message: { id: "m1", threadId: "t1" } }] };

const mailbox: VendorCall[] = [
  call("get_mailbox", {}, `GET ${ME}/profile`, {
    answer: { emailAddress: "ada@northwind.example", messagesTotal: 7, threadsTotal: 5, historyId: "9" },
  }),
  {
    action: "list_mailbox_changes",
    input: { since: "9", types: ["messageAdded", "labelAdded"], label: "INBOX" },
    pages: [
      { sends: changes, answer: { history: [added], nextPageToken: "p2", historyId: "12" } },
      { sends: `${changes}&pageToken=p2`, answer: { historyId: "12" } },
    ],
    expected: [added],
  },
  call("get_vacation_responder", {}, `GET ${ME}/settings/vacation`, {
    answer: { enableAutoReply: true, responseSubject: "Away" },
  }),
  call("list_filters", {}, `GET ${ME}/settings/filters`, {
    answer: { filter: [{ id: "f1", criteria: { from: "ann@example.com" }, action: {} }] },
    expected: { filters: [{ id: "f1", criteria: { from: "ann@example.com" }, action: {} }] },
  }),
  call("list_sender_addresses", {}, `GET ${ME}/settings/sendAs`, {
    answer: { sendAs: [{ sendAsEmail: "ada@northwind.example", isPrimary: true }] },
    expected: { addresses: [{ sendAsEmail: "ada@northwind.example", isPrimary: true }] },
  }),
];

/** A polled search: its first answer, then one with something new on two pages, then the same. */
const search = (trigger: string, query: string, label = ""): VendorCall => {
  const sends = `GET ${ME}/messages?q=${query} subject:order${label}&maxResults=100`.replaceAll(" ", "%20");
  const asked = sends.replace("GET%20", "GET ");
  const [old, fresh, late] = ["m1", "m2", "m3"].map((id) => ({ id, threadId: id }));
  return {
    trigger,
    input: { query: "subject:order" },
    polls: [
      [{ sends: asked, answer: { messages: [old] } }],
      [
        { sends: asked, answer: { messages: [fresh], nextPageToken: "p2" } },
        { sends: `${asked}&pageToken=p2`, answer: { messages: [old] } },
      ],
      // What is indexed late stands among the known ones.
      [{ sends: asked, answer: { messages: [fresh, late, old] } }],
    ],
    expected: [
      { id: "m2", thread_id: "m2" },
      { id: "m3", thread_id: "m3" },
    ],
  };
};

const newThreads = `GET ${ME}/threads?q=newer_than:3d%20subject:order&maxResults=100`;
const [thread, next] = ["t1", "t2"].map((id) => ({ id, snippet: `Text of ${id}`, historyId: "9" }));
const newDrafts = `GET ${ME}/drafts?maxResults=100`;

const triggers: VendorCall[] = [
  search("new_attachment", "newer_than:3d has:attachment"),
  search("new_sent_message", "newer_than:3d", "&labelIds=SENT"),
  search("new_starred_message", "newer_than:30d", "&labelIds=STARRED"),
  {
    trigger: "new_thread",
    input: { query: "subject:order" },
    polls: [
      [{ sends: newThreads, answer: { threads: [thread] } }],
      [
        { sends: newThreads, answer: { threads: [next], nextPageToken: "p2" } },
        { sends: `${newThreads}&pageToken=p2`, answer: { threads: [thread] } },
      ],
    ],
    expected: [{ id: "t2", snippet: "Text of t2" }],
  },
  {
    trigger: "new_draft",
    input: {},
    polls: [
      [{ sends: newDrafts, answer: { resultSizeEstimate: 0 } }],
      [
        { sends: newDrafts, answer: { drafts: [DRAFT], nextPageToken: "p2" } },
        { sends: `${newDrafts}&pageToken=p2`, answer: {} },
      ],
      [{ sends: newDrafts, answer: { drafts: [DRAFT] } }],
    ],
    expected: [DRAFT],
  },
  {
    trigger: "new_label",
    input: {},
    polls: [
      [{ sends: `GET ${ME}/labels`, answer: { labels: [{ id: "INBOX", name: "INBOX" }] } }],
      [{ sends: `GET ${ME}/labels`, answer: { labels: [{ id: "INBOX", name: "INBOX" }, LABEL] } }],
    ],
    expected: [LABEL],
  },
];

/** What Gmail documents for messages, threads, drafts, labels, settings and what is new. */
export const calls: readonly VendorCall[] = [
  ...messages,
  ...threads,
  ...drafts,
  ...labels,
  ...mailbox,
  ...triggers,
];
