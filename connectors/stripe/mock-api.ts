import { answerFrom, formBody, type MockRoutes, numbered } from "../mock-routes.ts";
import { bearerOf, type Mock, type MockAnswer, type MockRequest } from "../mock-vendor.ts";

// docs.stripe.com/api: bodies are forms with brackets, JSON is refused; errors are {error: {type, code, message, param}};
// an Idempotency-Key repeats the first answer and is refused for other parameters.
/** The only key that the mock knows. */
export const KEY = "sk_test_good000000000";

/** A refusal as Stripe words it. */
export function failed(status: number, type: string, message: string, more: object = {}): MockAnswer {
  return { status, body: { error: { type, message, ...more } } };
}

interface Books {
  customers: Record<string, unknown>[];
  payments: Record<string, unknown>[];
  hooks: Map<string, string>;
  events: Record<string, unknown>[];
  remembered: Map<string, { body: string; answer: MockAnswer }>;
}

function refuseUnknown(form: URLSearchParams, known: RegExp): MockAnswer | undefined {
  const param = [...form.keys()].find((name) => !known.test(name));
  if (param === undefined) return undefined;
  return failed(400, "invalid_request_error", `Received unknown parameter: ${param}`, { param });
}

const CUSTOMER = /^(email|name|description|phone|metadata\[\w+\])$/;

/** What a form holds; `metadata[a]=b` is an object. */
function valuesOf(form: URLSearchParams): Record<string, unknown> {
  const metadata = [...form]
    .filter(([name]) => name.startsWith("metadata["))
    .map(([name, value]) => [name.slice(9, -1), value]);
  const plain = [...form].filter(([name]) => !name.includes("["));
  return {
    ...Object.fromEntries(plain),
    ...(metadata.length > 0 ? { metadata: Object.fromEntries(metadata) } : {}),
  };
}

function addCustomer({ customers }: Books, form: URLSearchParams): MockAnswer {
  const refused = refuseUnknown(form, CUSTOMER);
  if (refused !== undefined) return refused;
  const customer = {
    id: `cus_${customers.length + 1}`,
    object: "customer",
    email: null,
    name: null,
    metadata: {},
    ...valuesOf(form),
  };
  customers.unshift(customer);
  return { status: 200, body: customer };
}

function changeCustomer({ customers }: Books, form: URLSearchParams, id: string): MockAnswer {
  const refused = refuseUnknown(form, CUSTOMER);
  if (refused !== undefined) return refused;
  const customer = customers.find((one) => one.id === id);
  return customer === undefined
    ? noSuch("customer", id)
    : { status: 200, body: Object.assign(customer, valuesOf(form)) };
}

function noSuch(kind: string, id: string): MockAnswer {
  return failed(404, "invalid_request_error", `No such ${kind}: '${id}'`, { code: "resource_missing" });
}

function addPayment({ payments }: Books, form: URLSearchParams): MockAnswer {
  const known =
    /^(amount|currency|customer|description|automatic_payment_methods\[enabled\]|metadata\[\w+\])$/;
  const refused = refuseUnknown(form, known);
  if (refused !== undefined) return refused;
  const amount = Number(form.get("amount"));
  const currency = form.get("currency") ?? "";
  if (!Number.isInteger(amount) || amount < 1) {
    return failed(400, "invalid_request_error", "Invalid integer", { param: "amount" });
  }
  if (!/^[a-z]{3}$/.test(currency)) {
    return failed(400, "invalid_request_error", "Invalid currency", { param: "currency" });
  }
  const { customer = null, description, metadata } = valuesOf(form);
  const id = `pi_${payments.length + 1}`;
  const more = { customer, description, metadata, status: "requires_payment_method" };
  payments.unshift({ id, object: "payment_intent", amount, currency, ...more });
  return { status: 200, body: payments[0] };
}

function refund({ payments }: Books, form: URLSearchParams): MockAnswer {
  const payment_intent = form.get("payment_intent") ?? "";
  const payment = payments.find(({ id }) => id === payment_intent);
  if (payment === undefined) return noSuch("payment_intent", payment_intent);
  const paid = Number(payment.amount);
  const refused = refuseUnknown(form, /^(payment_intent|amount|reason)$/);
  if (refused !== undefined) return refused;
  const amount = form.has("amount") ? Number(form.get("amount")) : paid;
  if (amount > paid) {
    return failed(400, "invalid_request_error", "Refund amount is greater than charge amount");
  }
  const reason = form.get("reason");
  const body = { id: "re_1", object: "refund", amount, payment_intent, reason, status: "succeeded" };
  return { status: 200, body };
}

function addEndpoint({ hooks }: Books, form: URLSearchParams): MockAnswer {
  const refused = refuseUnknown(form, /^(url|enabled_events\[\d*\]|description)$/);
  if (refused !== undefined) return refused;
  const url = form.get("url") ?? "";
  const enabled_events = [...form]
    .filter(([name]) => name.startsWith("enabled_events"))
    .map(([, value]) => value);
  if (!url.startsWith("https://"))
    return failed(400, "invalid_request_error", "Invalid URL", { param: "url" });
  if (enabled_events.length === 0) {
    return failed(400, "invalid_request_error", "Missing required param: enabled_events.", {
      param: "enabled_events",
    });
  }
  const id = `we_${hooks.size + 1}`;
  hooks.set(id, url);
  return {
    status: 200,
    body: { id, object: "webhook_endpoint", url, enabled_events, secret: `whsec_of_${id}` },
  };
}

type Write = (books: Books, form: URLSearchParams, id: string) => MockAnswer;
const WRITERS: Record<string, Write> = {
  "POST /v1/customers": addCustomer,
  "POST /v1/customers/*": changeCustomer,
  "POST /v1/payment_intents": addPayment,
  "POST /v1/refunds": refund,
  "POST /v1/webhook_endpoints": addEndpoint,
};

function unrecognized({ method, path }: MockRequest): MockAnswer {
  return failed(404, "invalid_request_error", `Unrecognized request URL (${method}: ${path})`);
}

function write(books: Books, request: MockRequest): MockAnswer {
  const form = formBody(request);
  if (form === undefined) {
    return failed(400, "invalid_request_error", "Invalid request: use application/x-www-form-urlencoded.");
  }
  const routes = Object.entries(WRITERS).map(([route, writer]) => [
    route,
    (_: unknown, [id = ""]: readonly string[]) => writer(books, form, id),
  ]);
  return answerFrom(Object.fromEntries(routes) as MockRoutes, request, unrecognized(request)); // built from pairs just above
}

function writeOnce(books: Books, request: MockRequest): MockAnswer {
  const key = request.headers["idempotency-key"];
  if (key === undefined) return write(books, request);
  const first = books.remembered.get(key);
  if (first !== undefined && first.body !== request.body) {
    const message =
      "Keys for idempotent requests can only be used with the same parameters they were first used with.";
    return failed(400, "idempotency_error", message);
  }
  const answer = first?.answer ?? write(books, request);
  books.remembered.set(key, { body: request.body, answer });
  return answer;
}

function list(things: readonly Record<string, unknown>[], { query, path }: MockRequest): MockAnswer {
  const after = query.get("starting_after");
  const start = after === null ? 0 : things.findIndex(({ id }) => id === after) + 1;
  if (after !== null && start === 0) return noSuch("object", after);
  const limit = Number(query.get("limit") ?? "10");
  if (!(limit >= 1 && limit <= 100))
    return failed(400, "invalid_request_error", "Invalid integer", { param: "limit" });
  const data = things.slice(start, start + limit);
  return { status: 200, body: { object: "list", url: path, has_more: start + limit < things.length, data } };
}

function readRoutes({ customers, payments, hooks, events }: Books): MockRoutes {
  return {
    "GET /v1/account": () => ({ status: 200, body: { id: "acct_1", object: "account" } }),
    "GET /v1/customers": (request) => {
      const email = request.query.get("email");
      return list(
        customers.filter((customer) => email === null || customer.email === email),
        request,
      );
    },
    "GET /v1/customers/*": (_, [id = ""]) => {
      const customer = customers.find((one) => one.id === id);
      return customer === undefined ? noSuch("customer", id) : { status: 200, body: customer };
    },
    "GET /v1/payment_intents": (request) => {
      const customer = request.query.get("customer");
      return list(
        payments.filter((payment) => customer === null || payment.customer === customer),
        request,
      );
    },
    "GET /v1/events": (request) => {
      const kinds = request.query.getAll("types[]");
      const since = Number(request.query.get("created[gte]") ?? "0");
      return list(
        events.filter(({ type, created }) => kinds.includes(String(type)) && Number(created) >= since),
        request,
      );
    },
    "GET /v1/webhook_endpoints/*": (_, [id = ""]) =>
      hooks.has(id)
        ? { status: 200, body: { id, object: "webhook_endpoint", status: "enabled" } }
        : noSuch("webhook endpoint", id),
    "DELETE /v1/webhook_endpoints/*": (_, [id = ""]) =>
      hooks.delete(id) ? { status: 200, body: { id, deleted: true } } : noSuch("webhook endpoint", id),
  };
}

/** A Stripe in which something can happen by itself. */
export interface StripeMock extends Mock {
  happen(type: string): void;
}

/** A Stripe account with 101 customers, more than a page holds, and three payments. */
export function createStripe(): StripeMock {
  const books: Books = { customers: [], payments: [], hooks: new Map(), events: [], remembered: new Map() };
  for (const name of numbered(101, (n) => `Seed ${n}`)) {
    addCustomer(books, new URLSearchParams({ name, email: "seed@example.com" }));
  }
  for (const amount of ["1", "2", "3"]) {
    addPayment(books, new URLSearchParams({ amount, currency: "eur", customer: "cus_1" }));
  }
  const routes = readRoutes(books);
  const limit = { code: "rate_limit" };
  return {
    limited: () => failed(429, "invalid_request_error", "Too many requests hit the API too quickly.", limit),
    hooks: () => [...books.hooks.values()],
    happen: (type) => {
      const id = `evt_${books.events.length + 1}`;
      const created = Math.floor(Date.now() / 1000) + books.events.length;
      books.events.unshift({ id, type, created, data: { object: { id: `obj_${id}`, amount: 990 } } });
    },
    answer: (request) => {
      const key = bearerOf(request);
      if (key !== KEY) return failed(401, "invalid_request_error", `Invalid API Key provided: ${key}`);
      if (request.method === "POST") return writeOnce(books, request);
      return answerFrom(routes, request, unrecognized(request));
    },
  };
}
