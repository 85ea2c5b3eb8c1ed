import type { JsonObject } from "../../apps/connector.ts";
import { isObject, type Json } from "../../platform/json/json.ts";
import { listItemParts, listMemberParts, listPartsInPlace } from "../../platform/json/schema-parts.ts";

const MARK = /"writeOnly"|"password"/;
/**
 * How many parts of a schema are looked at for one call: some 100 ms. What comes after them counts as secret, because
 * showing too little is better.
 */
const MOST_PARTS = 200_000;

/** What a schema says of a value: whether it is secret, and the same of what is in it. */
export interface MarkedPlace {
  readonly isSecret: boolean;
  /** Schemas of patterns count whether they match the name or not. */
  member(name: string): MarkedPlace;
  element(at: number): MarkedPlace;
}

const UNMARKED: MarkedPlace = { isSecret: false, member: () => UNMARKED, element: () => UNMARKED };
const SECRET: MarkedPlace = { isSecret: true, member: () => SECRET, element: () => SECRET };

/** What a schema marks as secret (`format: password`, `writeOnly`) in the value that it describes. */
export function readMarks(schema: JsonObject, isMarked = hasMarks): MarkedPlace {
  return isMarked(schema) ? createPlaces(schema) : UNMARKED;
}

/** Whether a schema can mark anything as secret. */
export function hasMarks(schema: JsonObject): boolean {
  return MARK.test(JSON.stringify(schema));
}

/** Works each place out once, however many values are there. */
function createPlaces(root: JsonObject): MarkedPlace {
  const numbers = new Map<JsonObject, number>();
  const places = new Map<string, MarkedPlace>();
  let left = MOST_PARTS;
  const numberOf = (part: JsonObject) => {
    const number = numbers.get(part) ?? numbers.size;
    numbers.set(part, number);
    return number;
  };
  const placeOf = (given: readonly JsonObject[]): MarkedPlace => {
    const parts = collectPartsInPlace(given, root);
    left -= given.length + parts.length;
    if (left < 0) return SECRET;
    if (parts.length === 0) return UNMARKED;
    const key = parts.map(numberOf).sort().join();
    return getOrMake(places, key, () => createPlace(parts, placeOf));
  };
  return placeOf([root]);
}

function createPlace(
  parts: readonly JsonObject[],
  placeOf: (given: readonly JsonObject[]) => MarkedPlace,
): MarkedPlace {
  const names = new Set(
    parts.flatMap(({ properties }) => (isObject(properties) ? Object.keys(properties) : [])),
  );
  const first = parts.reduce((most, { prefixItems }) => Math.max(most, lengthOf(prefixItems)), 0);
  const members = new Map<string, MarkedPlace>();
  const elements = new Map<number, MarkedPlace>();
  return {
    isSecret: parts.some(({ format, writeOnly }) => format === "password" || writeOnly === true),
    // All names that no part mentions are alike, and so are all elements after the first ones.
    member: (name) =>
      getOrMake(members, names.has(name) ? `=${name}` : "", () =>
        placeOf(parts.flatMap((part) => listMemberParts(part, name))),
      ),
    element: (at) =>
      getOrMake(elements, Math.min(at, first), () =>
        placeOf(parts.flatMap((part) => listItemParts(part, String(at)))),
      ),
  };
}

/** Schemas with all that they refer to and combine, each once. */
function collectPartsInPlace(given: readonly JsonObject[], root: JsonObject): JsonObject[] {
  const found = new Set(given);
  for (const part of found) for (const other of listPartsInPlace(part, root)) found.add(other);
  return [...found];
}

function lengthOf(items: Json | undefined): number {
  return Array.isArray(items) ? items.length : 0;
}

function getOrMake<Key, Value>(known: Map<Key, Value>, key: Key, make: () => Value): Value {
  const value = known.get(key) ?? make();
  known.set(key, value);
  return value;
}
