import { listSubschemas, type SchemaPart } from "../../../../platform/json/schema-parts.ts";
import type { JsonSchema } from "../../../connector.ts";

/** Marks an argument that MCP clients repeat in a header. */
export const HEADER_MARK = "x-mcp-header";
/** RFC 9110, 5.6.2. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const TYPES: readonly unknown[] = ["string", "integer", "boolean"];

/**
 * Finds what is wrong with the marks (`x-mcp-header`) of arguments that MCP clients repeat in a header, as a clause.
 * Clients silently leave out a tool with an invalid mark.
 */
export function findHeaderMarkProblem(schema: JsonSchema): string | undefined {
  return problemOf(schema, { isProperty: false, isReached: true }, new Set());
}

/** Where a schema is: a mark may only be on a property that is reached through properties alone. */
interface SchemaPosition {
  readonly isProperty: boolean;
  readonly isReached: boolean;
}

function problemOf(schema: SchemaPart, place: SchemaPosition, names: Set<string>): string | undefined {
  const own = HEADER_MARK in schema ? markProblem(schema, place, names) : undefined;
  if (own !== undefined) return own;
  const { properties = {}, ...others } = schema;
  const reached = { isProperty: true, isReached: place.isReached };
  const elsewhere = { isProperty: false, isReached: false };
  return (
    firstProblem(listSubschemas({ properties }), reached, names) ??
    firstProblem(listSubschemas(others), elsewhere, names)
  );
}

function firstProblem(
  schemas: readonly SchemaPart[],
  place: SchemaPosition,
  names: Set<string>,
): string | undefined {
  for (const one of schemas) {
    const problem = problemOf(one, place, names);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function markProblem(
  { [HEADER_MARK]: name, type }: SchemaPart,
  { isProperty, isReached }: SchemaPosition,
  names: Set<string>,
): string | undefined {
  if (!isProperty || !isReached)
    return `may have ${HEADER_MARK} only on properties that are reached through properties alone`;
  if (typeof name !== "string" || !TOKEN.test(name))
    return `has an ${HEADER_MARK} that is not a header name: ${JSON.stringify(name)}`;
  if (!TYPES.includes(type))
    return `may have ${HEADER_MARK} only on properties of type string, integer or boolean`;
  const folded = name.toLowerCase();
  if (names.has(folded)) return `has the ${HEADER_MARK} "${name}" twice (header names ignore case)`;
  names.add(folded);
  return undefined;
}
