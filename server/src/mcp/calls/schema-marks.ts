import type { JsonObject } from "../../apps/connector.ts";
import { listItemParts, listMemberParts, listPartsInPlace } from "../../platform/json/schema-parts.ts";

const MARK = /"writeOnly"|"password"/;

const marked = new WeakMap<JsonObject, boolean>();
const roots = new WeakMap<JsonObject, JsonObject>();

/** The schemas of the arguments themselves; none if nothing in the schema is marked as secret. */
export function listMarkedSchemas(schema: JsonObject): readonly JsonObject[] {
  const has = marked.get(schema) ?? MARK.test(JSON.stringify(schema));
  marked.set(schema, has);
  return has ? allOf([{ part: schema, root: schema }]) : [];
}

/** Whether a schema marks its value as secret. */
export function isMarked({ format, writeOnly }: JsonObject): boolean {
  return format === "password" || writeOnly === true;
}

/**
 * The schemas that may apply to a member. Those of patterns count whether they match or not: showing too little is
 * better.
 */
export function listMemberSchemas(about: readonly JsonObject[], name: string): readonly JsonObject[] {
  return below(about, (schema) => listMemberParts(schema, name));
}

/** The schemas that may apply to an element. */
export function listElementSchemas(about: readonly JsonObject[], at: number): readonly JsonObject[] {
  return below(about, (schema) => listItemParts(schema, String(at)));
}

function below(
  about: readonly JsonObject[],
  listParts: (schema: JsonObject) => readonly JsonObject[],
): JsonObject[] {
  return allOf(
    about.flatMap((schema) => {
      const root = roots.get(schema) ?? schema;
      return listParts(schema).map((part) => ({ part, root }));
    }),
  );
}

/**
 * Schemas with all that they refer to and combine; each once, however many paths lead to it: otherwise their number
 * would grow with every level of the arguments.
 */
function allOf(parts: readonly { part: JsonObject; root: JsonObject }[]): JsonObject[] {
  const found = new Set<JsonObject>();
  const open = [...parts];
  for (const { part: schema, root } of open) {
    if (found.has(schema)) continue;
    found.add(schema);
    roots.set(schema, root);
    open.push(...listPartsInPlace(schema, root).map((part) => ({ part, root })));
  }
  return [...found];
}
