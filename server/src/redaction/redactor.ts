import { ExactNumber } from "../platform/json/exact-number.ts";
import { isNumber, type Json } from "../platform/json/json.ts";
import { DEEPEST, ShapeError } from "../platform/json/json-shape.ts";
import { MARKS, type RedactionRule, splitPath, toPlainKey } from "./rules.ts";
import {
  createTextRedactor,
  type OnRedacted,
  type PlaceRedactor,
  type TextRedactor,
} from "./text-redactor.ts";

/** Applies the rules of a policy. */
export interface Redactor extends PlaceRedactor {
  text(text: string, onRedacted?: OnRedacted): string;
}

const NOTHING: OnRedacted = () => {};

/** Compiles rules, which are valid. */
export function compileRedactor(rules: readonly RedactionRule[]): Redactor {
  const keys = new Set(rules.flatMap((rule) => ("key" in rule ? toPlainKey(rule.key) : [])));
  const given = rules.flatMap((rule) => ("path" in rule ? [splitPath(rule.path)] : []));
  // Steps return their data as `body`.
  const paths = given.flatMap((path) => [path, ["body", ...path]]);
  const walk: PlaceWalk = { keys, redactText: (text) => text };
  const redactor: Redactor = {
    value: (value, onRedacted = NOTHING) => redactAt(value, paths, { ...walk, onRedacted }, 0),
    text: (text, onRedacted = NOTHING) => walk.redactText(text, onRedacted),
    isKey: (name) => keys.has(toPlainKey(name)),
    hasPlaces: keys.size + paths.length > 0,
  };
  // Texts may hold JSON, which has members again.
  Object.assign(walk, { redactText: createTextRedactor(rules, redactor) });
  return redactor;
}

interface PlaceWalk {
  readonly keys: ReadonlySet<string>;
  readonly redactText: TextRedactor;
}

type Walk = PlaceWalk & { readonly onRedacted: OnRedacted };
/** What is left of the paths that lead through a value. */
type Paths = readonly (readonly string[])[];

function redactAt(value: Json, paths: Paths, walk: Walk, level: number): Json {
  if (paths.some(({ length }) => length === 0)) return redactWhole(value, walk);
  if (typeof value === "string") return walk.redactText(value, walk.onRedacted);
  if (isNumber(value)) return redactNumber(value, walk);
  if (typeof value !== "object" || value === null) return value;
  if (level === DEEPEST) throw new ShapeError("TOO_DEEP", DEEPEST);
  return Array.isArray(value)
    ? redactList(value, paths, walk, level)
    : redactObject(value, paths, walk, level);
}

/** What a rule names as a whole; nothing is nothing. */
function redactWhole(value: Json, { onRedacted }: Walk): Json {
  if (value === null || value === "") return value;
  tellLeaves(value, onRedacted);
  return MARKS.value;
}

function tellLeaves(value: Json, onRedacted: OnRedacted): void {
  if (typeof value === "object" && value !== null && !(value instanceof ExactNumber))
    for (const member of Object.values(value)) tellLeaves(member, onRedacted);
  else if (typeof value !== "boolean" && value !== null) onRedacted(String(value));
}

/** A card number may be written as a number. */
function redactNumber(value: number | ExactNumber, { redactText, onRedacted }: Walk): Json {
  const text = String(value);
  const shown = redactText(text, onRedacted);
  return shown === text ? value : shown;
}

function redactList(list: Json[], paths: Paths, walk: Walk, level: number): Json[] {
  let changed: Json[] | undefined;
  for (let index = 0; index < list.length; index++) {
    const item = list[index] ?? null;
    const shown = redactAt(item, follow(paths, String(index)), walk, level + 1);
    if (shown !== item) changed ??= list.slice(0, index);
    changed?.push(shown);
  }
  return changed ?? list;
}

function redactObject(object: { [key: string]: Json }, paths: Paths, walk: Walk, level: number): Json {
  const { keys, redactText, onRedacted } = walk;
  let isChanged = false;
  const members = Object.entries(object).map(([name, member]): [string, Json] => {
    const inner = keys.has(toPlainKey(name)) ? [[]] : follow(paths, name);
    const shown = redactAt(member, inner, walk, level + 1);
    const shownName = redactText(name, onRedacted);
    isChanged ||= shown !== member || shownName !== name;
    return [shownName, shown];
  });
  // Defines members, unlike an assignment: one may be called __proto__.
  return isChanged ? Object.fromEntries(members) : object;
}

function follow(paths: Paths, name: string): Paths {
  if (paths.length === 0) return paths;
  return paths.flatMap(([first, ...rest]) => (first === "*" || first === name ? [rest] : []));
}
