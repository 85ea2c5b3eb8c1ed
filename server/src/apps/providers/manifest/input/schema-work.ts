import { isObject, type Json } from "../../../../platform/json/json.ts";
import {
  listItemParts,
  listMemberParts,
  listPartsInPlace,
  type SchemaPart,
} from "../../../../platform/json/schema-parts.ts";

/** Parts of a schema, and how often each is applied to the same value. */
type PartCounts = Map<SchemaPart, number>;
type PartSuccessors = (part: SchemaPart) => readonly SchemaPart[];

// No person writes a deeper schema, and recursion into it must not overflow the stack.
const DEEPEST = 500;

/**
 * An upper bound of how often parts of a schema are applied to parts of a value when it is checked; stops counting
 * beyond `most`. A schema that refers to itself twice from within a choice doubles the number with each level of the
 * value.
 */
export function countChecks(schema: SchemaPart, value: unknown, most: number): number {
  const factsOf = reader(schema);
  const open: { one: unknown; given: PartShares }[] = [{ one: value, given: [[schema, 1]] }];
  let found = 0;
  for (let last = open.pop(); last && found <= most; last = open.pop()) {
    const { one, given } = last;
    for (const [part, times] of given) found += times * factsOf(part).weight;
    if (found > most || typeof one !== "object" || one === null) continue;
    const isList = Array.isArray(one);
    for (const [name, member] of Object.entries(one)) {
      const below = merge(
        given.map(([part, times]) => ({ times, given: factsOf(part).below(name, isList) })),
      );
      if (below.length > 0) open.push({ one: member, given: below });
    }
  }
  return found;
}

/** Parts that are applied to a value, and how often. */
type PartShares = readonly (readonly [SchemaPart, number])[];

/** The cost of a part, including all parts that apply to the same value. */
interface PartFacts {
  readonly weight: number;
  /** The parts that apply to a member or an element. */
  below(name: string, isList: boolean): PartShares;
}

/** Reads each part once, because most values of a kind are checked against the same part. */
function reader(schema: SchemaPart): (part: SchemaPart) => PartFacts {
  const next = follower(schema);
  const known = new Map<SchemaPart, PartFacts>();
  return (part) => {
    const found = known.get(part) ?? factsOf(part, next);
    known.set(part, found);
    return found;
  };
}

function factsOf(part: SchemaPart, next: PartSuccessors): PartFacts {
  const met = [...(countParts(new Map([[part, 1]]), next) ?? [[part, Number.POSITIVE_INFINITY] as const])];
  const weight = met.reduce((sum, [one, times]) => sum + times * weightOf(one), 0);
  const names = new Set(
    met.flatMap(([{ properties, prefixItems }]) =>
      [properties, prefixItems].flatMap((named) => Object.keys(named ?? {})),
    ),
  );
  const known = new Map<string, PartShares>();
  return {
    weight,
    below: (name, isList) => {
      // All names that the schema does not mention are alike.
      const key = (isList ? "[" : "{") + (names.has(name) ? `=${name}` : "");
      const parts = isList ? listItemParts : listMemberParts;
      const found =
        known.get(key) ??
        merge(
          met.map(([one, times]) => ({ times, given: parts(one, name).map((other) => [other, 1] as const) })),
        );
      known.set(key, found);
      return found;
    },
  };
}

function merge(all: readonly { readonly times: number; readonly given: PartShares }[]): PartShares {
  const [only] = all;
  if (all.length === 1 && only?.times === 1) return only.given;
  const counts: PartCounts = new Map();
  for (const { times, given } of all) for (const [part, more] of given) add(counts, part, times * more);
  return [...counts];
}

/** All parts that apply to a value when `given` do; undefined if one of them leads back to itself. */
function countParts(given: PartCounts, next: PartSuccessors): PartCounts | undefined {
  const order = new Set<SchemaPart>();
  const within = new Set<SchemaPart>();
  const visit = (part: SchemaPart): boolean => {
    if (order.has(part)) return true;
    if (within.has(part) || within.size > DEEPEST) return false;
    within.add(part);
    if (!next(part).every(visit)) return false;
    within.delete(part);
    order.add(part);
    return true;
  };
  if (![...given.keys()].every(visit)) return undefined;
  const met = new Map(given);
  // The count of a part is known once all parts that lead to it are done.
  for (const part of [...order].reverse())
    for (const other of next(part)) add(met, other, met.get(part) ?? 0);
  return met;
}

function follower(schema: SchemaPart): PartSuccessors {
  const known = new Map<SchemaPart, readonly SchemaPart[]>();
  return (part) => {
    const found = known.get(part) ?? nextOf(schema, part);
    known.set(part, found);
    return found;
  };
}

/** The other parts that apply to the same value when `part` does. Ajv also applies `dependencies` of older drafts. */
function nextOf(schema: SchemaPart, part: SchemaPart): SchemaPart[] {
  return [...listPartsInPlace(part, schema), ...membersOf(part.dependencies).filter(isObject)];
}

/** Each property is looked up, and each choice compared. */
function weightOf({ properties, enum: choices }: SchemaPart): number {
  return 1 + membersOf(properties).length + membersOf(choices).length;
}

function membersOf(value: Json | undefined): Json[] {
  return typeof value === "object" && value !== null ? Object.values(value) : [];
}

function add(counts: PartCounts, part: SchemaPart, times: number): void {
  counts.set(part, (counts.get(part) ?? 0) + times);
}
