import { resolvePointer } from "../../../../platform/json/json-pointer.ts";

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
    const isReference = isReferenceName(name) && typeof member === "string";
    // Definitions count where they are referred to.
    if (name === "$defs" && value === counting.root) continue;
    count(isReference ? resolveSchemaReference(counting.root, member) : member, depth + 1, counting);
  }
  counting.within.delete(value);
}

/** Whether a keyword's value refers to another part of the schema. */
export function isReferenceName(name: string): boolean {
  return name === "$ref" || name === "$dynamicRef";
}

/** Resolves a reference within a schema, by a path or an anchor; undefined if there is nothing. */
export function resolveSchemaReference(schema: object, reference: string): unknown {
  if (/^#[^/]/.test(reference)) return anchored(schema, reference.slice(1));
  return resolvePointer(schema, reference);
}

function anchored(value: unknown, anchor: string): unknown {
  const open: unknown[] = [value];
  for (const one of open) {
    if (typeof one !== "object" || one === null) continue;
    const { $anchor, $dynamicAnchor } = one as Record<string, unknown>;
    if ($anchor === anchor || $dynamicAnchor === anchor) return one;
    for (const member of Object.values(one)) open.push(member);
  }
  return undefined;
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
