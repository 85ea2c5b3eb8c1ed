import { isObject, type Json } from "../../../../platform/json/json.ts";
import type { JsonObject } from "../../../connector.ts";
import { mergeMaps, mergePatch } from "./merge-maps.ts";
import type { ManifestObject, ObjectVerb } from "./object-schema.ts";
import type { ObjectWords } from "./words.ts";

/** An object with what its verbs have in common. */
interface VerbSource {
  object: ManifestObject;
  words: ObjectWords;
}

/** The action of a verb: what follows from the object, and what the member named like the verb says. */
export function buildAction(verb: ObjectVerb, source: VerbSource): JsonObject {
  const { object, words } = source;
  const own = (object[verb] ?? {}) as JsonObject; // manifests are JSON
  const input = withoutRemoved(mergePatch(buildInput(verb, source), own.input ?? {}) as JsonObject, own);
  const base = { ...TEXTS[verb](words), hints: HINTS[verb], input, ...buildCall(verb, source, input) };
  const { input: _, ...rest } = own;
  return withOutput(verb, mergePatch(base, rest) as JsonObject, object);
}

/** Removes from what is required what the verb's own input has removed, unless that says itself what is required. */
function withoutRemoved(input: JsonObject, { input: own }: JsonObject): JsonObject {
  const { required, properties } = input;
  if (!Array.isArray(required) || !isObject(properties) || (isObject(own) && own.required !== undefined))
    return input;
  return { ...input, required: required.filter((name) => Object.hasOwn(properties, String(name))) };
}

/** An action that no verb names: what it lies within becomes part of its input, and the id if its path has it. */
export function buildOwnAction(action: JsonObject, { object, words }: VerbSource): JsonObject {
  const takesId = /object\.item\b/.test(JSON.stringify(action.request ?? {}));
  const given = { ...object.within, ...(takesId && { [words.id_name]: idSchema({ object, words }) }) };
  const own = mergeMaps({ type: "object", additionalProperties: false }, action.input ?? {});
  // What is no schema is refused as one.
  if (!isObject(own) || !Array.isArray(own.required ?? [])) return action;
  const required = [...Object.keys(given), ...((own.required ?? []) as string[])];
  const properties = mergePatch(given as JsonObject, own.properties ?? {});
  return { ...action, input: { ...own, required, properties } };
}

const TEXTS: Readonly<Record<ObjectVerb, (words: ObjectWords) => { title: string; description: string }>> = {
  create: ({ one }) => ({ title: `Create ${one}`, description: `Creates ${one}.` }),
  get: ({ one }) => ({ title: `Get ${one}`, description: `Reads ${one} by its id.` }),
  list: ({ plural }) => ({ title: `List ${plural}`, description: `Lists ${plural}.` }),
  search: ({ plural }) => ({ title: `Search ${plural}`, description: `Finds ${plural}.` }),
  update: ({ one }) => ({
    title: `Update ${one}`,
    description: `Changes fields of ${one}; fields that are left out stay as they are.`,
  }),
  delete: ({ one }) => ({ title: `Delete ${one}`, description: `Deletes ${one}.` }),
};

const HINTS: Readonly<Record<ObjectVerb, JsonObject>> = {
  create: { read_only: false },
  get: { read_only: true },
  list: { read_only: true },
  search: { read_only: true },
  update: { read_only: false, idempotent: true },
  delete: { read_only: false, idempotent: true, destructive: true },
};

function buildInput(verb: ObjectVerb, source: VerbSource): JsonObject {
  const { within = {}, fields = {}, filters = {}, required = [] } = source.object;
  const id = { [source.words.id_name]: idSchema(source) };
  const properties = {
    create: fields,
    get: id,
    list: filters,
    search: {},
    update: { ...id, ...fields },
    delete: id,
  }[verb];
  const needed = { create: required, list: [], search: [] } as Partial<Record<ObjectVerb, string[]>>;
  return {
    type: "object",
    additionalProperties: false,
    required: [...Object.keys(within), ...(needed[verb] ?? Object.keys(id))],
    properties: { ...within, ...properties } as JsonObject, // manifests are JSON
  };
}

function idSchema({ object, words }: VerbSource): Json {
  const options = object.option && { "x-options": words.plural_id };
  const base = { type: "string", minLength: 1, title: words.title, ...options };
  return mergePatch(base, (object.id ?? {}) as JsonObject); // manifests are JSON
}

/** Request, response and paging; of a search the manifest itself says what it asks. */
function buildCall(verb: ObjectVerb, source: VerbSource, input: JsonObject): JsonObject {
  const { object } = source;
  const { path = "" } = object;
  const one = "{{ object.item }}";
  const names = Object.keys((input.properties ?? {}) as JsonObject);
  const sent = names.filter((name) => Object.hasOwn(object.fields ?? {}, name));
  switch (verb) {
    case "create":
      return { request: { method: "POST", path, ...bodyOf(sent, object) }, ...responseOf(object) };
    case "update":
      return { request: { method: "PATCH", path: one, ...bodyOf(sent, object) }, ...responseOf(object) };
    case "get":
      return { request: { method: "GET", path: one }, ...responseOf(object) };
    case "delete":
      return { request: { method: "DELETE", path: one }, response: { deleted: true } };
    case "list": {
      const asked = names.filter((name) => Object.hasOwn(object.filters ?? {}, name));
      return { request: { method: "GET", path, ...(asked.length > 0 && { query: inputsOf(asked) }) } };
    }
    case "search":
      return {};
  }
}

const inputsOf = (names: readonly string[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, `{{ input.${name} }}`]));

function bodyOf(names: readonly string[], { encoding = "json", envelope }: ManifestObject): JsonObject {
  const member = typeof envelope === "object" ? envelope.request : envelope;
  const nested = (member ?? "").match(/(?:\{\{[^}]*\}\}|[^.])+/g) ?? []; // a template is one name
  const body = nested.reduceRight<JsonObject>((inner, name) => ({ [name]: inner }), inputsOf(names));
  return { [encoding]: body };
}

function responseOf({ envelope }: ManifestObject): JsonObject {
  const member = typeof envelope === "object" ? envelope.response : envelope;
  return member === undefined ? {} : { response: `{{ body.${member} }}` };
}

/** Adds the schema of a record, in a paged list as that of its items. */
function withOutput(verb: ObjectVerb, action: JsonObject, { output }: ManifestObject): JsonObject {
  if (output === undefined || verb === "delete" || action.output !== undefined) return action;
  const schema = output as JsonObject; // manifests are JSON
  if (action.paging !== undefined) return { ...action, paging: mergeMaps({ output: schema }, action.paging) };
  return verb === "list" || verb === "search" ? action : { ...action, output: schema };
}
