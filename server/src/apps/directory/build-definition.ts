import type { JsonObject } from "../connector.ts";
import type { DirectoryEntry } from "./entry-schema.ts";
import { splitQuery, toTemplate } from "./places.ts";
import { buildSignIn } from "./sign-in.ts";

/** What an entry says beside actions: where the API is, how customers connect, what tests a credential. */
export function buildBase(entry: DirectoryEntry): JsonObject {
  const { slug, name, about, category, tags = [], url, hosts, headers, error, docs } = entry;
  const settings = listSettings(entry);
  return {
    slug,
    name,
    description: about,
    version: "1.0.0",
    tags: [category, ...tags],
    ...(docs !== undefined && { documentation_url: docs }),
    base_url: toTemplate(url),
    ...(hosts !== undefined && { hosts }),
    ...(settings.length > 0 && { settings }),
    ...(headers !== undefined && { headers: mapValues(headers, toTemplate) }),
    auth: buildSignIn(entry),
    ...checkOf(entry),
    ...(error !== undefined && { error_message: `{{ ${error} }}` }),
  };
}

/**
 * The definition of an application that is known by its facts alone: requests of any kind, its lists and what is new or
 * changed in them.
 */
export function buildDefinition(entry: DirectoryEntry): JsonObject {
  const lists = Object.entries(entry.lists ?? {});
  return {
    ...buildBase(entry),
    actions: Object.fromEntries(METHODS.map((method) => [method.toLowerCase(), buildRawAction(method)])),
    ...(lists.length > 0 && {
      objects: Object.fromEntries(lists.map(([id, list]) => [id, buildObject(list)])),
    }),
  };
}

function listSettings({ url, settings = {}, oauth2 }: DirectoryEntry): JsonObject[] {
  return Object.entries(settings).map(([name, setting]) => {
    const { label, help, options } =
      typeof setting === "string" ? { label: setting } : { help: undefined, ...setting };
    const isAddress = [url, oauth2?.token ?? ""].some((text) => text.startsWith(`{${name}}`));
    return {
      name,
      label,
      ...(isAddress && { placeholder: "https://example.com" }),
      ...(help !== undefined && { help_text: help }),
      ...(options === undefined
        ? { type: "text" }
        : { type: "select", options: options.map((value) => ({ name: value, value })) }),
    };
  });
}

function checkOf({ check }: DirectoryEntry): JsonObject {
  if (check === undefined) return {};
  const { path, query } = splitQuery(check.path);
  return {
    check: {
      request: { method: "GET", path: toTemplate(path), ...query },
      ...(check.account !== undefined && { account: `{{ ${check.account} }}` }),
    },
  };
}

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
type Method = (typeof METHODS)[number];

const RAW: Readonly<Record<Method, { description: string; hints: JsonObject }>> = {
  GET: { description: "Reads a resource by its path.", hints: { read_only: true } },
  POST: {
    description: "Creates a resource, or does something that must not be repeated.",
    hints: { read_only: false },
  },
  PUT: { description: "Replaces a resource.", hints: { read_only: false, idempotent: true } },
  PATCH: { description: "Changes parts of a resource.", hints: { read_only: false } },
  DELETE: {
    description: "Deletes a resource.",
    hints: { read_only: false, idempotent: true, destructive: true },
  },
};

function buildRawAction(method: Method): JsonObject {
  const hasBody = method !== "GET" && method !== "DELETE";
  return {
    title: `Send a ${method} request`,
    ...RAW[method],
    input: {
      type: "object",
      additionalProperties: false,
      required: ["path"],
      properties: {
        path: {
          type: "string",
          minLength: 1,
          title: "Path",
          description: "Below the base URL, such as /orders/7.",
        },
        query: { type: "object", title: "Query", description: "Names and values; a list repeats its name." },
        headers: { type: "object", additionalProperties: { type: "string" }, title: "Headers" },
        ...(hasBody && { body: { title: "Body", description: "Sent as JSON." } }),
      },
    },
    output: {
      type: "object",
      properties: {
        status: { type: "integer" },
        headers: { type: "object" },
        body: { description: "JSON if the response is JSON, otherwise text." },
      },
    },
    request: {
      method,
      path: "/",
      open: { path: "{{ input.path }}", query: "{{ input.query }}", headers: "{{ input.headers }}" },
      ...(hasBody && { json: "{{ input.body }}" }),
    },
    response: { status: "{{ status }}", headers: "{{ headers }}", body: "{{ body }}" },
  };
}

type DirectoryList = NonNullable<DirectoryEntry["lists"]>[string];

/** The object of a list: the list itself, and the triggers that poll it. */
function buildObject({ path: whole, items, id, time, query, plural }: DirectoryList): JsonObject {
  const { path, query: fixed } = splitQuery(whole);
  const parameters = { ...(fixed.query as JsonObject | undefined), ...query };
  const request = {
    method: "GET",
    path: toTemplate(path),
    ...(Object.keys(parameters).length > 0 && { query: parameters }),
  };
  const poll = (key: string) => ({ poll: { request, items, key } });
  return {
    path: toTemplate(path),
    ...(plural !== undefined && { plural }),
    verbs: ["list"],
    list: { request, response: { items: `{{ ${items} }}` } },
    changes: ["new", ...(time === undefined ? [] : ["changed"])],
    new: poll(`{{ item.${id} }}`),
    ...(time !== undefined && { changed: poll(`{{ item.${id} }} {{ item.${time} }}`) }),
  };
}

function mapValues(map: Readonly<Record<string, string>>, change: (text: string) => string): JsonObject {
  return Object.fromEntries(Object.entries(map).map(([name, text]) => [name, change(text)]));
}
