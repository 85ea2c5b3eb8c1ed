import { FOCUS } from "../../pages/focus.ts";
import {
  renderInputGroup as fieldGroup,
  type InputChoice,
  type InputLabel,
  renderCheckboxList,
} from "../../pages/input.ts";
import type { TextKey } from "../../pages/words/catalogs.ts";
import type { Words } from "../../pages/words/words.ts";
import { type Html, html } from "../../platform/http/html.ts";
import { type Column, getColumn, getRuleColumns } from "../../workflows/definition/field.ts";
import { buildEditValue, EDIT } from "./rule-edit.ts";
import {
  DEEPEST,
  isChosen,
  isGroup,
  type RuleCondition,
  type RuleGroup,
  toConditionText,
  toConditionTexts,
  WITH_LIST,
  WITHOUT_VALUE,
} from "./rule-value.ts";
import type { SettingsField } from "./settings-steps.ts";

// Of operators with the same meaning (`gte` and `greater_or_equal`), one is offered; the other is shown if stored.
const FOR_CHOICES = ["eq", "neq", "included_in", "not_included_in", "is_null", "not_null"];
const FOR_TEXTS = [
  "eq",
  "neq",
  "gt",
  "gte",
  "lt",
  "lte",
  "contains",
  "not_contains",
  "start_with",
  "end_with",
  "like",
  "included_in",
  "not_included_in",
  "is_null",
  "not_null",
];
const OPERATOR_KEYS = {
  eq: "rules.eq",
  neq: "rules.neq",
  gt: "rules.gt",
  gte: "rules.gte",
  greater_or_equal: "rules.gte",
  lt: "rules.lt",
  lte: "rules.lte",
  less_or_equal: "rules.lte",
  contains: "rules.contains",
  not_contains: "rules.notContains",
  start_with: "rules.startWith",
  end_with: "rules.endWith",
  like: "rules.like",
  included_in: "rules.includedIn",
  not_included_in: "rules.notIncludedIn",
  is_null: "rules.isNull",
  not_null: "rules.notNull",
  exist: "rules.notNull",
  not_exist: "rules.isNull",
} as const satisfies Readonly<Record<string, TextKey>>;

interface Editor {
  readonly words: Words;
  readonly columns: ReturnType<typeof getRuleColumns>;
  /** Name of the whole control. */
  readonly name: string;
  readonly id: string;
  /** The name of the control that gets the focus. */
  readonly focus: string | undefined;
}

/**
 * A rule as rows and groups. Its buttons submit the form, which comes back with a row added or removed; where the
 * page's script runs, choices follow by themselves and need no button (`live-form.js`).
 */
export function renderRuleEditor(
  field: SettingsField,
  labelled: InputLabel,
  { name, rules, focus }: { name: string; rules: RuleGroup; focus: string | undefined },
): Html {
  const { words, id } = labelled;
  const editor = { words, columns: getRuleColumns(field), name, id, focus };
  const refresh =
    rules.conditions.length > 0 &&
    html`<div class="rule-actions unscripted">${editButton(editor, "choices", "", words.t("rules.update"), `${name}.choices`)}<span class="muted">${words.t("rules.updateHelp")}</span></div>`;
  return fieldGroup(labelled, html`<div class="rules">${groupContent(editor, rules, [])}${refresh}</div>`);
}

function groupContent(editor: Editor, { logic, conditions }: RuleGroup, path: readonly number[]): Html {
  const { words, name, id } = editor;
  const { t } = words;
  const at = [name, ...path].join(".");
  const logicId = [id, ...path, "logic"].join("-");
  const modes: InputChoice[] = [
    { value: "AND", name: t("rules.all") },
    { value: "OR", name: t("rules.any") },
  ];
  const items = conditions.map((item, index) => {
    const here = [...path, index];
    return isGroup(item) ? nestedGroup(editor, item, here) : conditionRow(editor, item, here);
  });
  const place = path.join(".");
  const addName = path.length === 0 ? `${name}.add` : undefined;
  // Without conditions there is nothing to combine, but the form still says that it was shown as rows.
  const mode =
    conditions.length === 0
      ? html`<input type="hidden" name="${at}.logic" value="${logic}"><p class="muted">${t("rules.none")}</p>`
      : html`<div class="rule-mode"><label for="${logicId}">${t("rules.match")}</label>${list({ name: `${at}.logic`, value: logic, choices: modes }, html` id="${logicId}"`)}</div>`;
  return html`${mode}${items}<div class="rule-actions">${editButton(editor, "condition", place, t("rules.addCondition"), addName)}${path.length < DEEPEST && editButton(editor, "group", place, t("rules.addGroup"))}</div>`;
}

function nestedGroup(editor: Editor, group: RuleGroup, path: readonly number[]): Html {
  const { t } = editor.words;
  const number = numberOf(path);
  return html`<fieldset class="rule-group"><legend>${t("rules.group", { number })}</legend>${groupContent(editor, group, path)}${editButton(editor, "remove", path.join("."), t("rules.removeGroup", { number }))}</fieldset>`;
}

function conditionRow(editor: Editor, condition: RuleCondition, path: readonly number[]): Html {
  const { words, columns, name } = editor;
  const { t } = words;
  const { lhs, operator, rhs, type } = condition;
  const at = [name, ...path].join(".");
  const number = numberOf(path);
  const label = t("rules.condition", { number });
  const right = getColumn(columns.rhs, lhs);
  const labelOf = (text: string) => `${label}: ${text}`;
  const left = control(
    editor,
    { name: `${at}.lhs`, label: labelOf(columns.lhs.name ?? t("rules.field")) },
    lhs,
    choicesOf(columns.lhs, lhs),
  );
  const operators = operatorChoices(words, getColumn(columns.operator, lhs), isChosen(right), operator);
  const middle = control(
    editor,
    { name: `${at}.operator`, label: labelOf(columns.operator.name ?? t("rules.operator")) },
    operator,
    operators,
  );
  const typeInputs =
    type !== undefined &&
    html`<input type="hidden" name="${at}.type" value="${type}"><input type="hidden" name="${at}.type-of" value="${lhs}">`;
  return html`<div class="rule" role="group" aria-label="${label}">${left}${middle}${valueControl(editor, right, condition, at, labelOf(right.name ?? t("rules.value")))}${storedInputs(at, operator, rhs)}${typeInputs}${editButton(editor, "remove", path.join("."), t("rules.remove"), undefined, t("rules.removeCondition", { number }))}</div>`;
}

/** The stored value, if its text alone could not be turned back into it. */
function storedInputs(at: string, operator: string, rhs: RuleCondition["rhs"]): Html | false {
  if (rhs === undefined || (typeof rhs === "string" && rhs !== "" && !WITH_LIST.has(operator))) return false;
  return html`<input type="hidden" name="${at}.stored" value="${JSON.stringify(rhs)}"><input type="hidden" name="${at}.stored-for" value="${operator}">`;
}

function valueControl(
  editor: Editor,
  column: Column,
  { operator, rhs }: RuleCondition,
  at: string,
  label: string,
): Html {
  if (WITHOUT_VALUE.has(operator)) return html`<span></span>`;
  const { words, id } = editor;
  const named = { name: `${at}.rhs`, label };
  if (!isChosen(column)) return control(editor, named, toConditionText(rhs), []);
  if (!WITH_LIST.has(operator)) {
    const text = toConditionText(rhs);
    return control(editor, named, text, choicesOf(column, column.source === undefined ? "" : text));
  }
  // A fetched list may lack earlier choices.
  const kept = column.source === undefined ? [] : toConditionTexts(rhs);
  const choices = kept.reduce(withValue, choicesOf(column, ""));
  const boxes = {
    words,
    id: `${id}${at.slice(editor.name.length).replaceAll(".", "-")}-rhs`,
    required: true,
  };
  return renderCheckboxList(
    { ...boxes, label },
    { name: named.name, chosen: new Set(toConditionTexts(rhs)), choices },
  );
}

function control(
  { words, focus }: Editor,
  { name, label }: { name: string; label: string },
  value: string,
  choices: readonly InputChoice[],
): Html {
  const attributes = html` aria-label="${label}"${name === focus && FOCUS}`;
  if (choices.length === 0)
    return html`<input type="text" name="${name}" value="${value}" autocomplete="off"${attributes}>`;
  return list(
    { name, value, choices: [{ name: words.t("page.choose"), value: "" }, ...choices] },
    attributes,
  );
}

function list(
  { name, value, choices }: { name: string; value: string; choices: readonly InputChoice[] },
  attributes: Html,
): Html {
  const options = choices.map(
    (one) => html`<option value="${one.value}"${one.value === value && html` selected`}>${one.name}</option>`,
  );
  return html`<select name="${name}"${attributes}>${options}</select>`;
}

/** The choices of a column, plus `value` if it is missing: stored values must not be lost. */
function choicesOf({ options = [] }: Column, value: string): InputChoice[] {
  const choices = options.map((one) => ({ name: one.name, value: String(one.value) }));
  return choices.length === 0 ? [] : withValue(choices, value);
}

function operatorChoices(words: Words, column: Column, hasChoices: boolean, operator: string): InputChoice[] {
  const nameOf = (value: string) => (isKnown(value) ? words.t(OPERATOR_KEYS[value]) : value);
  const declared = choicesOf(column, operator);
  // A choice without its own name is a bare operator name.
  if (declared.length > 0)
    return declared.map(({ name, value }) => ({ name: name === value ? nameOf(value) : name, value }));
  // If the choices are unknown to the form, operators are typed in.
  if (column.source !== undefined) return [];
  const known = (hasChoices ? FOR_CHOICES : FOR_TEXTS).map((value) => ({ name: nameOf(value), value }));
  return known.some(({ value }) => value === operator) || operator === ""
    ? known
    : [...known, { name: nameOf(operator), value: operator }];
}

function isKnown(operator: string): operator is keyof typeof OPERATOR_KEYS {
  return Object.hasOwn(OPERATOR_KEYS, operator);
}

function withValue(choices: InputChoice[], value: string): InputChoice[] {
  if (value === "" || choices.some((one) => one.value === value)) return choices;
  return [...choices, { name: value, value }];
}

/** Validation is off: nothing is saved yet, so fields may be incomplete. */
function editButton(
  { name, focus }: Editor,
  edit: Parameters<typeof buildEditValue>[0],
  path: string,
  text: string,
  focusName?: string,
  label?: string,
): Html {
  const hasFocus = focusName !== undefined && focusName === focus;
  return html`<button class="quiet small" name="${EDIT}" value="${buildEditValue(edit, path, name)}" formnovalidate${label !== undefined && html` aria-label="${label}"`}${hasFocus && FOCUS}>${text}</button>`;
}

function numberOf(path: readonly number[]): string {
  return path.map((index) => index + 1).join(".");
}
