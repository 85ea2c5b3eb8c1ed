import { isReference, resolveSchemaReference } from "../../../../platform/json/schema-parts.ts";

/** The size of a schema that values are checked against. */
export interface SchemaSize {
  /** Objects and lists in the schema, counted again for every reference to them, except for references from within. */
  parts: number;
  /** The nesting depth, with references followed. */
  depth: number;
  /** Whether a part contains a reference to itself. */
  isRecursive: boolean;
}

interface SizeCount extends SchemaSize {
  readonly root: object;
  readonly most: number;
  readonly within: Set<object>;
}

/** Counts a schema's parts; stops at `most` parts and at a fixed depth. */
export function measureSchema(schema: object, most: number): SchemaSize {
  const counting: SizeCount = {
    parts: 0,
    depth: 0,
    isRecursive: false,
    root: schema,
    most,
    within: new Set(),
  };
  count(schema, 1, counting);
  const { parts, depth, isRecursive } = counting;
  return { parts, depth, isRecursive };
}

const DEEPEST = 500;

function count(value: unknown, depth: number, counting: SizeCount): void {
  if (typeof value !== "object" || value === null) return;
  if (counting.within.has(value)) {
    counting.isRecursive = true;
    return;
  }
  if (counting.parts > counting.most || depth > DEEPEST) return;
  counting.parts++;
  counting.depth = Math.max(counting.depth, depth);
  counting.within.add(value);
  for (const [name, member] of Object.entries(value)) {
    // Definitions count where they are referred to.
    if (name === "$defs" && value === counting.root) continue;
    const part = isReference(name, member) ? resolveSchemaReference(counting.root, member) : member;
    count(part, depth + 1, counting);
  }
  counting.within.delete(value);
}

const MOST_COMPILED_PARTS = 500;
const DEEPEST_COMPILED = 100;

/**
 * Whether a schema takes too long to compile, which grows with the square of its size (D461). Parts that are referred
 * to are compiled once.
 */
export function isCostlyToCompile(schema: object): boolean {
  let parts = 0;
  const open: { part: unknown; depth: number }[] = [{ part: schema, depth: 1 }];
  for (let last = open.pop(); last; last = open.pop()) {
    const { part, depth } = last;
    if (typeof part !== "object" || part === null) continue;
    parts += 1;
    if (parts > MOST_COMPILED_PARTS || depth > DEEPEST_COMPILED) return true;
    for (const member of Object.values(part)) open.push({ part: member, depth: depth + 1 });
  }
  return false;
}

/** Counts the values in a JSON value, including itself; stops beyond `most`. */
export function countValues(value: unknown, most: number): number {
  const open: unknown[] = [value];
  let found = 0;
  while (open.length > 0 && found <= most) {
    const one = open.pop();
    found++;
    if (typeof one !== "object" || one === null) continue;
    for (const member of Object.values(one)) open.push(member);
  }
  return found;
}
