import { answerFrom, type MockRoutes, numbered, wholeNumber } from "../mock-routes.ts";
import {
  bearerOf,
  isObject,
  jsonBody,
  type Mock,
  type MockAnswer,
  type MockRequest,
} from "../mock-vendor.ts";

// twilio.com/docs/sendgrid: errors are {errors: [{message, field, help}]}; mail is accepted with 202, no body and X-Message-Id;
// a used-up limit is 429 with X-RateLimit-Reset in epoch seconds.
/** The only key that the mock knows. */
export const KEY = "SG.good.0000000000000";

/** A refusal as SendGrid words it. */
export function failed(status: number, message: string, field: string | null = null): MockAnswer {
  return { status, body: { errors: [{ message, field, help: null }] } };
}

function isAddress(value: unknown): boolean {
  return isObject(value) && typeof value.email === "string" && /^[^@\s]+@[^@\s]+$/.test(value.email);
}

function sendTemplate(
  template: unknown,
  { dynamic_template_data: data = {} }: Record<string, unknown>,
): MockAnswer {
  if (!TEMPLATES.some(({ id }) => id === template))
    return failed(400, "The template_id must be a valid GUID.", "template_id");
  if (!isObject(data)) return failed(400, "Must be an object.", "personalizations.0.dynamic_template_data");
  return { status: 202, headers: { "x-message-id": `of-${template}-${JSON.stringify(data)}` } };
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
  if (body.template_id !== undefined) return sendTemplate(body.template_id, first);
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

const TEMPLATES = numbered(201, (n) => ({ id: `d-${n}`, name: `Template ${n}`, generation: "dynamic" }));

/** A page that names the next one as a whole address. */
function tokenPage(items: readonly unknown[], { query, path }: MockRequest, max: number): MockAnswer {
  const size = wholeNumber(query.get("page_size"), { fallback: 0, min: 1, max }) ?? 0;
  if (size === 0) return failed(400, `page_size must be between 1 and ${max}`, "page_size");
  const start = Number(/^pt(\d+)$/.exec(query.get("page_token") ?? "pt0")?.[1] ?? Number.NaN);
  if (Number.isNaN(start)) return failed(400, "invalid page_token", "page_token");
  const kept = new URLSearchParams(query);
  kept.set("page_token", `pt${start + size}`);
  const more = start + size < items.length;
  const next = more ? { next: `https://api.sendgrid.com${path}?${kept}` } : {};
  return {
    status: 200,
    body: { result: items.slice(start, start + size), _metadata: { count: items.length, ...next } },
  };
}

interface Bounce {
  email: string;
  created: number;
  reason: string;
  status: string;
}

function listBounces(bounces: readonly Bounce[], { query }: MockRequest): MockAnswer {
  const whole = (name: string, fallback: number, max = 1e12) =>
    wholeNumber(query.get(name), { fallback, min: 0, max });
  const [from, until] = [whole("start_time", 0), whole("end_time", 1e12)];
  const [limit, offset] = [whole("limit", 500, 500), whole("offset", 0)];
  if (from === undefined || until === undefined || limit === undefined || offset === undefined) {
    return failed(400, "start_time, end_time, limit and offset must be numbers");
  }
  const found = bounces.filter(({ created }) => created >= from && created <= until);
  return { status: 200, body: found.slice(offset, offset + limit) };
}

/** SendGrid, with a way for an address to refuse mail. */
export interface SendGridMock extends Mock {
  bounce(email: string): void;
}

/** SendGrid with three templates, two lists and three bounces. */
export function createSendGrid(): SendGridMock {
  const seeds = [3, 2, 1].map((n) => ({ email: `gone${n}@example.com`, created: 1_770_000_000 + n }));
  const bounces: Bounce[] = seeds.map((seed) => ({ ...seed, reason: "550 unknown", status: "5.1.1" }));
  const lists = ["l1", "l2"].map((id) => ({ id, name: `List ${id}`, contact_count: 0 }));
  const routes: MockRoutes = {
    "GET /v3/scopes": () => ({ status: 200, body: { scopes: ["mail.send"] } }),
    "POST /v3/mail/send": sendMail,
    "PUT /v3/marketing/contacts": putContacts,
    "GET /v3/marketing/lists": (request) => tokenPage(lists, request, 1000),
    "GET /v3/templates": (request) =>
      tokenPage(
        request.query.get("generations") === "dynamic" ? TEMPLATES : [{ id: "old", name: "Old" }],
        request,
        200,
      ),
    "GET /v3/suppression/bounces": (request) => listBounces(bounces, request),
    "DELETE /v3/suppression/bounces/*": (_, [email]) => {
      const at = bounces.findIndex((one) => one.email === email);
      if (at < 0) return failed(404, "resource not found");
      bounces.splice(at, 1);
      return { status: 204 };
    },
  };
  return {
    bounce: (email) =>
      bounces.unshift({ email, created: Math.floor(Date.now() / 1000), reason: "550", status: "5.1.1" }),
    limited: () => ({
      ...failed(429, "too many requests"),
      headers: { "x-ratelimit-reset": String(Math.ceil(Date.now() / 1000) + 60) },
    }),
    answer: (request) => {
      if (bearerOf(request) !== KEY)
        return failed(401, "The provided authorization grant is invalid, expired, or revoked");
      return answerFrom(routes, request, failed(404, "Not Found"));
    },
  };
}
