import { answerFrom, basicOf, type MockHandler, type MockRoutes, wholeNumber } from "../mock-routes.ts";
import {
  bearerOf,
  isObject,
  jsonBody,
  type Mock,
  type MockAnswer,
  type MockRequest,
} from "../mock-vendor.ts";

// developer.zendesk.com: lists page by `page[size]` and `page[after]` with {meta, links}, or by `per_page` and `page` with
// `next_page`; `sort` belongs to the first kind and `sort_by` with `sort_order` to the second; errors are {error,
// description, details}; an API token goes as basic with /token behind the address.
/** Where the API begins. */
export const API = "/api/v2";
const SITE = "https://northwind.zendesk.com";
const STATES = ["new", "open", "pending", "hold", "solved", "closed"];
const PRIORITIES = ["low", "normal", "high", "urgent"];
/** The groups of agents. */
export const GROUPS = Array.from({ length: 101 }, (_, i) => ({ id: 300 + i, name: `Group ${i + 1}` }));
const USERS = [
  { id: 1, name: "Ada Lovelace", email: "ada@northwind.example", role: "admin" },
  { id: 2, name: "Bob", email: "bob@example.com", role: "end-user" },
];

interface Ticket extends Record<string, unknown> {
  id: number;
  subject: string;
  status: string;
  created_at: string;
  updated_at: string;
}

/** The vendor's error body. */
export function failed(status: number, error: string, description: string): MockAnswer {
  return { status, body: { error, description } };
}

const invalid = (description: string) =>
  failed(422, "RecordInvalid", `Record validation errors: ${description}`);

function cursorPage(name: string, all: readonly unknown[], { query, path }: MockRequest): MockAnswer {
  const size = wholeNumber(query.get("page[size]"), { fallback: 100, min: 1, max: 100 });
  const match = /^xy(\d+)$/.exec(query.get("page[after]") ?? "xy0");
  if (size === undefined || match === null)
    return failed(400, "InvalidPaginationParameter", "page is invalid");
  const end = Number(match[1]) + size;
  const has_more = end < all.length;
  const meta = { has_more, after_cursor: has_more ? `xy${end}` : null, before_cursor: null };
  const links = { next: has_more ? `${SITE}${path}?page[after]=xy${end}` : null };
  return { status: 200, body: { [name]: all.slice(Number(match[1]), end), meta, links } };
}

function numberedPage(name: string, all: readonly unknown[], { query, path }: MockRequest): MockAnswer {
  const size = wholeNumber(query.get("per_page"), { fallback: 100, min: 1, max: 100 });
  const page = wholeNumber(query.get("page"), { fallback: 1, min: 1, max: 1000 });
  if (size === undefined || page === undefined)
    return failed(400, "InvalidPaginationParameter", "page is invalid");
  const next = new URLSearchParams(query);
  next.set("page", String(page + 1));
  const next_page = page * size < all.length ? `${SITE}${path}?${next}` : null;
  const body = { [name]: all.slice((page - 1) * size, page * size), next_page, count: all.length };
  return { status: 200, body };
}

const ORDERS = ["created_at", "updated_at", "id"];

function listTickets(tickets: readonly Ticket[], request: MockRequest): MockAnswer {
  const { query } = request;
  const isCursor = [...query.keys()].some((name) => name.startsWith("page["));
  const wanted = isCursor
    ? query.get("sort")
    : `${query.get("sort_order") === "desc" ? "-" : ""}${query.get("sort_by") ?? "id"}`;
  const order = (wanted ?? "id").replace("-", "");
  if (!ORDERS.includes(order)) return failed(400, "InvalidSort", `cannot sort by ${order}`);
  const sorted = tickets.toSorted((a, b) => (String(a[order]) < String(b[order]) ? -1 : 1));
  if (wanted?.startsWith("-")) sorted.reverse();
  return isCursor ? cursorPage("tickets", sorted, request) : numberedPage("tickets", sorted, request);
}

function search(tickets: readonly Ticket[], request: MockRequest): MockAnswer {
  const { query } = request;
  const [kind, ...words] = (query.get("query") ?? "").split(" ");
  if (kind !== "type:ticket") return failed(422, "invalid", "The query is invalid");
  const found = tickets.filter((ticket) =>
    words.every((word) => {
      const [name = "", value] = word.split(":");
      return value === undefined ? ticket.subject.includes(word) : String(ticket[name]) === value;
    }),
  );
  const order = query.get("sort_by") ?? "relevance";
  if (!["relevance", "created_at", "updated_at"].includes(order))
    return failed(422, "invalid", "Invalid sort_by");
  if (order !== "relevance") found.sort((a, b) => (String(a[order]) < String(b[order]) ? -1 : 1));
  if (query.get("sort_order") === "desc") found.reverse();
  return numberedPage("results", found, request);
}

/** What a ticket's members become, or the refusal of one of them. */
function changesOf(request: MockRequest): Record<string, unknown> | MockAnswer {
  const ticket = jsonBody(request)?.ticket;
  if (!isObject(ticket)) return failed(400, "Ticket cannot be created", "ticket is missing");
  const { comment, requester, assignee_email, ...plain } = ticket;
  if (comment !== undefined && !(isObject(comment) && typeof comment.body === "string")) {
    return invalid("Description: cannot be blank");
  }
  if (plain.status !== undefined && !STATES.includes(String(plain.status)))
    return invalid("Status: is not valid");
  if (plain.priority !== undefined && !PRIORITIES.includes(String(plain.priority)))
    return invalid("Priority: is not valid");
  if (plain.group_id !== undefined && !GROUPS.some(({ id }) => id === plain.group_id))
    return invalid("Group: is not valid");
  const assignee = USERS.find(({ email }) => email === assignee_email);
  if (assignee_email !== undefined && assignee === undefined) return invalid("Assignee: is not valid");
  const user = isObject(requester) ? { requester_id: 3, via: { source: { from: requester } } } : {};
  const said = isObject(comment) ? { last_comment: comment } : {};
  return { ...plain, ...user, ...said, ...(assignee === undefined ? {} : { assignee_id: assignee.id }) };
}

const isAnswer = (value: Record<string, unknown> | MockAnswer): value is MockAnswer =>
  typeof value.status === "number";

function add(tickets: Ticket[], changes: Record<string, unknown>, time: string): Ticket {
  const times = { created_at: time, updated_at: time };
  const ticket = { subject: "", status: "new", ...changes, id: 1001 + tickets.length, ...times };
  tickets.push(ticket);
  return ticket;
}

function ticketRoutes(tickets: Ticket[]): MockRoutes {
  const onTicket =
    (answer: (ticket: Ticket, request: MockRequest) => MockAnswer): MockHandler =>
    (request, [id]) => {
      const ticket = tickets.find((candidate) => String(candidate.id) === id);
      return ticket === undefined ? failed(404, "RecordNotFound", "Not found") : answer(ticket, request);
    };
  return {
    [`GET ${API}/tickets.json`]: (request) => listTickets(tickets, request),
    [`POST ${API}/tickets.json`]: (request) => {
      const changes = changesOf(request);
      if (isAnswer(changes)) return changes;
      if (changes.last_comment === undefined) return invalid("Description: cannot be blank");
      return {
        status: 201,
        body: { ticket: add(tickets, changes, new Date().toISOString()), audit: { id: 1 } },
      };
    },
    [`GET ${API}/tickets/*.json`]: onTicket((ticket) => ({ status: 200, body: { ticket } })),
    [`PUT ${API}/tickets/*.json`]: onTicket((ticket, request) => {
      const changes = changesOf(request);
      if (isAnswer(changes)) return changes;
      Object.assign(ticket, changes, { updated_at: new Date().toISOString() });
      return { status: 200, body: { ticket, audit: { id: 2 } } };
    }),
    [`DELETE ${API}/tickets/*.json`]: onTicket((ticket) => {
      tickets.splice(tickets.indexOf(ticket), 1);
      return { status: 204 };
    }),
  };
}

/** An imitation of Zendesk with some records in it. */
export function create(): Mock {
  const tickets: Ticket[] = [];
  for (let i = 1; i <= 101; i++)
    add(tickets, { subject: `Case ${i}` }, `2026-01-01T00:00:${String(i).padStart(3, "0")}Z`);
  const routes: MockRoutes = {
    [`GET ${API}/users/me.json`]: () => ({ status: 200, body: { user: USERS[0] } }),
    [`GET ${API}/users/search.json`]: ({ query }) => {
      const text = query.get("query");
      if (text === null) return failed(422, "InvalidQuery", "query is missing");
      const users = USERS.filter(({ name, email }) => email === text || name.includes(text));
      return { status: 200, body: { users, next_page: null, count: users.length } };
    },
    [`GET ${API}/groups.json`]: (request) => cursorPage("groups", GROUPS, request),
    [`GET ${API}/search.json`]: (request) => search(tickets, request),
    ...ticketRoutes(tickets),
  };
  return {
    limited: () => ({
      status: 429,
      headers: { "retry-after": "93" },
      body: {
        error: "APIRateLimitExceeded",
        description: "Number of allowed API requests per minute exceeded",
      },
    }),
    answer: (request) => {
      const isKnown =
        basicOf(request) === "ada@northwind.example/token:good-api-token" ||
        bearerOf(request) === "good-oauth-token";
      if (!isKnown) return { status: 401, body: { error: "Couldn't authenticate you" } };
      return answerFrom(routes, request, failed(404, "InvalidEndpoint", "Not found"));
    },
  };
}
