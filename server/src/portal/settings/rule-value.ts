import { isObject, type Json } from "../../platform/json/json.ts";
import { parseJson } from "../../platform/json/parse-json.ts";
import { type Column, type Field, getColumn, getRuleColumns } from "../../workflows/definition/field.ts";
import { isSingle } from "../../workflows/definition/field-value.ts";

/** One comparison of a `rule_engine` field; a new one has empty texts and no right side. */
export type RuleCondition = { lhs: string; operator: string; rhs?: Json; type?: string };
export type RuleGroup = { logic: "AND" | "OR"; conditions: RuleItem[] };
export type RuleItem = RuleCondition | RuleGroup;

/** Operators without a right side. */
export const WITHOUT_VALUE: ReadonlySet<string> = new Set(["is_null", "not_null", "exist", "not_exist"]);
/** Operators that take several values. */
export const WITH_LIST: ReadonlySet<string> = new Set(["included_in", "not_included_in"]);
/** How deep groups may be nested for a form to stay legible. */
export const DEEPEST = 2;
const MOST_CONDITIONS = 100;
const CONDITION_MEMBERS = new Set(["lhs", "operator", "rhs", "type"]);

export function isGroup(item: RuleItem): item is RuleGroup {
  return "conditions" in item;
}

/** A value as rows and groups; undefined if the form would lose or change part of it. */
export function parseRules(value: Json | undefined): RuleGroup | undefined {
  if (value === undefined || value === null || value === "") return { logic: "AND", conditions: [] };
  const group = parseGroup(value, 0);
  return group && countConditions(group) <= MOST_CONDITIONS ? group : undefined;
}

function parseGroup(value: Json, depth: number): RuleGroup | undefined {
  if (!isObject(value) || Object.keys(value).length !== 2 || depth > DEEPEST) return undefined;
  const { logic, conditions } = value;
  if ((logic !== "AND" && logic !== "OR") || !Array.isArray(conditions)) return undefined;
  // An empty group is true, so dropping it could change the rule.
  if (conditions.length === 0 && depth > 0) return undefined;
  const items: RuleItem[] = [];
  for (const item of conditions) {
    const parsed =
      isObject(item) && "conditions" in item ? parseGroup(item, depth + 1) : parseCondition(item);
    if (parsed === undefined) return undefined;
    items.push(parsed);
  }
  return { logic, conditions: items };
}

function parseCondition(value: Json): RuleCondition | undefined {
  if (!isObject(value) || Object.keys(value).some((name) => !CONDITION_MEMBERS.has(name))) return undefined;
  const { lhs, operator, rhs, type } = value;
  if (typeof lhs !== "string" || typeof operator !== "string") return undefined;
  if (![rhs].flat().every(isSingleOrNull)) return undefined;
  if (type !== undefined && typeof type !== "string") return undefined;
  return { lhs, operator, ...(rhs !== undefined && { rhs }), ...(type !== undefined && { type }) };
}

function countConditions({ conditions }: RuleGroup): number {
  return conditions.reduce((count, item) => count + (isGroup(item) ? countConditions(item) : 1), 0);
}

/** The left sides of a rule's conditions; rows that are not filled in are left out. */
export function listLeftSides(group: RuleGroup | undefined): string[] {
  const conditions = group?.conditions ?? [];
  return conditions.flatMap((item) => (isGroup(item) ? listLeftSides(item) : [item.lhs])).filter(Boolean);
}

/** The same for a rule in a form; undefined if the form does not hold it as rows and groups. */
export function parseLeftSides(form: URLSearchParams, name: string): string[] | undefined {
  return hasRules(form, name) ? listLeftSides(readRules({}, form, name)) : undefined;
}

/** Whether the form holds a rule as rows and groups; otherwise it was shown as JSON. */
export function hasRules(form: URLSearchParams, name: string): boolean {
  return !form.has(name) && form.has(`${name}.logic`);
}

/** The rows and groups of a form, including those not filled in yet. */
export function readRules(
  field: Pick<Field, "rule_columns">,
  form: URLSearchParams,
  name: string,
): RuleGroup {
  return readGroup(getRuleColumns(field), form, name, 0);
}

type Columns = ReturnType<typeof getRuleColumns>;

function readGroup(columns: Columns, form: URLSearchParams, name: string, depth: number): RuleGroup {
  const conditions: RuleItem[] = [];
  for (let index = 0; ; index += 1) {
    const at = `${name}.${index}`;
    if (form.has(`${at}.lhs`)) conditions.push(readCondition(columns, form, at));
    else if (form.has(`${at}.logic`) && depth < DEEPEST)
      conditions.push(readGroup(columns, form, at, depth + 1));
    else break;
  }
  return { logic: form.get(`${name}.logic`) === "OR" ? "OR" : "AND", conditions };
}

function readCondition(columns: Columns, form: URLSearchParams, at: string): RuleCondition {
  const lhs = form.get(`${at}.lhs`) ?? "";
  const operator = form.get(`${at}.operator`) ?? "";
  const rhs = readRightSide(getColumn(columns.rhs, lhs), form, at, operator);
  const type = form.get(`${at}.type`);
  // The type belongs to the field that it was stored with.
  const keepsType = type !== null && form.get(`${at}.type-of`) === lhs;
  return { lhs, operator, ...(rhs !== undefined && { rhs }), ...(keepsType && { type }) };
}

function readRightSide(
  column: Column,
  form: URLSearchParams,
  at: string,
  operator: string,
): Json | undefined {
  const given = form.getAll(`${at}.rhs`);
  const stored = parseStored(form.get(`${at}.stored`));
  if (WITHOUT_VALUE.has(operator)) return given.length > 0 ? undefined : stored;
  // Forms send text: an unchanged value stays the number, list or null that it was.
  if (stored !== undefined && form.get(`${at}.stored-for`) === operator && isShownAs(stored, given))
    return stored;
  const choiceNamed = (text: string): Json =>
    column.options?.find(({ value }) => String(value) === text)?.value ?? text;
  const [first = ""] = given;
  if (!WITH_LIST.has(operator)) return first.trim() === "" ? undefined : choiceNamed(first);
  const texts = given.length === 1 && !isChosen(column) ? first.split(",") : given;
  const list = texts.map((text) => text.trim()).filter(Boolean);
  return list.length === 0 ? undefined : list.map(choiceNamed);
}

function isShownAs(stored: Json, given: readonly string[]): boolean {
  return (
    given.join("\n") === toConditionTexts(stored).join("\n") || given.join("\n") === toConditionText(stored)
  );
}

/** Accepts only what a condition can hold: the browser may send anything. */
function parseStored(text: string | null): Json | undefined {
  if (text === null) return undefined;
  try {
    const value: Json = parseJson(text);
    return [value].flat().every(isSingleOrNull) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isSingleOrNull(item: Json | undefined): boolean {
  return item === null || item === undefined || isSingle(item);
}

/** Whether the right side is chosen from a list. */
export function isChosen({ options = [], type }: Column): boolean {
  return options.length > 0 && type !== "text";
}

/** The right side of a condition on one line. */
export function toConditionText(rhs: Json | undefined): string {
  return toConditionTexts(rhs).join(", ");
}

/** The values of the right side, as texts. */
export function toConditionTexts(rhs: Json | undefined): string[] {
  return [rhs ?? []].flat().map((item) => (item === null ? "" : String(item)));
}

/** The rule to store, without empty rows. Null if nothing is left and none was stored. */
export function toRules(group: RuleGroup, hadValue: boolean): Json {
  const { logic, conditions } = withoutBlanks(group);
  return conditions.length === 0 && !hadValue ? null : { logic, conditions };
}

function withoutBlanks({ logic, conditions }: RuleGroup): RuleGroup {
  const filled = conditions.flatMap((item): RuleItem[] => {
    if (!isGroup(item)) return isBlank(item) ? [] : [item];
    const group = withoutBlanks(item);
    return group.conditions.length === 0 ? [] : [group];
  });
  return { logic, conditions: filled };
}

function isBlank({ lhs, rhs }: RuleCondition): boolean {
  return lhs.trim() === "" && rhs === undefined;
}

/** The number of the first incomplete condition, as the form shows it; undefined if all are complete. */
export function findIncomplete({ conditions }: RuleGroup, path = ""): string | undefined {
  for (const [index, item] of conditions.entries()) {
    const number = `${path}${index + 1}`;
    if (isGroup(item)) {
      const found = findIncomplete(item, `${number}.`);
      if (found !== undefined) return found;
    } else if (!isBlank(item) && !isComplete(item)) return number;
  }
  return undefined;
}

function isComplete({ lhs, operator, rhs }: RuleCondition): boolean {
  if (lhs.trim() === "" || operator === "") return false;
  return WITHOUT_VALUE.has(operator) || rhs !== undefined;
}
