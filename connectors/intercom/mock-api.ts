import { answerFrom, type MockHandler, type MockRoutes, wholeNumber } from "../mock-routes.ts";
import {
  bearerOf,
  isObject,
  jsonBody,
  type Mock,
  type MockAnswer,
  type MockRequest,
} from "../mock-vendor.ts";

// developers.intercom.com (2.11): errors are {type: "error.list", errors: [{code, message}]}; lists tell
// `pages.next.starting_after`; searching pages within the body; times are seconds since 1970.
/** The tokens that the mock accepts. */
export const TOKENS = ["dG9rOmdvb2Qta2V5", "dG9rOmdvb2Qtb2F1dGg="];
const ADMINS = [
  { type: "admin", id: "814860", name: "Ada Lovelace", email: "ada@northwind.example" },
  { type: "admin", id: "814861", name: "Bob", email: "bob@northwind.example" },
];

interface Contact extends Record<string, unknown> {
  id: string;
}

interface Conversation extends Record<string, unknown> {
  id: string;
  state: string;
  created_at: number;
  parts: unknown[];
}

interface Workspace {
  contacts: Contact[];
  conversations: Conversation[];
}

/** The vendor's error body. */
export function failed(status: number, code: string, message: string): MockAnswer {
  return { status, body: { type: "error.list", request_id: "b2sqjg", errors: [{ code, message }] } };
}

interface Wanted {
  name: string;
  per_page: unknown;
  starting_after: unknown;
}

function listOf(all: readonly unknown[], { name, per_page, starting_after }: Wanted): MockAnswer {
  const size = wholeNumber(per_page == null ? null : String(per_page), { fallback: 20, min: 1, max: 150 });
  const match = /^Wz(\d+)$/.exec(String(starting_after ?? "Wz0"));
  if (size === undefined || match === null)
    return failed(400, "parameter_invalid", "per_page or starting_after is invalid");
  const end = Number(match[1]) + size;
  const next = end < all.length ? { next: { per_page: size, starting_after: `Wz${end}` } } : { next: null };
  const pages = { type: "pages", per_page: size, ...next };
  return {
    status: 200,
    body: { type: "list", total_count: all.length, pages, [name]: all.slice(Number(match[1]), end) },
  };
}

const OPERATORS: Readonly<Record<string, (value: unknown, wanted: unknown) => boolean>> = {
  "=": (value, wanted) => value === wanted,
  "!=": (value, wanted) => value !== wanted,
  "~": (value, wanted) => String(value).includes(String(wanted)),
  ">": (value, wanted) => Number(value) >= Number(wanted),
};

function search(
  name: string,
  all: readonly Record<string, unknown>[],
  fields: readonly string[],
): MockHandler {
  return (request) => {
    const { query, pagination = {}, sort } = jsonBody(request) ?? {};
    if (!isObject(query) || !isObject(pagination)) return failed(400, "bad_request", "query is missing");
    const compare = OPERATORS[String(query.operator)];
    const field = String(query.field);
    if (compare === undefined || !fields.includes(field) || query.value === undefined) {
      return failed(
        400,
        "invalid_field",
        `Search: field ${field} or operator ${String(query.operator)} is invalid`,
      );
    }
    if (field === "created_at" && typeof query.value !== "number")
      return failed(400, "invalid_value", "not a time");
    const found = all.filter((row) => compare(row[field], query.value));
    if (sort !== undefined) {
      if (!isObject(sort) || sort.field !== "created_at")
        return failed(400, "invalid_field", "sort is invalid");
      found.sort((a, b) => Number(a.created_at) - Number(b.created_at));
      if (sort.order !== "ascending") found.reverse();
    }
    return listOf(found, { name, per_page: pagination.per_page, starting_after: pagination.starting_after });
  };
}

/** The members of a contact that the vendor documents. */
export const CONTACT = ["role", "email", "name", "phone", "external_id", "custom_attributes"];

function contactOf(request: MockRequest): Record<string, unknown> | undefined {
  const body = jsonBody(request);
  return body !== undefined && Object.keys(body).every((name) => CONTACT.includes(name)) ? body : undefined;
}

function contactRoutes({ contacts }: Workspace): MockRoutes {
  const onContact =
    (answer: (contact: Contact, request: MockRequest) => MockAnswer): MockHandler =>
    (request, [id]) => {
      const contact = contacts.find((candidate) => candidate.id === id);
      return contact === undefined ? failed(404, "not_found", "User Not Found") : answer(contact, request);
    };
  return {
    "POST /contacts": (request) => {
      const body = contactOf(request);
      if (body === undefined) return failed(400, "parameter_invalid", "contact is invalid");
      if (body.role !== "user" && body.role !== "lead")
        return failed(400, "parameter_invalid", "role is invalid");
      const twin = contacts.find(({ email }) => email !== undefined && email === body.email);
      if (twin !== undefined) {
        return failed(409, "conflict", `A contact matching those details already exists with id=${twin.id}`);
      }
      const contact = { type: "contact", ...body, id: `64e5${contacts.length + 1}` };
      contacts.push(contact);
      return { status: 200, body: contact };
    },
    "POST /contacts/search": search("data", contacts, ["email", "name", "role"]),
    "GET /contacts/*": onContact((contact) => ({ status: 200, body: contact })),
    "PUT /contacts/*": onContact((contact, request) => {
      const body = contactOf(request);
      if (body === undefined) return failed(400, "parameter_invalid", "contact is invalid");
      return { status: 200, body: Object.assign(contact, body) };
    }),
    "POST /contacts/*/notes": onContact((_contact, request) => {
      const { body, admin_id } = jsonBody(request) ?? {};
      if (typeof body !== "string") return failed(400, "parameter_not_found", "body is missing");
      if (!ADMINS.some(({ id }) => id === admin_id))
        return failed(404, "resource_not_found", "Resource Not Found");
      return { status: 200, body: { type: "note", id: "31", body } };
    }),
  };
}

function conversationRoutes({ conversations }: Workspace): MockRoutes {
  const find = (id = "") => conversations.find((candidate) => candidate.id === id);
  const missing = () => failed(404, "not_found", "Resource Not Found");
  return {
    "GET /conversations": ({ query }) =>
      listOf(conversations.toReversed(), {
        name: "conversations",
        per_page: query.get("per_page"),
        starting_after: query.get("starting_after"),
      }),
    "POST /conversations": (request) => {
      const { from, body } = jsonBody(request) ?? {};
      if (!isObject(from) || typeof body !== "string")
        return failed(400, "parameter_invalid", "from is invalid");
      const conversation = newConversation(conversations.length + 1, body, Math.floor(Date.now() / 1000));
      conversations.push(conversation);
      return { status: 200, body: { type: "user_message", conversation_id: conversation.id } };
    },
    "POST /conversations/search": search("conversations", conversations, ["created_at", "state"]),
    "GET /conversations/*": ({ query }, [id]) => {
      const conversation = find(id);
      if (conversation === undefined) return missing();
      const { parts, ...rest } = conversation;
      const isPlain = query.get("display_as") === "plaintext";
      const conversation_parts = isPlain ? parts : parts.map(() => ({ body: "<p>…</p>" }));
      return { status: 200, body: { ...rest, conversation_parts: { conversation_parts } } };
    },
    "POST /conversations/*/reply": (request, [id]) => {
      const conversation = find(id);
      const { message_type, type, admin_id, body } = jsonBody(request) ?? {};
      if (conversation === undefined || !ADMINS.some((admin) => admin.id === admin_id)) return missing();
      if (
        type !== "admin" ||
        !["comment", "note"].includes(String(message_type)) ||
        typeof body !== "string"
      ) {
        return failed(400, "parameter_invalid", "message_type is invalid");
      }
      conversation.parts.push({ part_type: message_type, body, author: { id: admin_id } });
      return { status: 200, body: { type: "conversation", id, state: conversation.state } };
    },
  };
}

function newConversation(number: number, body: string, created_at: number): Conversation {
  const source = { type: "conversation", body, author: { type: "user", id: "64e51" } };
  return { type: "conversation", id: String(4000 + number), state: "open", created_at, source, parts: [] };
}

/** An imitation of Intercom with some records in it. */
export function create(): Mock {
  const contacts = Array.from({ length: 151 }, (_, i) => ({
    type: "contact",
    id: `64e5${i + 1}`,
    role: "user",
    name: `Person ${i + 1}`,
    email: `p${i + 1}@example.com`,
  }));
  const conversations = Array.from({ length: 151 }, (_, i) =>
    newConversation(i + 1, `Hi ${i + 1}`, 1_767_225_600 + i),
  );
  const workspace = { contacts, conversations };
  const routes: MockRoutes = {
    "GET /me": () => ({ status: 200, body: { ...ADMINS[0], app: { type: "app", name: "Northwind" } } }),
    "GET /admins": () => ({ status: 200, body: { type: "admin.list", admins: ADMINS } }),
    ...contactRoutes(workspace),
    ...conversationRoutes(workspace),
  };
  return {
    limited: () => ({
      ...failed(429, "rate_limit_exceeded", "Exceeded rate limit of 83 in 10_seconds"),
      headers: { "x-ratelimit-reset": String(Math.floor(Date.now() / 1000) + 9) },
    }),
    answer: (request) => {
      if (!TOKENS.includes(bearerOf(request))) return failed(401, "unauthorized", "Access Token Invalid");
      if (request.headers["intercom-version"] !== "2.11") {
        return failed(400, "intercom_version_invalid", "The requested version could not be found");
      }
      return answerFrom(routes, request, failed(404, "not_found", "The requested resource was not found"));
    },
  };
}
