import type { ConfigChange, WorkflowChoice } from "../../configs/change.ts";
import { MASK } from "../../configs/password.ts";
import { describeValueProblem } from "../../pages/value-words.ts";
import type { Words } from "../../pages/words/words.ts";
import { ApiError, ValueError } from "../../platform/errors.ts";
import { parseJsonBody } from "../../platform/http/json-body.ts";
import { isNumber, isObject, type Json } from "../../platform/json/json.ts";
import { isPemPlaceholder, normalizePem } from "../../platform/pem.ts";
import { isSingle, parseFieldValue } from "../../workflows/definition/field-value.ts";
import type { FieldValues } from "../../workflows/definition/stored-values.ts";
import { applyRuleEdit } from "./rule-edit.ts";
import { findIncomplete, hasRules, parseRules, readRules, toRules } from "./rule-value.ts";
import { getControlKind, getMapChoices, listMapKeys } from "./settings-control.ts";
import type { SettingsField, SettingsStep } from "./settings-steps.ts";

/** A step as a customer filled it in. */
export interface FilledStep {
  readonly change: ConfigChange;
  /** What was typed in, by control name, to be shown again. */
  readonly typed: ReadonlyMap<string, Json>;
  /** Error messages by control name. */
  readonly problems: ReadonlyMap<string, string>;
  /** The workflows that are switched on, of those whose switch is on this step. */
  readonly enabled: ReadonlySet<string>;
  /** The name of the control that gets the focus. */
  readonly focus?: string;
}

/** The name of the control of an application's or workflow's field. */
export function buildControlName(field: SettingsField, workflowId?: string): string {
  return workflowId === undefined ? `app.${field.id}` : `workflow.${workflowId}.${field.id}`;
}

/** The name of the hidden input with the value of the parent field for which a control's choices are shown. */
export function buildParentName(name: string): string {
  return `${name}.of`;
}

/** The value of that input. */
export function toParentText(value: Json | undefined): string {
  return asText(value ?? null);
}

export function buildSwitchName(workflowId: string): string {
  return `on.${workflowId}`;
}

/** The name of the list of an application's accounts, for all workflows or for one alone. */
export function buildAccountName(slug: string, workflowId?: string): string {
  return workflowId === undefined ? `account.${slug}` : `account.${workflowId}.${slug}`;
}

/** Reads a step from a submitted form. Required fields of a workflow count only if it is switched on. */
export function readStep(words: Words, step: SettingsStep, form: URLSearchParams): FilledStep {
  const reading: FormContext = { words, form, typed: new Map(), problems: new Map() };
  const fields = readFields(reading, step.fields, { isNeeded: true });
  const workflows = step.workflows.map(({ workflow, hasSwitch, fields: own }): WorkflowChoice => {
    const { id } = workflow;
    const enabled = hasSwitch ? form.has(buildSwitchName(id)) : workflow.enabled;
    return {
      id,
      enabled,
      fields: readFields(reading, own, { workflowId: id, isNeeded: enabled }),
      connections: readAccounts(form, id),
    };
  });
  const enabled = new Set(workflows.filter((one) => one.enabled).map(({ id }) => id));
  const connections = readAccounts(form);
  return {
    change: { fields, connections, workflows },
    typed: reading.typed,
    problems: reading.problems,
    enabled,
  };
}

/** The accounts chosen for all workflows, or for one, by application; null for the default one. */
function readAccounts(form: URLSearchParams, workflowId?: string): Record<string, string | null> {
  const start = buildAccountName("", workflowId);
  const named = [...form].map(([name, value]) => [name.slice(start.length), name, value] as const);
  const own = named.filter(([slug, name]) => SLUG.test(slug) && name.startsWith(start));
  return Object.fromEntries(own.map(([slug, , value]) => [slug, value || null]));
}

const SLUG = /^[a-z0-9-]+$/;

interface FormContext {
  readonly words: Words;
  readonly form: URLSearchParams;
  readonly typed: Map<string, Json>;
  readonly problems: Map<string, string>;
}

function readFields(
  reading: FormContext,
  fields: readonly SettingsField[],
  { workflowId, isNeeded }: { workflowId?: string; isNeeded: boolean },
): FieldValues {
  const { words, form, typed, problems } = reading;
  const values: FieldValues = {};
  for (const field of fields) {
    const name = buildControlName(field, workflowId);
    const value = readControl(reading, field, name);
    if (value !== undefined) values[field.id] = value;
    if (!typed.has(name)) typed.set(name, shownAgain(field, value, form.get(name)));
  }
  const stale = fields.filter((field) =>
    isOfOldParent(field, fields, values, form.get(buildParentName(buildControlName(field, workflowId)))),
  );
  for (const field of stale) {
    delete values[field.id];
    typed.set(buildControlName(field, workflowId), null);
  }
  for (const field of fields) {
    const name = buildControlName(field, workflowId);
    const isRequired = isNeeded && field.required && !stale.includes(field);
    const problem = problemOf(words, field, values[field.id], isRequired);
    if (problem !== undefined && !problems.has(name)) problems.set(name, problem);
  }
  return values;
}

/** The form also submits a choice that was made for another value of its parent field, `shown` with it. */
function isOfOldParent(
  field: SettingsField,
  fields: readonly SettingsField[],
  values: FieldValues,
  shown: string | null,
): boolean {
  const parent = fields.find(({ id }) => id === field.parent);
  const given = parent && values[parent.id];
  return shown !== null && given !== undefined && shown !== toParentText(given);
}

/** Whether a submitted value differs from the one shown; forms send numbers as text. */
export function isChanged({ value, defaultValue }: SettingsField, given: Json | undefined): boolean {
  return given !== undefined && asText(given) !== asText(value ?? defaultValue ?? null);
}

function asText(value: Json): string {
  // `part` is what an ExactNumber is written as.
  return JSON.stringify(value, function (this: unknown, key, part) {
    const own: unknown = Reflect.get(this as object, key);
    return isNumber(own) ? String(own) : part;
  });
}

function problemOf(
  words: Words,
  field: SettingsField,
  value: Json | undefined,
  isNeeded: boolean,
): string | undefined {
  if (isNeeded && isMissing(field, value))
    return describeValueProblem(words, field.name, { kind: "required" });
  if (value === undefined || value === null) return undefined;
  // The rows of a rule may have fetched choices; saving checks the declared ones.
  if (field.field_type === "rule_engine" && parseRules(value) !== undefined) return undefined;
  try {
    // A fetched list may lack earlier choices.
    const checked = field.data_source === undefined ? field : { ...field, options: undefined };
    parseFieldValue(checked, value, "", field.value);
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return refusalOf(words, field, error, `.${field.id}`);
  }
}

/** The control that an error of the whole change is about, with the field's name in place of its path. */
export function findControlProblem(
  words: Words,
  step: SettingsStep,
  error: ApiError,
): { name: string; text: string } | undefined {
  const places = [
    ...step.fields.map((field) => ({ field, name: buildControlName(field), path: `fields.${field.id}` })),
    ...step.workflows.flatMap(({ workflow, fields }) =>
      fields.map((field) => ({
        field,
        name: buildControlName(field, workflow.id),
        path: `workflows.${workflow.id}.fields.${field.id}`,
      })),
    ),
  ];
  // One field's id may begin like another's.
  const [found] = places
    .filter(({ path }) => error.message.startsWith(`${path} `) || error.message.startsWith(`${path}.`))
    .sort((a, b) => b.path.length - a.path.length);
  return found && { name: found.name, text: refusalOf(words, found.field, error, found.path) };
}

/** Why a value was refused; errors meant for programs keep the API's wording, without the path. */
function refusalOf(words: Words, { name: label }: SettingsField, error: ApiError, path: string): string {
  if (error instanceof ValueError) return describeValueProblem(words, label, error.reason);
  return words.t("value.other", { label, reason: error.message.slice(path.length) });
}

/** The value of a control: null unsets the field, undefined keeps it. */
function readControl(reading: FormContext, field: SettingsField, name: string): Json | undefined {
  const { form } = reading;
  const text = (form.get(name) ?? "").replaceAll("\r\n", "\n");
  switch (getControlKind(field)) {
    case "password":
      if (form.has(`${name}.clear`)) return null;
      if (text === "") return undefined;
      return isPemPlaceholder(field.placeholder) ? normalizePem(text) : text;
    case "check":
      return form.has(name);
    case "list":
      return emptyAsNull(
        form
          .getAll(name)
          .filter(Boolean)
          .map((one) => choiceNamed(field, one)),
      );
    case "lines":
      return emptyAsNull(linesOf(text));
    case "pairs":
      return readPairs(field, name, form);
    case "rules":
      return hasRules(form, name)
        ? readRuleControl(reading, field, name)
        : readJson(reading, field, name, text);
    case "json":
      return readJson(reading, field, name, text);
    case "select":
      return text === "" ? null : choiceNamed(field, text);
    case "text":
      return text.trim() === "" ? null : text;
  }
}

/** The value of a choice, which may be a number, for the text that a form sends. */
function choiceNamed({ options = [] }: SettingsField, text: string): Json {
  const found = options.find(({ value }) => isSingle(value) && String(value) === text);
  return found?.value ?? text;
}

function readPairs(field: SettingsField, name: string, form: URLSearchParams): Json {
  const { choices, multiple } = getMapChoices(field);
  const pairs = listMapKeys(field).flatMap(({ key }, index): [string, Json][] => {
    const given = form.getAll(`${name}.${index}`).filter(Boolean);
    if (given.length === 0) return [];
    return [[key, multiple && choices.length > 0 ? given : (given[0] ?? "")]];
  });
  return pairs.length === 0 ? null : Object.fromEntries(pairs);
}

/** Incomplete rows are shown again as they are; nothing is saved for them. */
function readRuleControl(
  { words, form, typed, problems }: FormContext,
  field: SettingsField,
  name: string,
): Json | undefined {
  const rules = readRules(field, form, name);
  typed.set(name, rules);
  const number = findIncomplete(rules);
  if (number === undefined) return toRules(rules, isObject(field.value));
  problems.set(name, words.t("rules.incomplete", { label: field.name, number }));
  return undefined;
}

/** A filled-in step, changed by a button of a rule. Nothing is validated yet. */
export function applyStepEdit(filled: FilledStep, edit: string): FilledStep {
  const edited = applyRuleEdit(edit, filled.typed);
  if (edited === undefined) return { ...filled, problems: new Map() };
  const typed = new Map([...filled.typed, [edited.name, edited.value]]);
  return { ...filled, typed, problems: new Map(), focus: edited.focus };
}

function readJson(
  { words, problems }: FormContext,
  { name: label }: SettingsField,
  name: string,
  text: string,
): Json | undefined {
  if (text.trim() === "") return null;
  try {
    return parseJsonBody(text) as Json; // JSON.parse returns JSON
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    problems.set(name, words.t("value.json", { label }));
    return undefined;
  }
}

function shownAgain(field: SettingsField, value: Json | undefined, text: string | null): Json {
  // Secrets are never written into a page.
  if (field.field_type === "password") return field.value === MASK ? MASK : "";
  return value === undefined ? (text ?? "") : value;
}

function isMissing(field: SettingsField, value: Json | undefined): boolean {
  if (field.field_type === "password")
    return value === null || (value === undefined && field.value === undefined);
  return value === null || value === undefined;
}

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
}

function emptyAsNull(list: Json[]): Json {
  return list.length === 0 ? null : list;
}
