import { bearerOf, type Mock, type MockAnswer, type MockRequest, type MockVendor } from "../mock-vendor.ts";

// docs.stripe.com/api: bodies are forms with brackets, JSON is refused; errors are {error: {type, code, message, param}};
// an Idempotency-Key repeats the first answer and is refused for other parameters.
const KEY = "sk_test_good000000000";

function failed(status: number, type: string, message: string, more: object = {}): MockAnswer {
  return { status, body: { error: { type, message, ...more } } };
}

function formBody(request: MockRequest): URLSearchParams | undefined {
  const type = request.headers["content-type"] ?? "";
  return type.startsWith("application/x-www-form-urlencoded") ? new URLSearchParams(request.body) : undefined;
}

interface Books {
  customers: Record<string, unknown>[];
  payments: Map<string, number>;
  remembered: Map<string, { body: string; answer: MockAnswer }>;
}

function refuseUnknown(form: URLSearchParams, known: RegExp): MockAnswer | undefined {
  const param = [...form.keys()].find((name) => !known.test(name));
  if (param === undefined) return undefined;
  return failed(400, "invalid_request_error", `Received unknown parameter: ${param}`, { param });
}

function addCustomer({ customers }: Books, form: URLSearchParams): MockAnswer {
  const refused = refuseUnknown(form, /^(email|name|description|phone|metadata\[\w+\])$/);
  if (refused !== undefined) return refused;
  const metadata = [...form]
    .filter(([name]) => name.startsWith("metadata["))
    .map(([name, value]) => [name.slice(9, -1), value]);
  const customer = {
    id: `cus_${customers.length + 1}`,
    object: "customer",
    email: form.get("email"),
    name: form.get("name"),
    metadata: Object.fromEntries(metadata),
  };
  customers.unshift(customer);
  return { status: 200, body: customer };
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
  const id = `pi_${payments.size + 1}`;
  payments.set(id, amount);
  const body = { id, object: "payment_intent", amount, currency, status: "requires_payment_method" };
  return { status: 200, body };
}

function refund({ payments }: Books, form: URLSearchParams): MockAnswer {
  const payment_intent = form.get("payment_intent") ?? "";
  const paid = payments.get(payment_intent);
  if (paid === undefined) {
    const more = { code: "resource_missing" };
    return failed(404, "invalid_request_error", `No such payment_intent: '${payment_intent}'`, more);
  }
  const amount = form.has("amount") ? Number(form.get("amount")) : paid;
  if (amount > paid) {
    return failed(400, "invalid_request_error", "Refund amount is greater than charge amount");
  }
  const body = { id: "re_1", object: "refund", amount, payment_intent, status: "succeeded" };
  return { status: 200, body };
}

const WRITERS: Record<string, (books: Books, form: URLSearchParams) => MockAnswer> = {
  "/v1/customers": addCustomer,
  "/v1/payment_intents": addPayment,
  "/v1/refunds": refund,
};

function write(books: Books, request: MockRequest): MockAnswer {
  const form = formBody(request);
  if (form === undefined) {
    return failed(400, "invalid_request_error", "Invalid request: use application/x-www-form-urlencoded.");
  }
  const writer = WRITERS[request.path];
  if (writer !== undefined) return writer(books, form);
  return failed(404, "invalid_request_error", `Unrecognized request URL (POST: ${request.path})`);
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

function read({ customers }: Books, { path, query }: MockRequest): MockAnswer {
  if (path === "/v1/account") return { status: 200, body: { id: "acct_1", object: "account" } };
  if (path === "/v1/customers") {
    const email = query.get("email");
    const after = query.get("starting_after");
    const found = customers
      .slice(after === null ? 0 : customers.findIndex(({ id }) => id === after) + 1)
      .filter((customer) => email === null || customer.email === email);
    const limit = Number(query.get("limit") ?? "10");
    const data = found.slice(0, limit);
    return { status: 200, body: { object: "list", url: path, has_more: found.length > limit, data } };
  }
  const customer = customers.find(({ id }) => path === `/v1/customers/${id}`);
  if (customer !== undefined) return { status: 200, body: customer };
  return failed(404, "invalid_request_error", "No such customer", { code: "resource_missing" });
}

function create(): Mock {
  const books: Books = { customers: [], payments: new Map(), remembered: new Map() };
  const limit = { code: "rate_limit" };
  return {
    limited: () => failed(429, "invalid_request_error", "Too many requests hit the API too quickly.", limit),
    answer: (request) => {
      const key = bearerOf(request);
      if (key !== KEY) return failed(401, "invalid_request_error", `Invalid API Key provided: ${key}`);
      if (request.method === "GET") return read(books, request);
      if (request.method === "POST") return writeOnce(books, request);
      return failed(
        404,
        "invalid_request_error",
        `Unrecognized request URL (${request.method}: ${request.path})`,
      );
    },
  };
}

/** Stripe's API, as documented at docs.stripe.com/api. */
export const vendor: MockVendor = {
  hosts: ["api.stripe.com"],
  credentials: { keybased: { good: { secret_key: KEY }, bad: { secret_key: "sk_test_bad0000000000" } } },
  parameters: {
    "POST /v1/customers": ["email", "name", "description", "phone", "metadata"],
    "GET /v1/customers": ["email", "limit", "starting_after"],
    "POST /v1/payment_intents": [
      "amount",
      "currency",
      "customer",
      "description",
      "metadata",
      "automatic_payment_methods",
    ],
    "POST /v1/refunds": ["payment_intent", "amount", "reason"],
  },
  account: "acct_1",
  create,
  answers: [
    { answer: failed(403, "invalid_request_error", "This key does not have the permission."), code: "auth" },
    {
      answer: failed(409, "idempotency_error", "There is currently another request in progress."),
      code: "remote",
    },
    { answer: failed(402, "card_error", "Your card was declined."), code: "input" },
  ],
  cases: [
    {
      action: "create_customer",
      input: {
        email: "a+b@example.com",
        name: "Müller & Söhne",
        description: "Books",
        phone: "+49 30 1",
        metadata: { account: "northwind" },
      },
      expected: {
        id: "cus_1",
        email: "a+b@example.com",
        name: "Müller & Söhne",
        metadata: { account: "northwind" },
      },
    },
    { action: "create_customer", input: {}, expected: { id: "cus_2", email: null } },
    { action: "get_customer", input: { customer: "cus_1" }, expected: { id: "cus_1" } },
    {
      action: "list_customers",
      input: { email: "a+b@example.com" },
      expected: { customers: [{ id: "cus_1" }], has_more: false },
    },
    {
      action: "list_customers",
      input: { limit: 1 },
      expected: { customers: [{ id: "cus_2" }], has_more: true },
    },
    {
      action: "list_customers",
      input: { limit: 1, starting_after: "cus_2" },
      expected: { customers: [{ id: "cus_1" }], has_more: false },
    },
    {
      action: "create_payment_intent",
      input: {
        amount: 1250,
        currency: "eur",
        customer: "cus_1",
        description: "Order 7",
        metadata: { order: "7" },
      },
      expected: { id: "pi_1", amount: 1250 },
    },
    {
      action: "refund_payment",
      input: { payment_intent: "pi_1", amount: 250, reason: "duplicate" },
      expected: { amount: 250, status: "succeeded" },
    },
  ],
  refusals: [
    { action: "get_customer", input: { customer: "cus_none" }, code: "input", message: /No such customer/ },
    {
      action: "refund_payment",
      input: { payment_intent: "pi_1", amount: 99999 },
      code: "input",
      message: /greater than/,
    },
  ],
};
