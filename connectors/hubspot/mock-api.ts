import { answerFrom, type MockHandler, type MockRoutes, wholeNumber } from "../mock-routes.ts";
import {
  bearerOf,
  isObject,
  jsonBody,
  type Mock,
  type MockAnswer,
  type MockRequest,
} from "../mock-vendor.ts";

// developers.hubspot.com: errors are {status, message, correlationId, category}; an existing email address is 409,
// a missing record 404, a used-up limit 429 with policyName; lists go on while `paging.next.after` is there.
/** The tokens that the mock accepts. */
export const TOKENS = ["pat-eu1-good-0000", "CN-good-oauth-000"];
const PREFIX = "/crm/v3/objects/contacts";
/** The properties that contacts have, with their labels. */
export const PROPERTIES = [
  { name: "email", label: "Email" },
  { name: "firstname", label: "First name" },
  { name: "lastname", label: "Last name" },
  { name: "phone", label: "Phone number" },
  { name: "company", label: "Company name" },
  { name: "createdate", label: "Create date" },
  { name: "lastmodifieddate", label: "Last modified date" },
];

/** HubSpot's error body. */
export function failed(status: number, category: string, message: string): MockAnswer {
  return { status, body: { status: "error", message, correlationId: "aeb5f871", category } };
}

interface Contact {
  id: string;
  properties: Record<string, unknown>;
  createdAt: string;
  updatedAt: string;
  archived: boolean;
}

function propertiesOf(request: MockRequest): Record<string, unknown> | MockAnswer {
  const properties = jsonBody(request)?.properties;
  if (!isObject(properties)) return failed(400, "VALIDATION_ERROR", "Invalid input JSON");
  const wrong = Object.keys(properties).find(
    (name) => !PROPERTIES.some((property) => property.name === name),
  );
  if (wrong === undefined) return properties;
  return failed(
    400,
    "VALIDATION_ERROR",
    `Property values were not valid: Property "${wrong}" does not exist`,
  );
}

const isAnswer = (value: Record<string, unknown> | MockAnswer): value is MockAnswer =>
  typeof value.status === "number";

function newContact(contacts: Contact[], properties: Record<string, unknown>, time: string): Contact {
  const id = String(501 + contacts.length);
  const times = { createdate: time, lastmodifieddate: time };
  const contact = {
    id,
    properties: { ...properties, ...times },
    createdAt: time,
    updatedAt: time,
    archived: false,
  };
  contacts.push(contact);
  return contact;
}

function addContact(contacts: Contact[], request: MockRequest): MockAnswer {
  const properties = propertiesOf(request);
  if (isAnswer(properties)) return properties;
  const existing = contacts.find(
    ({ properties: { email } }) => email !== undefined && email === properties.email,
  );
  if (existing !== undefined)
    return failed(409, "CONFLICT", `Contact already exists. Existing ID: ${existing.id}`);
  return { status: 201, body: newContact(contacts, properties, new Date().toISOString()) };
}

interface Window {
  limit: number | undefined;
  after: unknown;
}

function pageOf(
  found: readonly Contact[],
  names: readonly string[] | undefined,
  { limit, after }: Window,
): MockAnswer {
  const start = wholeNumber(after === undefined || after === null ? null : String(after), {
    fallback: 0,
    min: 1,
    max: 10_000,
  });
  if (limit === undefined || start === undefined) {
    return failed(400, "VALIDATION_ERROR", "Invalid input: limit or after is not valid");
  }
  const end = start + limit;
  const told = names ?? ["email", "firstname", "lastname"];
  const results = found.slice(start, end).map((contact) => {
    const properties = Object.entries(contact.properties).filter(([name]) => told.includes(name));
    return { ...contact, properties: Object.fromEntries(properties) };
  });
  const next = end < found.length ? { paging: { next: { after: String(end) } } } : {};
  return { status: 200, body: { total: found.length, results, ...next } };
}

const OPERATORS: Readonly<Record<string, (value: string, wanted: string) => boolean>> = {
  EQ: (value, wanted) => value === wanted,
  NEQ: (value, wanted) => value !== wanted,
  GTE: (value, wanted) => value >= wanted,
  CONTAINS_TOKEN: (value, wanted) => value.split(/\W/).includes(wanted),
};

function searchContacts(contacts: Contact[], request: MockRequest): MockAnswer {
  const { filterGroups, sorts = [], properties, limit = 10, after } = jsonBody(request) ?? {};
  const group: unknown = Array.isArray(filterGroups) ? filterGroups[0] : undefined;
  const filter: unknown = isObject(group) && Array.isArray(group.filters) ? group.filters[0] : undefined;
  const compare = isObject(filter) ? OPERATORS[String(filter.operator)] : undefined;
  if (!isObject(filter) || compare === undefined || typeof filter.value !== "string") {
    return failed(400, "VALIDATION_ERROR", "Invalid input JSON: filters need an operator and a value");
  }
  const { propertyName, value } = filter;
  if (!PROPERTIES.some(({ name }) => name === propertyName)) {
    return failed(400, "VALIDATION_ERROR", `There was a problem with the request: ${String(propertyName)}`);
  }
  const found = contacts.filter((contact) =>
    compare(String(contact.properties[String(propertyName)]), value),
  );
  const sort: unknown = Array.isArray(sorts) ? sorts[0] : undefined;
  if (isObject(sort)) {
    const by = (contact: Contact) => String(contact.properties[String(sort.propertyName)]);
    found.sort((a, b) => (by(a) < by(b) ? -1 : 1));
    if (sort.direction === "DESCENDING") found.reverse();
  }
  const size = wholeNumber(String(limit), { fallback: 10, min: 1, max: 200 });
  return pageOf(found, Array.isArray(properties) ? properties.map(String) : undefined, {
    limit: size,
    after,
  });
}

function contactRoutes(contacts: Contact[]): MockRoutes {
  const onContact =
    (answer: (contact: Contact, request: MockRequest) => MockAnswer): MockHandler =>
    (request, [id]) => {
      const byEmail = request.query.get("idProperty") === "email";
      const contact = contacts.find((one) => (byEmail ? one.properties.email === id : one.id === id));
      return contact === undefined || contact.archived
        ? failed(404, "OBJECT_NOT_FOUND", "resource not found")
        : answer(contact, request);
    };
  return {
    [`POST ${PREFIX}`]: (request) => addContact(contacts, request),
    [`POST ${PREFIX}/search`]: (request) => searchContacts(contacts, request),
    [`GET ${PREFIX}`]: ({ query }) => {
      const limit = wholeNumber(query.get("limit"), { fallback: 10, min: 1, max: 100 });
      const there = contacts.filter(({ archived }) => !archived);
      return pageOf(there, query.get("properties")?.split(","), { limit, after: query.get("after") });
    },
    [`GET ${PREFIX}/*`]: onContact((contact, { query }) => {
      const names = query.get("properties")?.split(",") ?? ["createdate", "email", "firstname", "lastname"];
      const told = Object.entries(contact.properties).filter(([name]) => names.includes(name));
      return { status: 200, body: { ...contact, properties: Object.fromEntries(told) } };
    }),
    [`PATCH ${PREFIX}/*`]: onContact((contact, request) => {
      const properties = propertiesOf(request);
      if (isAnswer(properties)) return properties;
      contact.updatedAt = new Date().toISOString();
      Object.assign(contact.properties, properties, { lastmodifieddate: contact.updatedAt });
      return { status: 200, body: contact };
    }),
    [`DELETE ${PREFIX}/*`]: onContact((contact) => {
      contact.archived = true;
      return { status: 204 };
    }),
  };
}

/** An imitation of a HubSpot account with 201 contacts. */
export function create(): Mock {
  const contacts: Contact[] = [];
  for (let i = 1; i <= 201; i++) {
    const time = `2026-01-01T00:00:00.${String(i).padStart(3, "0")}Z`;
    newContact(contacts, { email: `p${i}@example.com`, company: "Acme" }, time);
  }
  const routes: MockRoutes = {
    "GET /account-info/v3/details": () => ({ status: 200, body: { portalId: 62515, timeZone: "UTC" } }),
    "GET /crm/v3/properties/contacts": ({ query }) =>
      ["true", "false", null].includes(query.get("archived"))
        ? { status: 200, body: { results: query.get("archived") === "true" ? [] : PROPERTIES } }
        : failed(400, "VALIDATION_ERROR", "archived is not a boolean"),
    ...contactRoutes(contacts),
  };
  return {
    limited: () => ({
      status: 429,
      body: {
        status: "error",
        message: "You have reached your ten_secondly_rolling limit.",
        policyName: "TEN_SECONDLY_ROLLING",
      },
    }),
    answer: (request) =>
      TOKENS.includes(bearerOf(request))
        ? answerFrom(routes, request, failed(404, "OBJECT_NOT_FOUND", "Unable to match the request"))
        : failed(401, "INVALID_AUTHENTICATION", "Authentication credentials not found."),
  };
}
