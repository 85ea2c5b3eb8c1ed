import { badRequest } from "../platform/errors.ts";
import type { Json } from "../platform/json.ts";
import { type Field, type Option, optionsOf } from "./field.ts";

interface Kind {
  /** What a value must be, after "must be". */
  readonly what: string;
  /** The value as stored, or undefined when it does not fit. */
  read(value: Json, field: Field): Json | undefined;
}

const TEXT: Kind = { what: "a text", read: (value) => (typeof value === "string" ? value : undefined) };

const KINDS: { readonly [fieldType: string]: Kind } = {
  text: TEXT,
  textarea: TEXT,
  password: TEXT,
  number: { what: "a number", read: readNumber },
  email: { what: "an e-mail address", read: (value) => matching(value, /^[^\s@]+@[^\s@]+$/) },
  url: { what: "an http or https address", read: readUrl },
  date: { what: "a date such as 2026-01-31", read: readDate },
  select: { what: "one of its options", read: (value, field) => chosen(value, field.options) },
  map: { what: "an object of label values and options", read: readMap },
  map_v2: { what: "an object of left and right values of its mapping", read: readMapping },
  rule_engine: {
    what: "an object with logic (AND or OR) and conditions of lhs, operator and rhs",
    read: (value) => (isRuleGroup(value) ? value : undefined),
  },
};

// These are lists or objects by themselves; "multiple" then speaks of their right side.
const WHOLE = new Set(["map", "map_v2", "rule_engine", "json"]);

/**
 * `value` as it is stored for `field`, numbers that a form sent as text being numbers; undefined unsets the field,
 * for null and for the empty text of a form. Field types that are not listed in platform-surface 3.2 take any JSON.
 * Throws 400 with a sentence that names the field.
 */
export function fieldValue(field: Field, value: Json, where: string): Json | undefined {
  const kind = Object.hasOwn(KINDS, field.field_type) ? KINDS[field.field_type] : undefined;
  if (value === null || (value === "" && kind !== undefined && kind !== TEXT)) return undefined;
  if (kind === undefined) return value;
  const name = `${where}.${field.id}`;
  if (field.multiple !== true || WHOLE.has(field.field_type)) {
    const read = kind.read(value, field);
    if (read === undefined) throw badRequest(`${name} must be ${kind.what}.`);
    return read;
  }
  const items = Array.isArray(value) ? value.map((item) => kind.read(item, field)) : [undefined];
  const fitting = items.filter((item) => item !== undefined);
  if (fitting.length < items.length) throw badRequest(`${name} must be a list, each item ${kind.what}.`);
  return fitting;
}

function readNumber(value: Json): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

function matching(value: Json, pattern: RegExp): string | undefined {
  return typeof value === "string" && pattern.test(value) ? value : undefined;
}

function readUrl(value: Json): string | undefined {
  return typeof value === "string" && /^https?:\/\//i.test(value) && URL.canParse(value) ? value : undefined;
}

function readDate(value: Json): string | undefined {
  const text = matching(value, /^\d{4}-\d\d-\d\d(T\d\d:\d\d.*)?$/);
  if (text === undefined || Number.isNaN(Date.parse(text))) return undefined;
  // The parser lets 31 February through as 3 March.
  const day = text.slice(0, 10);
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day) ? text : undefined;
}

/** Without options, which may come from elsewhere, any single value can be chosen. */
function chosen(value: Json, options: readonly Option[] | undefined): Json | undefined {
  if (typeof value === "object") return undefined;
  if (!options || options.length === 0) return value;
  return options.find((option) => typeof option.value !== "object" && String(option.value) === String(value))
    ?.value;
}

function chosenOrMany(
  value: Json,
  options: readonly Option[] | undefined,
  multiple: boolean,
): Json | undefined {
  if (!multiple) return chosen(value, options);
  if (!Array.isArray(value)) return undefined;
  const items = value.map((item) => chosen(item, options)).filter((item) => item !== undefined);
  return items.length === value.length ? items : undefined;
}

function readMap(value: Json, field: Field): Json | undefined {
  return readPairs(value, undefined, { options: field.options, multiple: field.multiple === true });
}

function readMapping(value: Json, { mapping }: Field): Json | undefined {
  const lhs = sideOf(mapping, "lhs");
  return readPairs(value, lhs.options, sideOf(mapping, "rhs"));
}

interface Side {
  readonly options: Option[] | undefined;
  readonly multiple: boolean;
}

function sideOf(mapping: Json | undefined, side: "lhs" | "rhs"): Side {
  const found = isObject(mapping) ? mapping[side] : undefined;
  if (!isObject(found)) return { options: undefined, multiple: false };
  return { options: optionsOf(found.options), multiple: found.multiple === true };
}

/** Pairs whose right side is not chosen yet are left out. */
function readPairs(value: Json, left: readonly Option[] | undefined, right: Side): Json | undefined {
  if (!isObject(value)) return undefined;
  const pairs: [string, Json][] = [];
  for (const [key, item] of Object.entries(value)) {
    if (item === null || item === "") continue;
    const read = chosenOrMany(item, right.options, right.multiple);
    if (chosen(key, left) === undefined || read === undefined) return undefined;
    pairs.push([key, read]);
  }
  return Object.fromEntries(pairs);
}

function isRuleGroup(value: Json | undefined): boolean {
  if (!isObject(value) || (value.logic !== "AND" && value.logic !== "OR")) return false;
  return (
    Array.isArray(value.conditions) &&
    value.conditions.every((item) => isRuleGroup(item) || isCondition(item))
  );
}

function isCondition(value: Json): boolean {
  return isObject(value) && isName(value.lhs) && isName(value.operator) && !("conditions" in value);
}

function isName(value: Json | undefined): boolean {
  return typeof value === "string" && value !== "";
}

function isObject(value: Json | undefined): value is { [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
