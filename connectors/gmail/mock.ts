import {
  googleAnswers,
  googleApi,
  googleError,
  googleOAuth,
  googlePage,
  googleTokens,
  invalid,
  notFound,
  signedIn,
} from "../google-mock.ts";
import { requestOf } from "../mock-request.ts";
import { jsonBody, type Mock, type MockAnswer, type MockRequest, type MockVendor } from "../mock-vendor.ts";

// developers.google.com/workspace/gmail/api/reference/rest: lists hold ids only, the newest first, and no `messages` at
// all when nothing is found; /upload takes a message as it is (message/rfc822) with uploadType=media.
interface Message {
  id: string;
  threadId: string;
  labelIds: string[];
  snippet: string;
  internalDate: string;
  payload: { mimeType: string; headers: { name: string; value: string }[]; body: { data: string } };
}

interface Mailbox {
  messages: Message[];
  labels: { id: string; name: string; type: string }[];
}

function addMessage({ messages }: Mailbox, text: string, time: number): Message {
  const [head = "", ...rest] = text.split("\r\n\r\n");
  const headers = head.split("\r\n").map((line) => {
    const [name = "", ...value] = line.split(": ");
    return { name, value: value.join(": ") };
  });
  const content = rest.join("\r\n\r\n");
  const id = `18c0ffee${messages.length.toString(16).padStart(8, "0")}`;
  const data = Buffer.from(content, "utf8").toString("base64url");
  const payload = { mimeType: "text/plain", headers, body: { data } };
  const labelIds = ["INBOX", "UNREAD"];
  const message = {
    id,
    threadId: id,
    labelIds,
    snippet: content.slice(0, 80),
    internalDate: String(time),
    payload,
  };
  messages.unshift(message);
  return message;
}

function send(mailbox: Mailbox, request: MockRequest): MockAnswer {
  if (request.query.get("uploadType") !== "media" || request.headers["content-type"] !== "message/rfc822") {
    return invalid("Media type is not supported. Valid media types: [message/rfc822]");
  }
  if (!/^To: *[^\s@]+@[^\s@]+/im.test(request.body)) return invalid("Recipient address required");
  const { id, threadId } = addMessage(mailbox, request.body, Date.now());
  return { status: 200, body: { id, threadId, labelIds: ["SENT"] } };
}

/** The words of the search box that the mock knows; undefined for others. */
function finds(word: string): ((message: Message) => boolean) | undefined {
  const days = /^newer_than:(\d+)d$/.exec(word)?.[1];
  if (days !== undefined)
    return (message) => Number(message.internalDate) > Date.now() - Number(days) * 86_400_000;
  const subject = /^subject:(\w+)$/.exec(word)?.[1];
  if (subject === undefined) return undefined;
  return ({ payload }) =>
    payload.headers.some(({ name, value }) => name === "Subject" && value.split(" ").includes(subject));
}

function list({ messages }: Mailbox, request: MockRequest): MockAnswer {
  const words = (request.query.get("q") ?? "").split(" ").filter((word) => word !== "");
  const tests = words.map(finds);
  if (tests.includes(undefined)) return invalid("Invalid search");
  const labels = request.query.getAll("labelIds");
  const found = messages.filter(
    (message) =>
      tests.every((test) => test?.(message)) && labels.every((id) => message.labelIds.includes(id)),
  );
  const page = googlePage(request, found, { name: "maxResults", standard: 100, most: 500 });
  if ("status" in page) return page;
  const { items, nextPageToken } = page;
  const ids = (items as Message[]).map(({ id, threadId }) => ({ id, threadId })); // a page of what it was given
  const none = { resultSizeEstimate: 0 };
  return {
    status: 200,
    body: ids.length === 0 ? none : { messages: ids, nextPageToken, resultSizeEstimate: 201 },
  };
}

function modify({ labels }: Mailbox, message: Message, request: MockRequest): MockAnswer {
  const body = jsonBody(request) ?? {};
  const add = (body.addLabelIds ?? []) as string[]; // checked against the labels below
  const remove = (body.removeLabelIds ?? []) as string[]; // as above
  if (add.length + remove.length === 0) return invalid("No label add or removes specified");
  const unknown = [...add, ...remove].find((id) => !labels.some((label) => label.id === id));
  if (unknown !== undefined) return invalid(`Invalid label: ${unknown}`);
  message.labelIds = [...message.labelIds.filter((id) => !remove.includes(id)), ...add];
  const { id, threadId, labelIds } = message;
  return { status: 200, body: { id, threadId, labelIds } };
}

function createLabel({ labels }: Mailbox, request: MockRequest): MockAnswer {
  const name = jsonBody(request)?.name;
  if (typeof name !== "string") return invalid("Invalid label name");
  if (labels.some((label) => label.name === name)) {
    return googleError(409, "ALREADY_EXISTS", {
      message: "Label name exists or conflicts",
      reason: "aborted",
    });
  }
  const label = { id: `Label_${labels.length}`, name, type: "user" };
  labels.push(label);
  return { status: 200, body: label };
}

function get(message: Message, { query }: MockRequest): MockAnswer {
  const format = query.get("format") ?? "full";
  if (!["full", "metadata", "minimal", "raw"].includes(format)) return invalid("Invalid value at 'format'");
  const { payload, ...minimal } = message;
  if (format === "minimal") return { status: 200, body: minimal };
  const { headers, mimeType } = payload;
  return {
    status: 200,
    body: format === "metadata" ? { ...minimal, payload: { headers, mimeType } } : message,
  };
}

function newMailbox(): Mailbox {
  const names = ["INBOX", "UNREAD", "STARRED", "TRASH"];
  const mailbox: Mailbox = { messages: [], labels: names.map((id) => ({ id, name: id, type: "system" })) };
  mailbox.labels.push({ id: "Label_1", name: "Orders", type: "user" });
  for (let i = 0; i < 201; i++)
    addMessage(mailbox, `To: ada@example.com\r\nSubject: Order ${i}\r\n\r\nText ${i}`, i);
  return mailbox;
}

function create(): Mock {
  const mailbox = newMailbox();
  const byId =
    (answer: (message: Message, request: MockRequest) => MockAnswer) =>
    (request: MockRequest, [id]: readonly string[]): MockAnswer => {
      const message = mailbox.messages.find((candidate) => candidate.id === id);
      return message === undefined ? notFound() : answer(message, request);
    };
  const me = "/gmail/v1/users/me";
  const profile = { emailAddress: "ada@northwind.example", messagesTotal: 201, historyId: "9" };
  return googleApi({
    [`GET ${me}/profile`]: () => ({ status: 200, body: profile }),
    [`GET ${me}/labels`]: () => ({ status: 200, body: { labels: mailbox.labels } }),
    [`POST ${me}/labels`]: (request) => createLabel(mailbox, request),
    [`POST /upload${me}/messages/send`]: (request) => send(mailbox, request),
    [`GET ${me}/messages`]: (request) => list(mailbox, request),
    [`GET ${me}/messages/*`]: byId(get),
    [`POST ${me}/messages/*/modify`]: byId((message, request) => modify(mailbox, message, request)),
    [`POST ${me}/messages/*/trash`]: byId((message) => {
      message.labelIds = ["TRASH"];
      return {
        status: 200,
        body: { id: message.id, threadId: message.threadId, labelIds: message.labelIds },
      };
    }),
  });
}

const idOf = (number: number) => `18c0ffee${number.toString(16).padStart(8, "0")}`;
const SENT = {
  to: "bob@example.com",
  cc: "cy@example.com",
  bcc: "di@example.com",
  subject: "Grüße",
  text: "a\r\n\r\nb",
};

/** Gmail, as documented at developers.google.com/workspace/gmail/api. */
export const vendor: MockVendor = {
  hosts: ["gmail.googleapis.com"],
  credentials: { oauth2: googleTokens },
  oauth: googleOAuth(["gmail.modify"]),
  parameters: {
    "GET /gmail/v1/users/me/messages": ["q", "labelIds", "maxResults", "pageToken"],
    "GET /gmail/v1/users/me/messages/*": ["format"],
    "POST /upload/gmail/v1/users/me/messages/send": ["uploadType"],
    "POST /gmail/v1/users/me/messages/*/modify": ["addLabelIds", "removeLabelIds"],
    "POST /gmail/v1/users/me/labels": ["name"],
  },
  account: "ada@northwind.example",
  create,
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
    { action: "send_message", input: { ...SENT, to: "nobody" }, code: "input", message: /Recipient address/ },
    {
      action: "send_message",
      input: { ...SENT, subject: "x\r\nBcc: y@example.com" },
      code: "input",
      message: /subject/,
    },
  ],
};
