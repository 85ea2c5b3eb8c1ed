import { googleAnswers, googleOAuth, googleTokens, signedIn } from "../google-mock.ts";
import { matching } from "../mock-match.ts";
import { requestOf } from "../mock-request.ts";
import type { MockVendor } from "../mock-vendor.ts";
import { calls } from "./calls.ts";
import { create } from "./mock-api.ts";

const idOf = (number: number) => `18c0ffee${number.toString(16).padStart(8, "0")}`;
const SENT = {
  to: "bob@example.com",
  cc: "cy@example.com",
  bcc: "di@example.com",
  subject: "Grüße",
  text: "a\r\n\r\nb",
};

const { bcc: _, ...DRAFTED } = SENT;
const base64url = (text: string) => Buffer.from(text, "utf8").toString("base64url");
const REPLY = {
  ...{ "In-Reply-To": "<a@example.com>", References: "<a@example.com>", "MIME-Version": "1.0" },
  ...{ "Content-Type": "text/html; charset=utf-8", "Content-Transfer-Encoding": "8bit" },
};

/** The headers of a message to all of them, and those that follow the subject. */
function headersOf(subject: string, more: Readonly<Record<string, unknown>>, isBlind = true) {
  const rest = "MIME-Version" in more ? more : { "MIME-Version": "1.0", ...more };
  const first = { To: SENT.to, Cc: SENT.cc, ...(isBlind && { Bcc: SENT.bcc }), Subject: subject };
  return Object.entries({ ...first, ...rest }).map(([name, value]) => ({ name, value }));
}

const textPart = (type: string) => ({
  mimeType: `text/${type}`,
  headers: [
    { name: "Content-Type", value: `text/${type}; charset=utf-8` },
    { name: "Content-Transfer-Encoding", value: "8bit" },
  ],
  body: { data: base64url("a\r\n\r\nb") },
});
const filePart = (mimeType: string) => ({ mimeType, filename: "Größe 1.bin", body: { data: "AP8B" } });

/** Gmail, as documented at developers.google.com/workspace/gmail/api. */
export const vendor: MockVendor = {
  hosts: ["gmail.googleapis.com"],
  credentials: { oauth2: googleTokens },
  oauth: googleOAuth(["gmail.modify"]),
  parameters: {
    "GET /gmail/v1/users/me/messages": ["q", "labelIds", "maxResults", "pageToken"],
    "GET /gmail/v1/users/me/messages/*": ["format"],
    "POST /upload/gmail/v1/users/me/messages/send": ["uploadType"],
    "POST /upload/gmail/v1/users/me/drafts": ["uploadType"],
    "PUT /upload/gmail/v1/users/me/drafts/*": ["uploadType"],
    "POST /upload/gmail/v1/users/me/messages": ["uploadType", "internalDateSource"],
    "POST /gmail/v1/users/me/messages/*/modify": ["addLabelIds", "removeLabelIds"],
    "POST /gmail/v1/users/me/labels": ["name"],
  },
  account: "ada@northwind.example",
  create,
  calls,
  answers: googleAnswers,
  cases: [
    {
      action: "search_messages",
      input: { query: "subject:200", label: "INBOX" },
      expected: { items: [{ id: idOf(200), thread_id: idOf(200) }] },
    },
    {
      action: "get_message",
      input: { message_id: idOf(6) },
      expected: { labels: ["INBOX", "UNREAD"], received_ms: "6" },
    },
    { action: "send_message", input: SENT, expected: { id: idOf(201), thread_id: idOf(201) } },
    {
      action: "get_message",
      input: { message_id: idOf(201), format: "full" },
      expected: {
        id: idOf(201),
        thread_id: idOf(201),
        labels: ["INBOX", "UNREAD"],
        snippet: "a\r\n\r\nb",
        payload: {
          headers: [
            { name: "To", value: "bob@example.com" },
            { name: "Cc", value: "cy@example.com" },
            { name: "Bcc", value: "di@example.com" },
            { name: "Subject", value: "Grüße" },
            { name: "MIME-Version", value: "1.0" },
            { name: "Content-Type", value: "text/plain; charset=utf-8" },
            { name: "Content-Transfer-Encoding", value: "8bit" },
          ],
          body: { data: Buffer.from("a\r\n\r\nb").toString("base64url") },
        },
      },
    },
    {
      action: "change_labels",
      input: { message_id: idOf(7), add: ["Label_1"], remove: ["UNREAD"] },
      expected: { id: idOf(7), labels: ["INBOX", "Label_1"] },
    },
    { action: "create_label", input: { name: "Bills" }, expected: { id: "Label_5", name: "Bills" } },
    { action: "trash_message", input: { message_id: idOf(8) }, expected: { id: idOf(8), labels: ["TRASH"] } },
    {
      action: "send_message",
      input: { ...SENT, text: "<b>a</b>", format: "html" },
      expected: { id: idOf(202) },
    },
    {
      action: "get_message",
      input: { message_id: idOf(202) },
      expected: { payload: { mimeType: "text/html" } },
    },
    {
      action: "send_message_with_file",
      input: { ...SENT, file: "AP8B", file_name: "Größe 1.bin", file_type: "image/png", format: "html" },
      expected: { id: idOf(203), thread_id: idOf(203) },
    },
    {
      action: "get_message",
      input: { message_id: idOf(203) },
      expected: {
        payload: { mimeType: "multipart/mixed", parts: [textPart("html"), filePart("image/png")] },
      },
    },
    {
      action: "send_message_with_file",
      input: { ...SENT, file: "AP8B", file_name: "Größe 1.bin" },
      expected: { id: idOf(204) },
    },
    {
      action: "get_message",
      input: { message_id: idOf(204) },
      expected: {
        payload: {
          headers: headersOf("Grüße", {
            "Content-Type": matching(/^multipart\/mixed; boundary=/),
          }),
          parts: [textPart("plain"), filePart("application/octet-stream")],
        },
      },
    },
    {
      action: "reply_to_message",
      input: { ...SENT, thread_id: idOf(6), in_reply_to: "<a@example.com>", format: "html" },
      expected: { id: idOf(205), thread_id: idOf(6) },
    },
    {
      action: "get_message",
      input: { message_id: idOf(205) },
      expected: {
        payload: {
          mimeType: "text/html",
          headers: headersOf("Grüße", REPLY),
          body: { data: base64url("a\r\n\r\nb") },
        },
      },
    },
    {
      action: "create_reply_draft",
      input: { ...DRAFTED, thread_id: idOf(6), in_reply_to: "<a@example.com>", format: "html" },
      expected: { id: "r-1", message: { id: idOf(206), threadId: idOf(6) } },
    },
    {
      action: "get_message",
      input: { message_id: idOf(206) },
      expected: {
        payload: { headers: headersOf("Grüße", REPLY, false), body: { data: base64url("a\r\n\r\nb") } },
      },
    },
    ...["reply_to_message", "create_reply_draft"].map((action) => ({
      action,
      input: { ...DRAFTED, thread_id: idOf(6), in_reply_to: "<a@example.com>" },
      expected: {},
    })),
    ...[207, 208].map((number) => ({
      action: "get_message",
      input: { message_id: idOf(number) },
      expected: { payload: { mimeType: "text/plain" } },
    })),
    {
      action: "create_draft",
      input: SENT,
      expected: { id: "r-2", message: { id: idOf(209), threadId: idOf(209) } },
    },
    { action: "update_draft", input: { ...SENT, draft_id: "r-2" }, expected: { message: { id: idOf(210) } } },
    {
      action: "insert_message",
      input: { message: "Subject: Old\r\n\r\nText" },
      expected: { id: idOf(211), thread_id: idOf(211) },
    },
  ],
  paging: [
    {
      action: "search_messages",
      input: {},
      pages: 3,
      items: Array.from({ length: 201 }, (_, i) => ({ id: idOf(200 - i), thread_id: idOf(200 - i) })),
    },
  ],
  options: [
    {
      list: "labels",
      expected: [
        { name: "INBOX", value: "INBOX" },
        { name: "UNREAD", value: "UNREAD" },
        { name: "STARRED", value: "STARRED" },
        { name: "TRASH", value: "TRASH" },
        { name: "Orders", value: "Label_1" },
      ],
    },
  ],
  triggers: [
    {
      trigger: "new_message",
      kind: "poll",
      input: { query: "subject:Fresh", label: "INBOX" },
      happen: (mock) => {
        const path = "/upload/gmail/v1/users/me/messages/send?uploadType=media";
        const headers = { "content-type": "message/rfc822" };
        const request = signedIn(requestOf("POST", path, { headers }));
        mock.answer({ ...request, body: "To: ada@example.com\r\nSubject: Fresh\r\n\r\nx" });
        mock.answer({ ...request, body: "To: ada@example.com\r\nSubject: Other\r\n\r\nx" });
      },
      expected: [{ id: idOf(201), thread_id: idOf(201) }],
    },
  ],
  refusals: [
    { action: "get_message", input: { message_id: "none" }, code: "input", message: /not found/ },
    {
      action: "change_labels",
      input: { message_id: idOf(7), add: ["Nope"] },
      code: "input",
      message: /Invalid label: Nope/,
    },
    { action: "create_label", input: { name: "Orders" }, code: "input", message: /Label name exists/ },
    {
      action: "reply_to_message",
      input: { ...SENT, thread_id: "none", in_reply_to: "<a@example.com>" },
      code: "input",
      message: /not found/,
    },
    { action: "send_message", input: { ...SENT, to: "nobody" }, code: "input", message: /Recipient address/ },
    {
      action: "send_message",
      input: { ...SENT, subject: "x\r\nBcc: y@example.com" },
      code: "input",
      message: /subject/,
    },
  ],
};
