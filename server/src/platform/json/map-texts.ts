import { ExactNumber } from "./exact-number.ts";
import { DEEPEST, ShapeError } from "./json-shape.ts";

/** The functions for texts. */
interface TextChange {
  readonly text: (text: string) => string;
  /** For names of members; absent: names stay. */
  readonly name?: (name: string) => string;
  /** The maximum depth; callers that set less than `DEEPEST` have a reason. */
  readonly levels?: number;
}

/**
 * A JSON value with its texts changed; the same value if nothing changes. Throws a ShapeError if it is nested too
 * deeply.
 */
export function mapTexts(value: unknown, change: TextChange, level = 0): unknown {
  if (typeof value === "string") return change.text(value);
  if (typeof value !== "object" || value === null || value instanceof ExactNumber) return value;
  const { levels = DEEPEST } = change;
  if (level === levels) throw new ShapeError("TOO_DEEP", levels);
  return Array.isArray(value)
    ? mapList(value, change, level)
    : mapObject(value as Record<string, unknown>, change, level);
}

function mapList(list: readonly unknown[], change: TextChange, level: number): readonly unknown[] {
  let changed: unknown[] | undefined;
  for (let index = 0; index < list.length; index++) {
    const item = mapTexts(list[index], change, level + 1);
    if (item !== list[index]) changed ??= list.slice(0, index);
    changed?.push(item);
  }
  return changed ?? list;
}

function mapObject(object: Readonly<Record<string, unknown>>, change: TextChange, level: number): object {
  const names = Object.keys(object);
  let changed: [string, unknown][] | undefined;
  for (let index = 0; index < names.length; index++) {
    const name = names[index] ?? "";
    const shown = change.name ? change.name(name) : name;
    const member = mapTexts(object[name], change, level + 1);
    if (shown !== name || member !== object[name])
      changed ??= names.slice(0, index).map((one) => [one, object[one]]);
    changed?.push([shown, member]);
  }
  // Defines members, unlike an assignment: one may be called __proto__.
  return changed ? Object.fromEntries(changed) : object;
}
