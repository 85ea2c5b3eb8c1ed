import { type ApiError, badField, ValueError, type ValueReason } from "../../platform/errors.ts";
import { type ExactNumber, parseNumber } from "../../platform/json/exact-number.ts";
import { isNumber, isObject, type Json } from "../../platform/json/json.ts";
import { type Column, type Field, type FieldOption, getColumn, getMapping, getRuleColumns } from "./field.ts";

interface ValueKind {
  /** The required form of a value, as the words after "must be". */
  readonly what: string;
  /** The same for pages; undefined if only programs write such a value. */
  readonly reason?: ValueReason;
  /**
   * The value as stored, or undefined if it does not fit; `stored` is the field's current value. A value with parts
   * says itself which of them does not fit, at `path`, by throwing 400.
   */
  read(value: Json, field: Field, stored: Json | undefined, path: string): Json | undefined;
}

/**
 * Operators of conditions if a field declares none: those of the published clients and of workflow rules
 * (platform-surface 3.4).
 */
const OPERATORS = new Set(
  (
    "eq neq start_with end_with greater_or_equal less_or_equal gt lt gte lte like contains not_contains " +
    "included_in not_included_in is_null not_null exist not_exist"
  ).split(" "),
);
const WITHOUT_RHS = new Set(["is_null", "not_null", "exist", "not_exist"]);
const MAX_CONDITIONS = 500;
const MOST_LISTED = 30;

const TEXT: ValueKind = {
  what: "text",
  reason: { kind: "text" },
  read: (value) => (typeof value === "string" ? value : undefined),
};

const KINDS: { readonly [fieldType: string]: ValueKind } = {
  text: TEXT,
  textarea: TEXT,
  password: TEXT,
  number: { what: "a number", reason: { kind: "number" }, read: readNumber },
  email: {
    what: "an email address",
    reason: { kind: "email" },
    read: (value) => matching(value, /^[^\s@]+@[^\s@]+$/),
  },
  url: { what: "an http or https address", reason: { kind: "url" }, read: readUrl },
  date: { what: "a date such as 2026-01-31", reason: { kind: "date" }, read: readDate },
  select: {
    what: "one of its options",
    reason: { kind: "choice" },
    read: (value, field) => chosen(value, field.options),
  },
  map: { what: "an object of label values and options", read: readMap },
  map_v2: { what: "an object of left and right values of its mapping", read: readMapping },
  rule_engine: {
    what: "an object with logic (AND or OR) and conditions of lhs, operator and rhs",
    read: readRules,
  },
};

// These are lists or objects by themselves; "multiple" refers to their right side.
const WHOLE = new Set(["map", "map_v2", "rule_engine", "json"]);

/**
 * `value` as it is stored for `field`, with numbers that a form sent as text converted; undefined unsets the field, for null and for the empty text of a form. Field types that platform-surface 3.2 does not list take any JSON. `stored` is the current value: lines of a map whose labels no longer exist may stay. Throws 400 with a sentence that names the field. Options from a data source are not known here, so they allow any single value.
 */
export function parseFieldValue(field: Field, value: Json, where: string, stored?: Json): Json | undefined {
  const kind = Object.hasOwn(KINDS, field.field_type) ? KINDS[field.field_type] : undefined;
  if (value === null || (value === "" && kind !== undefined && kind !== TEXT)) return undefined;
  if (kind === undefined) return value;
  const name = `${where}.${field.id}`;
  if (field.multiple !== true || WHOLE.has(field.field_type)) {
    const read = kind.read(value, field, stored, name);
    if (read === undefined) throw refusalOf(name, `${name} must be ${kind.what}.`, kind.reason);
    return read;
  }
  const items = Array.isArray(value)
    ? value.map((item) => kind.read(item, field, undefined, name))
    : [undefined];
  const fitting = items.filter((item) => item !== undefined);
  if (fitting.length < items.length)
    throw refusalOf(name, `${name} must be a list, each item ${kind.what}.`, { kind: "list" });
  return field.field_type === "select" ? once(fitting) : fitting;
}

function refusalOf(name: string, message: string, reason: ValueReason | undefined): ApiError {
  return reason === undefined ? badField(name, message) : new ValueError(name, message, reason);
}

/** A duplicate choice counts once. */
function once(choices: Json[]): Json[] {
  return [...new Map(choices.map((one) => [JSON.stringify(one), one])).values()];
}

function readNumber(value: Json): number | ExactNumber | undefined {
  if (typeof value === "string") return parseNumber(value);
  return isNumber(value) && Number.isFinite(Number(value)) ? value : undefined;
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
  // The parser accepts 31 February as 3 March.
  const day = text.slice(0, 10);
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day) ? text : undefined;
}

/** Without options, which may come from elsewhere, any single value is allowed. */
function chosen(value: Json, options: readonly FieldOption[] | undefined): Json | undefined {
  if (!isSingle(value)) return undefined;
  if (!options || options.length === 0) return value;
  return options.find((option) => isSingle(option.value) && String(option.value) === String(value))?.value;
}

/** Whether a value may be chosen: it is no list and no object. */
export function isSingle(value: Json): boolean {
  return typeof value !== "object" || isNumber(value);
}

function chosenOrMany(
  value: Json,
  options: readonly FieldOption[] | undefined,
  multiple: boolean,
): Json | undefined {
  if (!multiple) return chosen(value, options);
  if (!Array.isArray(value)) return undefined;
  const items = value.map((item) => chosen(item, options)).filter((item) => item !== undefined);
  return items.length === value.length ? once(items) : undefined;
}

function readMap(value: Json, field: Field, stored: Json | undefined, path: string): Json | undefined {
  const kept = isObject(stored) ? Object.keys(stored) : [];
  const labels = [...field.labels.map((label) => String(label.value)), ...kept];
  const left = field.labels.length === 0 ? [] : labels;
  return readPairs(value, { left, options: field.options, multiple: field.multiple === true, path });
}

function readMapping(value: Json, field: Field, _stored: Json | undefined, path: string): Json | undefined {
  const { lhs, rhs } = getMapping(field);
  const left = (lhs.options ?? []).map((option) => String(option.value));
  return readPairs(value, { left, options: rhs.options, multiple: rhs.multiple, path });
}

interface Pairs extends Pick<Column, "options" | "multiple"> {
  /** The allowed left sides; anything if empty. */
  readonly left: readonly string[];
  readonly path: string;
}

/** Pairs without a right side yet are left out. */
function readPairs(value: Json, { left, options, multiple, path }: Pairs): Json | undefined {
  if (!isObject(value)) return undefined;
  const pairs: [string, Json][] = [];
  for (const [key, item] of Object.entries(value)) {
    if (item === null || item === "") continue;
    if (left.length > 0 && !left.includes(key)) throw badField(path, `${path} ${notAmong(key, left)}`);
    const read = chosenOrMany(item, options, multiple);
    if (read === undefined)
      throw badField(`${path}.${key}`, `${path}.${key} ${noChoice(item, options, multiple)}`);
    pairs.push([key, read]);
  }
  return Object.fromEntries(pairs);
}

function noChoice(value: Json, options: readonly FieldOption[] | undefined, multiple: boolean): string {
  if (multiple && !Array.isArray(value)) return "must be a list.";
  const item =
    Array.isArray(value) && multiple ? value.find((one) => chosen(one, options) === undefined) : value;
  if (item === undefined || !isSingle(item)) return "must be a single value.";
  return notAmong(item, valuesOf(options));
}

function notAmong(value: Json, known: readonly string[]): string {
  const more = known.length > MOST_LISTED ? ` and ${known.length - MOST_LISTED} more` : "";
  const given = JSON.stringify(value).slice(0, 200);
  return `${given} is not one of ${known.slice(0, MOST_LISTED).join(", ")}${more}.`;
}

function valuesOf(options: readonly FieldOption[] = []): string[] {
  return options.map(({ value }) => String(value));
}

function readRules(value: Json, field: Field, _stored: Json | undefined, path: string): Json | undefined {
  if (!isObject(value)) return undefined;
  const columns = getRuleColumns(field);
  let count = 0;
  const check = (group: { [name: string]: Json }, at: string): void => {
    const { logic, conditions } = group;
    if (logic !== "AND" && logic !== "OR") throw badField(`${at}.logic`, `${at}.logic must be AND or OR.`);
    if (!Array.isArray(conditions)) throw badField(`${at}.conditions`, `${at}.conditions must be a list.`);
    for (const [index, item] of conditions.entries()) {
      const here = `${at}.conditions[${index}]`;
      count += 1;
      if (count > MAX_CONDITIONS) throw badField(path, `${path} has more than ${MAX_CONDITIONS} conditions.`);
      if (!isObject(item)) throw badField(here, `${here} must be an object of lhs, operator and rhs.`);
      if ("conditions" in item || "logic" in item) check(item, here);
      else checkCondition(item, columns, here);
    }
  };
  check(value, path);
  return value;
}

/** Code may change a left side's conditions at run time, so only their form is checked. */
function checkCondition(
  { lhs, operator, rhs }: { [name: string]: Json },
  columns: ReturnType<typeof getRuleColumns>,
  path: string,
): void {
  const refuse = (member: string, what: string) => badField(`${path}.${member}`, `${path}.${member} ${what}`);
  if (typeof lhs !== "string" || lhs === "") throw refuse("lhs", "must be text.");
  if (typeof operator !== "string" || operator === "") throw refuse("operator", "must be text.");
  if (chosen(lhs, columns.lhs.options) === undefined)
    throw refuse("lhs", notAmong(lhs, valuesOf(columns.lhs.options)));
  if (rhs === undefined && OPERATORS.has(operator) && !WITHOUT_RHS.has(operator))
    throw refuse("rhs", "is missing.");
  if (isObject(rhs)) throw refuse("rhs", "must be a single value or a list.");
  if (columns.code !== undefined) return;
  const operators = getColumn(columns.operator, lhs);
  const known = hasChoices(operators) ? valuesOf(operators.options) : [...OPERATORS];
  if (known.length > 0 && !known.includes(operator)) throw refuse("operator", notAmong(operator, known));
  const { options } = getColumn(columns.rhs, lhs);
  for (const item of [rhs ?? []].flat()) {
    if (item !== "" && chosen(item, options) === undefined)
      throw refuse("rhs", noChoice(item, options, false));
  }
}

function hasChoices({ options = [], source }: Column): boolean {
  return options.length > 0 || source !== undefined;
}
