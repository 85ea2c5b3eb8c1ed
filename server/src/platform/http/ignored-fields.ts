import type { FastifyInstance } from "fastify";
import { isObject, type Json } from "../json/json.ts";

const HEADER = "x-junctor-ignored";
const MOST_NAMED = 20;
const LONGEST_NAME = 100;
const DEEPEST = 4;
// Every route for an account takes it from the query, too.
const ACCOUNT = "linked_account_id";

/** The schema members that determine which fields an object may have. */
interface BodyShape {
  readonly properties?: Readonly<Record<string, BodyShape>>;
  readonly additionalProperties?: unknown;
  readonly items?: BodyShape;
  readonly anyOf?: readonly BodyShape[];
}

/**
 * Lists the unknown fields of a body and the unknown parameters of a query (`query.name`), which are ignored, in a header
 * of the reply.
 */
export function useIgnoredFields(app: FastifyInstance): void {
  app.addHook("preHandler", async (request, reply) => {
    const { schema = {}, config } = request.routeOptions;
    // Pages for browsers read parameters that their schemas do not name.
    if (schema.hide) return;
    const { body, querystring } = schema;
    const isKnown = (name: string) => name === ACCOUNT && config.auth !== "apiKey";
    const ignored = [
      ...findUnknown(body, request.body as Json).map(headerSafe),
      ...findUnknown(querystring, request.query as Json)
        .filter((name) => !isKnown(name))
        .map((name) => `query.${headerSafe(name)}`),
    ];
    if (ignored.length > 0) reply.header(HEADER, ignored.slice(0, MOST_NAMED).join(", "));
  });
}

function findUnknown(schema: unknown, value: Json): string[] {
  const isKnown = typeof schema === "object" && schema !== null && isObject(value);
  return isKnown ? findIgnoredFields(schema, value) : [];
}

/** The paths of fields in `value` that `schema` does not know, at most 20; those of list entries without their index. */
export function findIgnoredFields(schema: object, value: Json): string[] {
  const found = new Set<string>();
  collect(schema as BodyShape, value, { path: [], found });
  return [...found].slice(0, MOST_NAMED);
}

interface FieldWalk {
  readonly path: readonly string[];
  readonly found: Set<string>;
}

function collect(schema: BodyShape, value: Json | undefined, { path, found }: FieldWalk): void {
  if (path.length >= DEEPEST || found.size >= MOST_NAMED) return;
  const { properties, additionalProperties, items, anyOf } = schema;
  if (anyOf) {
    // A value that fits several shapes is checked against the one that knows most of it.
    const each = anyOf.filter((one) => fits(one, value)).map((one) => collected(one, value, path));
    const [fewest = []] = each.sort((one, other) => one.length - other.length);
    for (const name of fewest) found.add(name);
  } else if (Array.isArray(value)) {
    if (items) for (const entry of value) collect(items, entry, { path, found });
  } else if (isObject(value) && properties && additionalProperties === undefined) {
    for (const [name, member] of Object.entries(value)) {
      const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (known) collect(known, member, { path: [...path, name], found });
      else found.add([...path, name].join("."));
    }
  }
}

function collected(schema: BodyShape, value: Json | undefined, path: readonly string[]): string[] {
  const found = new Set<string>();
  collect(schema, value, { path, found });
  return [...found];
}

function fits(
  { properties, items, additionalProperties, anyOf }: BodyShape,
  value: Json | undefined,
): boolean {
  if (anyOf) return true;
  if (Array.isArray(value)) return items !== undefined;
  return !isObject(value) || properties !== undefined || additionalProperties !== undefined;
}

/** Names come from the caller and may contain what headers cannot. */
function headerSafe(name: string): string {
  return encodeURIComponent(name.slice(0, LONGEST_NAME).toWellFormed());
}
