import {
  bearerOf,
  isObject,
  jsonBody,
  type Mock,
  type MockAnswer,
  type MockRequest,
  type MockVendor,
} from "../mock-vendor.ts";

// developers.hubspot.com: errors are {status, message, correlationId, category}; an existing e-mail address is 409,
// a missing record 404, a used-up limit 429 with policyName.
const TOKENS = ["pat-eu1-good-0000", "CN-good-oauth-000"];
const PREFIX = "/crm/v3/objects/contacts";

function failed(status: number, category: string, message: string): MockAnswer {
  return { status, body: { status: "error", message, correlationId: "aeb5f871", category } };
}

interface Contact {
  id: string;
  properties: Record<string, unknown>;
  createdAt: string;
  updatedAt: string;
  archived: boolean;
}

function findContact(contacts: Contact[], id: string, query: URLSearchParams): Contact | undefined {
  const byEmail = query.get("idProperty") === "email";
  return contacts.find((contact) => (byEmail ? contact.properties.email === id : contact.id === id));
}

function addContact(contacts: Contact[], request: MockRequest): MockAnswer {
  const properties = jsonBody(request)?.properties;
  if (!isObject(properties)) return failed(400, "VALIDATION_ERROR", "Invalid input JSON");
  const existing = contacts.find((contact) => contact.properties.email === properties.email);
  if (existing !== undefined)
    return failed(409, "CONFLICT", `Contact already exists. Existing ID: ${existing.id}`);
  const time = "2026-01-02T03:04:05.678Z";
  const id = String(500 + contacts.length);
  const contact = { id, properties, createdAt: time, updatedAt: time, archived: false };
  contacts.push(contact);
  return { status: 201, body: contact };
}

function searchContacts(contacts: Contact[], request: MockRequest): MockAnswer {
  const groups = jsonBody(request)?.filterGroups;
  const group: unknown = Array.isArray(groups) ? groups[0] : undefined;
  const filter: unknown = isObject(group) && Array.isArray(group.filters) ? group.filters[0] : undefined;
  if (!isObject(filter) || typeof filter.operator !== "string") {
    return failed(400, "VALIDATION_ERROR", "Invalid input JSON: filters need an operator");
  }
  const name = String(filter.propertyName);
  const results = contacts.filter((contact) => contact.properties[name] === filter.value);
  return { status: 200, body: { total: results.length, results, paging: { next: { after: "1" } } } };
}

function answerContact(contact: Contact, request: MockRequest): MockAnswer {
  if (request.method === "GET") return { status: 200, body: contact };
  if (request.method !== "PATCH") return failed(405, "METHOD_NOT_ALLOWED", "Method not allowed");
  const properties = jsonBody(request)?.properties;
  if (!isObject(properties)) return failed(400, "VALIDATION_ERROR", "Invalid input JSON");
  Object.assign(contact.properties, properties);
  return { status: 200, body: contact };
}

function create(): Mock {
  const contacts: Contact[] = [];
  return {
    limited: () => ({
      status: 429,
      body: {
        status: "error",
        message: "You have reached your ten_secondly_rolling limit.",
        policyName: "TEN_SECONDLY_ROLLING",
      },
    }),
    answer: (request) => {
      const { method, path, query } = request;
      if (!TOKENS.includes(bearerOf(request))) {
        return failed(401, "INVALID_AUTHENTICATION", "Authentication credentials not found.");
      }
      const details = { portalId: 62515, timeZone: "UTC" };
      if (method === "GET" && path === "/account-info/v3/details") return { status: 200, body: details };
      if (method === "POST" && path === PREFIX) return addContact(contacts, request);
      if (method === "POST" && path === `${PREFIX}/search`) return searchContacts(contacts, request);
      const id = path.startsWith(`${PREFIX}/`) ? decodeURIComponent(path.slice(PREFIX.length + 1)) : "";
      const contact = findContact(contacts, id, query);
      if (contact === undefined) return failed(404, "OBJECT_NOT_FOUND", "resource not found");
      return answerContact(contact, request);
    },
  };
}

/** HubSpot's contacts API, as documented at developers.hubspot.com. */
export const vendor: MockVendor = {
  hosts: ["api.hubapi.com"],
  credentials: {
    keybased: { good: { access_token: "pat-eu1-good-0000" }, bad: { access_token: "pat-eu1-bad-00000" } },
    oauth2: { good: { access_token: "CN-good-oauth-000" }, bad: { access_token: "CN-bad-oauth-0000" } },
  },
  parameters: {
    "POST /crm/v3/objects/contacts": ["properties"],
    "GET /crm/v3/objects/contacts/*": ["idProperty", "properties"],
    "PATCH /crm/v3/objects/contacts/*": ["idProperty", "properties"],
    "POST /crm/v3/objects/contacts/search": ["filterGroups", "properties", "limit", "after"],
  },
  account: "62515",
  create,
  answers: [
    {
      answer: failed(403, "MISSING_SCOPES", "This app hasn't been granted all required scopes."),
      code: "auth",
    },
    { answer: failed(423, "LOCKED", "Try again in two seconds."), code: "remote" },
    { answer: failed(477, "MIGRATION_IN_PROGRESS", "The account is being moved."), code: "remote" },
  ],
  cases: [
    {
      action: "create_contact",
      input: { properties: { email: "orders+1@example.com", company: "Northwind" } },
      expected: { id: "500", properties: { email: "orders+1@example.com" } },
    },
    {
      action: "get_contact",
      input: { contact_id: "500", properties: "email" },
      expected: { id: "500", properties: { email: "orders+1@example.com" } },
    },
    {
      action: "get_contact",
      input: { contact_id: "orders+1@example.com", id_property: "email" },
      expected: { id: "500" },
    },
    {
      action: "update_contact",
      input: { contact_id: "orders+1@example.com", id_property: "email", properties: { phone: "+49 30 1" } },
      expected: { properties: { company: "Northwind", phone: "+49 30 1" } },
    },
    {
      action: "search_contacts",
      input: {
        property: "company",
        operator: "EQ",
        value: "Northwind",
        properties: ["email"],
        limit: 1,
        after: "0",
      },
      expected: { total: 1, results: [{ id: "500" }], after: "1" },
    },
  ],
  refusals: [
    {
      action: "create_contact",
      input: { properties: { email: "orders+1@example.com" } },
      code: "input",
      message: /already exists/,
    },
    { action: "get_contact", input: { contact_id: "1/../500" }, code: "input", message: /404/ },
  ],
};
