import type { SlowCheck } from "./schema-check.ts";
import { createInPlaceCount, isReference, resolveSchemaReference, type SchemaPart } from "./schema-parts.ts";

/** The size of a schema that values are checked against; with references followed, except for those from within. */
export interface SchemaSize {
  /** Objects and lists in the schema. */
  readonly parts: number;
  /** The nesting depth. */
  readonly depth: number;
  /** Texts, numbers and the like. */
  readonly scalars: number;
  /** Keywords that read a text from end to end. */
  readonly textReads: number;
  /** Keywords that compare all items of a list with each other. */
  readonly comparisons: number;
  /** Keywords that try every item, however many fail. */
  readonly searches: number;
  /** References from within a part to itself. */
  readonly returns: number;
}

type SizeCount = { -readonly [Name in keyof SchemaSize]: number } & {
  readonly root: object;
  readonly most: number;
  readonly within: Set<object>;
  /** The same for maps by name: a reference may apply a map as a schema. */
  readonly withinMaps: Set<object>;
};

/** Counts a schema's parts; stops at `most` parts and at a fixed depth. */
export function measureSchema(schema: object, most: number): SchemaSize {
  const zero = { parts: 0, depth: 0, scalars: 0, textReads: 0, comparisons: 0, searches: 0, returns: 0 };
  const counting: SizeCount = { ...zero, root: schema, most, within: new Set(), withinMaps: new Set() };
  count(schema, 1, counting);
  return counting;
}

const DEEPEST = 500;
const MOST_SCALARS = 1_000_000;
const TEXT_READERS = ["minLength", "maxLength", "pattern"];
/** Keywords whose members have names of the author's, such as a property called "contains". */
const MAPS = ["properties", "patternProperties", "dependentSchemas", "dependencies", "$defs", "definitions"];

function count(value: unknown, depth: number, counting: SizeCount, isMap = false): void {
  if (typeof value !== "object" || value === null) {
    counting.scalars++;
    if (counting.scalars > MOST_SCALARS) counting.parts = Number.POSITIVE_INFINITY;
    return;
  }
  const within = isMap ? counting.withinMaps : counting.within;
  if (within.has(value)) {
    counting.returns++;
    return;
  }
  if (depth > DEEPEST) return;
  counting.parts++;
  counting.depth = Math.max(counting.depth, depth);
  within.add(value);
  for (const [name, member] of Object.entries(value)) {
    if (counting.parts > counting.most) break;
    // Definitions count where they are referred to.
    if (name === "$defs" && value === counting.root) continue;
    if (!isMap) countKeyword(name, counting);
    const part = isReference(name, member) ? resolveSchemaReference(counting.root, member) : member;
    count(part, depth + 1, counting, !isMap && MAPS.includes(name));
  }
  within.delete(value);
}

function countKeyword(name: string, counting: SizeCount): void {
  if (TEXT_READERS.includes(name)) counting.textReads++;
  if (name === "uniqueItems") counting.comparisons++;
  if (name === "contains") counting.searches++;
}

/** What is wrong with a value that cannot be checked within the limits. */
export const TOO_LONG_TO_CHECK =
  "The input is too large or too deeply nested to be checked against such a large schema";

/** Checks slowly until one takes too long: the next ones do too, unasked, so that many cannot add up to minutes. */
export function stopAtTooLong(slow: SlowCheck): SlowCheck {
  let isOver = false;
  return async (plain, value) => {
    const problem = isOver ? TOO_LONG_TO_CHECK : await slow(plain, value);
    isOver ||= problem === TOO_LONG_TO_CHECK;
    return problem;
  };
}

const MOST_PARTS = 20_000;
/** So many steps take 20 ms as a rule, and at most 200 ms: with each, an alternative may fail. */
const MOST_STEPS = 1_000_000;
// As many of them are read in one step.
const CHARACTERS = 100;

/**
 * Creates the proof that checking a value against a schema of `toPlainSchema` is quick (D485): every part may be applied
 * to every value. One that leads to itself may do so on each level of the value, in as many ways as there are such
 * references; with several, that is more than a bound allows for most deep values, though few take long.
 */
export function createQuickness(plain: SchemaPart): (value: unknown) => boolean {
  const size = measureSchema(plain, MOST_PARTS);
  const { parts, depth, scalars, textReads, comparisons, searches, returns } = size;
  const countInPlace = createInPlaceCount(plain);
  const targets = [plain, ...Object.values(plain.$defs ?? {})] as SchemaPart[]; // of all references
  const isEndless = targets.some((one) => countInPlace(one) === Number.POSITIVE_INFINITY);
  // With `contains`, Ajv copies the errors of all items before at each item.
  if (parts > MOST_PARTS || depth === DEEPEST || isEndless || searches > 0) return () => false;
  const mostValues = MOST_STEPS / (parts + scalars);
  return (value) => {
    const { values, characters, levels } = measureValue(value, mostValues);
    const reads = characters / CHARACTERS;
    let steps = values * (parts + scalars + (values + reads) * comparisons) + reads * textReads;
    for (let level = 1, again = steps * returns; level < levels && again > 0; level++, again *= returns)
      steps += again;
    return steps <= MOST_STEPS;
  };
}

/** The values in a JSON value, the characters of its texts and names, and its levels; stops beyond `most` values. */
function measureValue(value: unknown, most: number): { values: number; characters: number; levels: number } {
  let [values, characters, levels] = [0, 0, 0];
  for (let level = [value]; level.length > 0 && values <= most; levels++) {
    values += level.length;
    const below: unknown[] = [];
    for (const one of level) {
      if (typeof one === "string") characters += one.length;
      if (typeof one !== "object" || one === null) continue;
      for (const name of Array.isArray(one) ? [] : Object.keys(one)) characters += name.length;
      for (const member of Object.values(one)) below.push(member);
    }
    level = below;
  }
  return { values, characters, levels };
}
