import type { Json } from "../../../../platform/json/json.ts";
import {
  listItemParts,
  listMemberParts,
  listPartsInPlace,
  type SchemaPart,
} from "../../../../platform/json/schema-parts.ts";
import { countValues } from "./schema-size.ts";

/** Parts of a schema, and how often each is applied to the same value. */
type PartCounts = Map<SchemaPart, number>;
type PartSuccessors = (part: SchemaPart) => readonly SchemaPart[];

// No person writes a deeper schema, and recursion into it must not overflow the stack.
const DEEPEST = 500;
const OF_TEXT = ["minLength", "maxLength"];
/** Keywords with which Ajv goes through the members of a value, besides checking each by its schema. */
const OF_MEMBERS = [
  ...["minProperties", "maxProperties", "additionalProperties", "propertyNames", "unevaluatedProperties"],
  ...["contains", "unevaluatedItems"],
];
// As many of them take as long as one check.
const CHARACTERS = 16;
/** So many checks take as long as one member. */
const PER_MEMBER = 4;
// Constants are counted whole when a schema is read: it has at most some MB.
const ALL = Number.POSITIVE_INFINITY;

/**
 * An upper bound of how often parts of a schema are applied to parts of a value when it is checked, with the texts and
 * members that their keywords read; stops counting beyond `most`. A schema that refers to itself twice from within a
 * choice doubles the number with each level of the value.
 */
export function countChecks(schema: SchemaPart, value: unknown, most: number): number {
  const factsOf = reader(schema);
  const open: { one: unknown; given: PartShares }[] = [{ one: value, given: [[schema, 1]] }];
  let found = 0;
  for (let last = open.pop(); last && found <= most; last = open.pop()) {
    const { one, given } = last;
    const [characters, members] = [lengthOf(one), membersIn(one)];
    for (const [part, times] of given) {
      const { weight, readsText, readsMembers } = factsOf(part);
      found += times * (weight + multiply(readsText, characters) + multiply(readsMembers, members));
    }
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

/** At most how many checks it takes to read all texts and all members of a value once. */
export function countReads(value: unknown): number {
  const open: unknown[] = [value];
  let found = 0;
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    found += lengthOf(one) / CHARACTERS + membersIn(one) * PER_MEMBER;
    if (typeof one === "object" && one !== null) for (const member of Object.values(one)) open.push(member);
  }
  return found;
}

/** The names that a part requires where others are given. */
export function countDependentNames({ dependentRequired, dependencies }: SchemaPart): number {
  return namesIn(dependentRequired) + namesIn(dependencies);
}

/** Parts that are applied to a value, and how often. */
type PartShares = readonly (readonly [SchemaPart, number])[];

/** The cost of a part, including all parts that apply to the same value. */
interface PartFacts {
  readonly weight: number;
  /** How often the characters of a text are read, in checks per character. */
  readonly readsText: number;
  /** How often the members of a list or an object are read, in checks per member. */
  readonly readsMembers: number;
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
  const sum = (costOf: (part: SchemaPart) => number) =>
    met.reduce((all, [one, times]) => all + multiply(times, costOf(one)), 0);
  const names = new Set(
    met.flatMap(([{ properties, prefixItems }]) =>
      [properties, prefixItems].flatMap((named) => Object.keys(named ?? {})),
    ),
  );
  const known = new Map<string, PartShares>();
  return {
    weight: sum(weightOf),
    readsText: sum((one) => (hasAny(one, OF_TEXT) ? 1 / CHARACTERS : 0)),
    readsMembers: sum((one) => (hasAny(one, OF_MEMBERS) ? PER_MEMBER : 0)),
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
    const found = known.get(part) ?? listPartsInPlace(part, schema);
    known.set(part, found);
    return found;
  };
}

/** Each property is looked up, and each choice compared, with all that is in it. */
function weightOf(part: SchemaPart): number {
  const { properties, required, enum: choices, const: constant } = part;
  const names = membersOf(properties).length + membersOf(required).length + countDependentNames(part);
  return 1 + names + valuesIn(choices) + valuesIn(constant);
}

function valuesIn(constant: Json | undefined): number {
  return constant === undefined ? 0 : countValues(constant, ALL) - 1;
}

/** The names in lists of names. */
function namesIn(lists: Json | undefined): number {
  return membersOf(lists).reduce((sum: number, list) => sum + membersOf(list).length, 0);
}

function hasAny(part: SchemaPart, names: readonly string[]): boolean {
  return names.some((name) => part[name] !== undefined);
}

/** Endlessly many times nothing is nothing. */
function multiply(times: number, cost: number): number {
  return times === 0 || cost === 0 ? 0 : times * cost;
}

function lengthOf(value: unknown): number {
  return typeof value === "string" ? value.length : 0;
}

function membersIn(value: unknown): number {
  return typeof value === "object" && value !== null ? Object.keys(value).length : 0;
}

function membersOf(value: Json | undefined): Json[] {
  return typeof value === "object" && value !== null ? Object.values(value) : [];
}

function add(counts: PartCounts, part: SchemaPart, times: number): void {
  counts.set(part, (counts.get(part) ?? 0) + times);
}
