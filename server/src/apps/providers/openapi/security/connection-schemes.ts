import { isObject } from "../../../../platform/json/json.ts";
import type { JsonObject } from "../../../connector.ts";
import { type OpenApiDocument, resolveReferences } from "../document.ts";
import { toList, toObject } from "../read-json.ts";

/** One of the document's security schemes. */
export interface SecurityScheme {
  name: string;
  source: JsonObject;
  /** The scopes that the chosen operations need. */
  scopes: string[];
}

/** One way to connect: all of these schemes together. */
export type ConnectionScheme = readonly SecurityScheme[];

/** The security schemes that a document declares, by name. */
export function readSchemes(document: OpenApiDocument): Map<string, JsonObject> {
  const declared = toObject(toObject(document.root.components).securitySchemes);
  return new Map(
    Object.entries(declared).flatMap(([name, value]) => {
      const source = resolveReferences(document, value);
      return source === undefined ? [] : [[name, source] as const];
    }),
  );
}

/**
 * The ways to connect that the document requires, the most common first; `only` is the name of the only scheme to use.
 */
export function readConnectionSchemes(
  { root }: OpenApiDocument,
  schemes: ReadonlyMap<string, JsonObject>,
  { operations, only }: { operations: readonly JsonObject[]; only: string | undefined },
): ConnectionScheme[] {
  const lists = operations
    .map((operation) => operation.security ?? root.security)
    .flatMap((list) => toList(list));
  const asked = lists.filter(isObject).filter((way) => Object.keys(way).length > 0);
  // Many documents declare schemes and forget to require them.
  const requirements =
    asked.length > 0 ? asked : [...schemes.keys()].map((name): JsonObject => ({ [name]: [] }));
  const ways = new Map<string, { schemes: Map<string, Set<string>>; count: number }>();
  for (const requirement of requirements) {
    const names = Object.keys(requirement).filter((name) => only === undefined || name === only);
    if (names.length === 0) continue;
    const key = [...names].sort().join(" ");
    const way = ways.get(key) ?? { schemes: new Map<string, Set<string>>(), count: 0 };
    ways.set(key, way);
    way.count += 1;
    for (const name of names) {
      const scopes = way.schemes.get(name) ?? new Set<string>();
      way.schemes.set(name, scopes);
      for (const scope of toList(requirement[name])) if (typeof scope === "string") scopes.add(scope);
    }
  }
  return [...ways.values()]
    .sort((a, b) => b.count - a.count)
    .map(({ schemes: parts }) =>
      [...parts].map(([name, scopes]) => ({ name, source: schemes.get(name) ?? {}, scopes: [...scopes] })),
    );
}
