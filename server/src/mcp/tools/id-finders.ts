import type { Action } from "../../apps/connector.ts";
import { isObject, type Json } from "../../platform/json/json.ts";
import { createNewestCache, type NewestCache } from "../../platform/newest-cache.ts";
import type { IdFinders, ObjectSchema, Tool } from "./tool.ts";

const ID = /(?:^|_)(?:ids?|key|sid)$/;
const CREATES = /^(?:create|upsert)_/;
/** Of what something is made out, or to what it is added: not an object's name. */
const RELATION = /_(?:of|to|from|in|by)_/;
const READS = /^(?:list|search|find|query)_/;
/** Servers that offer an action beside different other ones. */
const MOST_WORDINGS = 8;

/** Finds, for each action of an application, which others list the ids that it takes, by what both are called (D585). */
export function findIdFinders(actions: readonly Action[]): ReadonlyMap<string, IdFinders> {
  const reads = actions.filter(({ id, hints }) => hints.readOnly && READS.test(id)).map(({ id }) => id);
  return new Map(actions.map((action) => [action.id, findFindersOf(action, reads)]));
}

function findFindersOf({ id, input }: Action, reads: readonly string[]): IdFinders {
  const finders = new Map<string, readonly string[]>();
  if (!isObject(input.properties)) return finders;
  for (const [field, schema] of Object.entries(input.properties)) {
    if (!ID.test(field) || JSON.stringify(schema).includes('"x-options"')) continue;
    const noun = field.replace(ID, "");
    if (CREATES.test(id) && noun === withoutVerb(id)) continue; // its caller makes it up
    const nouns = listNouns(id, noun, schema);
    const found = [
      ...[...nouns, withoutVerb(noun)].flatMap((one) =>
        reads.filter((read) => listPlurals(one).includes(withoutVerb(read))),
      ),
      ...nouns.flatMap((one) =>
        reads.filter((read) => listPlurals(one).some((plural) => read.endsWith(`_${plural}`))),
      ),
    ];
    const others = [...new Set(found)].filter((read) => read !== id);
    if (others.length > 0) finders.set(field, others);
  }
  return finders;
}

/** What an argument may be the id of, the most precise first: `merge_request_comment`, `note`, `comment`. */
function listNouns(actionId: string, noun: string, schema: Json): string[] {
  const title = isObject(schema) && typeof schema.title === "string" ? toName(schema.title) : "";
  const own = withoutVerb(actionId);
  const isOwn = [noun, title].some((name) => name === "" || own === name || own.endsWith(`_${name}`));
  return [isOwn && !RELATION.test(own) ? own : "", noun, title].filter(Boolean);
}

const withoutVerb = (name: string) => name.replace(/^[a-z]+_/, "");
const toName = (title: string) => title.toLowerCase().replaceAll(/[^a-z]+/g, "_");

function listPlurals(noun: string): string[] {
  return noun === "" ? [] : [noun.endsWith("y") ? noun.replace(/y$/, "ies") : `${noun}s`, `${noun}es`];
}

/** Adds words to a schema, and remembers the result: checks and costs of a schema are computed once for each. */
export type WordingOf = (schema: ObjectSchema, names: ReadonlyMap<string, string>) => ObjectSchema;

/** Creates a wording that remembers the last results of each schema. */
export function createWordings(): WordingOf {
  const known = new WeakMap<ObjectSchema, NewestCache<ObjectSchema>>();
  return (schema, names) => {
    const wordings = known.get(schema) ?? createNewestCache<ObjectSchema>(MOST_WORDINGS);
    known.set(schema, wordings);
    const key = JSON.stringify([...names]);
    const worded = wordings.use(key) ?? describeFinders(schema, names);
    wordings.set(key, worded);
    return worded;
  };
}

function describeFinders(schema: ObjectSchema, names: ReadonlyMap<string, string>): ObjectSchema {
  const { properties } = schema;
  if (!isObject(properties)) return schema;
  const worded = Object.entries(properties).map(([field, part]) => {
    const name = names.get(field);
    return [field, name === undefined || !isObject(part) ? part : addWords(part, `Find it with ${name}.`)];
  });
  return { ...schema, properties: Object.fromEntries(worded) };
}

function addWords({ description, ...rest }: Record<string, Json>, words: string): Json {
  const own =
    typeof description === "string" && description !== "" ? `${description.replace(/\.?$/, ".")} ` : "";
  return { ...rest, description: own + words };
}

/** The tools of a server, whose arguments say which other of its tools finds their ids. */
export function withIdFinders(tools: ReadonlyMap<string, Tool>, wordingOf: WordingOf): Map<string, Tool> {
  const names = new Map<string, string>();
  for (const [name, { origin }] of tools) names.set(toKey(origin?.logged), name);
  return new Map([...tools].map(([name, tool]) => [name, withFinders(tool, names, wordingOf)]));
}

function withFinders(tool: Tool, tools: ReadonlyMap<string, string>, wordingOf: WordingOf): Tool {
  const { idFinders, origin, definition, composedInput } = tool;
  const chosen = new Map<string, string>();
  for (const [field, actions] of idFinders ?? []) {
    const names = actions.map((action_id) => tools.get(toKey({ slug: origin?.logged.slug, action_id })));
    const found = names.find((name) => name !== undefined);
    if (found !== undefined) chosen.set(field, found);
  }
  if (chosen.size === 0) return tool;
  return {
    ...tool,
    idTools: chosen,
    definition: { ...definition, inputSchema: wordingOf(definition.inputSchema, chosen) },
    ...(composedInput && { composedInput: wordingOf(composedInput, chosen) }),
  };
}

function toKey(logged: { readonly slug?: string | null; readonly action_id?: string | null } | undefined) {
  return `${logged?.slug}/${logged?.action_id}`;
}
