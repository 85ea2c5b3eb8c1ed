import { googleApi, googleError, googlePage, invalid, notFound, partsIn } from "../google-mock.ts";
import { isObject, jsonBody, type Mock, type MockAnswer, type MockRequest } from "../mock-vendor.ts";

// developers.google.com/workspace/gmail/api/reference/rest: lists hold ids only, the newest first, and no `messages` at
// all when nothing is found; /upload takes a message as it is (message/rfc822) with uploadType=media, and with
// uploadType=multipart after its metadata (multipart/related). A reply needs the thread and In-Reply-To.
interface Message {
  id: string;
  threadId: string;
  labelIds: string[];
  snippet: string;
  internalDate: string;
  payload: MessagePart;
}

interface MessagePart {
  mimeType: string;
  filename?: string;
  headers: { name: string; value: string }[];
  body: { data: string };
  parts?: MessagePart[];
}

interface Mailbox {
  messages: Message[];
  labels: { id: string; name: string; type: string }[];
}

function partOf(text: string): MessagePart {
  const end = text.indexOf("\r\n\r\n");
  const lines = end > 0 ? text.slice(0, end).split("\r\n") : [];
  const headers = lines.map((line) => {
    const [name = "", ...value] = line.split(": ");
    return { name, value: value.join(": ") };
  });
  const headerOf = (wanted: string) => headers.find(({ name }) => name === wanted)?.value ?? "";
  const type = headerOf("Content-Type");
  const content = text.slice(end + 4);
  const parts = partsIn(type, content)?.map(partOf);
  const isBase64 = headerOf("Content-Transfer-Encoding") === "base64";
  const data = Buffer.from(content, isBase64 ? "base64" : "utf8").toString("base64url");
  const filename = /filename="([^"]+)"/.exec(headerOf("Content-Disposition"))?.[1];
  return {
    mimeType: /^[^;]+/.exec(type)?.[0] ?? "text/plain",
    ...(filename !== undefined && { filename }),
    headers,
    body: { data: parts === undefined ? data : "" },
    ...(parts && { parts }),
  };
}

function addMessage({ messages }: Mailbox, text: string, time: number, thread?: string): Message {
  const payload = partOf(text);
  const id = `18c0ffee${messages.length.toString(16).padStart(8, "0")}`;
  const content = text.slice(text.indexOf("\r\n\r\n") + 4);
  const message = {
    id,
    threadId: thread ?? id,
    labelIds: ["INBOX", "UNREAD"],
    snippet: content.slice(0, 80),
    internalDate: String(time),
    payload,
  };
  messages.unshift(message);
  return message;
}

/** What follows the only header of a part. */
function contentOf(part: string, header: string): string | undefined {
  const head = `${header}\r\n\r\n`;
  return part.startsWith(head) ? part.slice(head.length) : undefined;
}

/** The metadata and the message of a multipart upload; undefined if it is none. */
function readUpload({ body, headers }: MockRequest): { metadata: unknown; text: string } | undefined {
  const parts = partsIn(headers["content-type"] ?? "", body);
  const [json = "", message = ""] = parts ?? [];
  const about = contentOf(json, "Content-Type: application/json; charset=utf-8");
  const text = contentOf(message, "Content-Type: message/rfc822");
  if (parts?.length !== 2 || about === undefined || text === undefined) return undefined;
  return { metadata: JSON.parse(about), text };
}

function answerInThread(mailbox: Mailbox, metadata: unknown, text: string): Message | undefined {
  const threadId = isObject(metadata) ? metadata.threadId : undefined;
  const isKnown = mailbox.messages.some((message) => message.threadId === threadId);
  if (typeof threadId !== "string" || !isKnown || !/^In-Reply-To: <.+>\r\nReferences: <.+>\r$/m.test(text))
    return undefined;
  return addMessage(mailbox, text, Date.now(), threadId);
}

const isMedia = ({ query, headers }: MockRequest) =>
  query.get("uploadType") === "media" && headers["content-type"] === "message/rfc822";
const MEDIA = invalid("Media type is not supported. Valid media types: [message/rfc822]");

/** Puts a message that is uploaded as it is into the mailbox. */
function store(mailbox: Mailbox, request: MockRequest): { id: string; threadId: string } | undefined {
  if (!isMedia(request)) return undefined;
  const { id, threadId } = addMessage(mailbox, request.body, Date.now());
  return { id, threadId };
}

function saveDraft(mailbox: Mailbox, request: MockRequest): MockAnswer {
  const message = store(mailbox, request);
  return message === undefined ? MEDIA : { status: 200, body: { id: "r-2", message } };
}

function createDraft(mailbox: Mailbox, request: MockRequest): MockAnswer {
  if (request.query.get("uploadType") === "media") return saveDraft(mailbox, request);
  const upload = readUpload(request);
  const { metadata, text = "" } = upload ?? {};
  const message = isObject(metadata) ? metadata.message : undefined;
  const draft = answerInThread(mailbox, message, text);
  if (draft === undefined) return invalid("Invalid draft");
  return { status: 200, body: { id: "r-1", message: { id: draft.id, threadId: draft.threadId } } };
}

function send(mailbox: Mailbox, request: MockRequest): MockAnswer {
  if (request.query.get("uploadType") === "multipart") {
    const { metadata, text = "" } = readUpload(request) ?? {};
    const reply = answerInThread(mailbox, metadata, text);
    if (reply === undefined) return notFound("Requested thread was not found.");
    return { status: 200, body: { id: reply.id, threadId: reply.threadId, labelIds: ["SENT"] } };
  }
  if (!isMedia(request)) return MEDIA;
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

/** A mailbox with 201 messages, behind the API. */
export function create(): Mock {
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
    [`POST /upload${me}/drafts`]: (request) => createDraft(mailbox, request),
    [`PUT /upload${me}/drafts/*`]: (request) => saveDraft(mailbox, request),
    [`POST /upload${me}/messages`]: (request) => {
      const body = store(mailbox, request);
      return body === undefined ? MEDIA : { status: 200, body };
    },
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
