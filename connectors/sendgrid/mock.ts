import {
  bearerOf,
  isObject,
  jsonBody,
  type Mock,
  type MockAnswer,
  type MockRequest,
  type MockVendor,
} from "../mock-vendor.ts";

// twilio.com/docs/sendgrid: errors are {errors: [{message, field, help}]}; mail is accepted with 202, no body and X-Message-Id;
// a used-up limit is 429 with X-RateLimit-Reset in epoch seconds.
const KEY = "SG.good.0000000000000";
const RESET_SECONDS = Math.ceil(Date.now() / 1000) + 60;

function failed(status: number, message: string, field: string | null = null): MockAnswer {
  return { status, body: { errors: [{ message, field, help: null }] } };
}

function isAddress(value: unknown): boolean {
  return isObject(value) && typeof value.email === "string" && /^[^@\s]+@[^@\s]+$/.test(value.email);
}

function sendMail(request: MockRequest): MockAnswer {
  const body = jsonBody(request);
  if (body === undefined) return failed(400, "Bad Request");
  const personalizations = Array.isArray(body.personalizations) ? body.personalizations : [];
  const first: unknown = personalizations[0];
  if (!isObject(first) || !Array.isArray(first.to) || first.to.length === 0) {
    return failed(400, "The to array is required for all personalization objects.", "personalizations.0.to");
  }
  const members = [...first.to, body.from].filter(isObject).flatMap(Object.keys);
  if (members.some((name) => name !== "email" && name !== "name")) {
    return failed(400, "Additional property is not allowed.", "personalizations.0.to");
  }
  if (!first.to.every(isAddress))
    return failed(400, "Does not contain a valid address.", "personalizations.0.to.0.email");
  if (!isAddress(body.from))
    return failed(400, "The from object must be provided for every email send.", "from.email");
  if (body.reply_to !== undefined && !isAddress(body.reply_to))
    return failed(400, "Does not contain a valid address.", "reply_to.email");
  if (isObject(body.from) && body.from.email !== "shop@example.com") {
    return failed(403, "The from address does not match a verified Sender Identity.", "from");
  }
  const content: unknown = Array.isArray(body.content) ? body.content[0] : undefined;
  if (!isObject(content) || typeof content.type !== "string" || !content.value)
    return failed(
      400,
      "The content value must be a string at least one character in length.",
      "content.0.value",
    );
  if (typeof body.subject !== "string" || body.subject === "")
    return failed(400, "The subject is required.", "subject");
  return { status: 202, headers: { "x-message-id": "14c5d75ce93" } };
}

function putContacts(request: MockRequest): MockAnswer {
  const contacts = jsonBody(request)?.contacts;
  if (!Array.isArray(contacts) || contacts.length === 0)
    return failed(400, "contacts is required", "contacts");
  const known = ["email", "first_name", "last_name"];
  const unknown = contacts.flatMap(Object.keys).find((name) => !known.includes(name));
  if (unknown !== undefined) return failed(400, `unknown field ${unknown}`, "contacts");
  return contacts.every(isAddress)
    ? { status: 202, body: { job_id: "0b2f4c3d" } }
    : failed(400, "invalid email", "contacts.0.email");
}

function listTemplates({ query }: MockRequest): MockAnswer {
  const size = Number(query.get("page_size") ?? "0");
  if (!Number.isInteger(size) || size < 1 || size > 200)
    return failed(400, "page_size must be between 1 and 200", "page_size");
  return {
    status: 200,
    body: {
      result: [{ id: "d-1", name: "Receipt", generation: query.get("generations") }],
      _metadata: { count: 1 },
    },
  };
}

function create(): Mock {
  const routes: Record<string, (request: MockRequest) => MockAnswer> = {
    "GET /v3/scopes": () => ({ status: 200, body: { scopes: ["mail.send"] } }),
    "POST /v3/mail/send": sendMail,
    "PUT /v3/marketing/contacts": putContacts,
    "GET /v3/templates": listTemplates,
  };
  return {
    limited: () => ({
      ...failed(429, "too many requests"),
      headers: { "x-ratelimit-reset": String(RESET_SECONDS) },
    }),
    answer: (request) => {
      if (bearerOf(request) !== KEY)
        return failed(401, "The provided authorization grant is invalid, expired, or revoked");
      const route = routes[`${request.method} ${request.path}`];
      return route === undefined ? failed(404, "Not Found") : route(request);
    },
  };
}

const MAIL = {
  to: "customer@example.com",
  from: "shop@example.com",
  subject: "Your order",
  text: "On its way.",
};

/** SendGrid's v3 API, as documented at twilio.com/docs/sendgrid. */
export const vendor: MockVendor = {
  hosts: ["api.sendgrid.com"],
  credentials: { keybased: { good: { api_key: KEY }, bad: { api_key: "SG.bad.00000000000000" } } },
  parameters: {
    "POST /v3/mail/send": ["personalizations", "from", "reply_to", "subject", "content", "categories"],
    "PUT /v3/marketing/contacts": ["list_ids", "contacts"],
    "GET /v3/templates": ["generations", "page_size", "page_token"],
  },
  retryAfterMs: 60_000,
  create,
  answers: [{ answer: failed(403, "access forbidden"), code: "auth" }],
  cases: [
    {
      action: "send_email",
      input: {
        ...MAIL,
        to_name: "Ada",
        from_name: "Shop",
        reply_to: "help@example.com",
        categories: ["orders"],
      },
      expected: { message_id: "14c5d75ce93" },
    },
    { action: "send_email", input: MAIL, expected: { message_id: "14c5d75ce93" } },
    {
      action: "upsert_contact",
      input: { email: "customer@example.com", first_name: "Zoë", last_name: "Ö", list_ids: ["l1"] },
      expected: { job_id: "0b2f4c3d" },
    },
    {
      action: "list_templates",
      input: { page_size: 10, page_token: "p2" },
      expected: [{ id: "d-1", generation: "dynamic" }],
    },
  ],
  refusals: [
    { action: "send_email", input: { ...MAIL, to: "nobody" }, code: "input", message: /valid address/ },
    {
      action: "send_email",
      input: { ...MAIL, from: "other@example.com" },
      code: "auth",
      message: /verified Sender/,
    },
    { action: "upsert_contact", input: { email: "nobody" }, code: "input", message: /invalid email/ },
  ],
};
