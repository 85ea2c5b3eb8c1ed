import { MASK } from "../../configs/password.ts";
import {
  type InputChoice,
  type InputLabel,
  renderCheckbox,
  renderCheckboxList,
  renderInputGroup,
  renderSelectControl,
  renderSelectInput,
  renderTextArea,
  renderTextInput,
} from "../../pages/input.ts";
import { type Html, html } from "../../platform/http/html.ts";
import { isNumber, type Json } from "../../platform/json/json.ts";
import { isPemPlaceholder } from "../../platform/pem.ts";
import { renderRuleEditor } from "./rule-editor.ts";
import { parseRules } from "./rule-value.ts";
import type { SettingsField } from "./settings-steps.ts";

/** How a field of a config is filled in. */
export type ControlKind =
  | "password"
  | "check"
  | "select"
  | "list"
  | "lines"
  | "pairs"
  | "rules"
  | "json"
  | "text";

const CHECKS = new Set(["boolean", "checkbox", "switch", "toggle"]);
const INPUT_TYPES = new Set(["number", "email", "url"]);
const TEXTS = new Set(["text", "textarea", "number", "email", "url", "date", "select"]);

/** The control for a field; types without one are edited as JSON, as are rules that rows cannot show. */
export function getControlKind(field: SettingsField): ControlKind {
  const { field_type: type, options = [], multiple = false } = field;
  if (type === "password") return "password";
  if (CHECKS.has(type)) return "check";
  if (type === "map" || type === "map_v2") return listMapKeys(field).length > 0 ? "pairs" : "json";
  if (type === "rule_engine") return "rules";
  if (options.length > 0 && type !== "json") return multiple ? "list" : "select";
  if (TEXTS.has(type)) return multiple ? "lines" : "text";
  return isPlain(field.value ?? field.defaultValue) && type !== "json" ? "text" : "json";
}

/** The left sides of a map. */
export function listMapKeys(field: SettingsField): { key: string; name: string }[] {
  if (field.field_type === "map") {
    return field.labels.map(({ name, value }) => ({ key: String(value), name }));
  }
  return choicesOf(sideOf(field, "lhs").options).map(({ name, value }) => ({ key: value, name }));
}

/** The choices for the right side of a map, and whether a line can have several. */
export function getMapChoices(field: SettingsField): { choices: InputChoice[]; multiple: boolean } {
  if (field.field_type === "map") {
    return { choices: choicesOf(field.options), multiple: field.multiple === true };
  }
  const { options, multiple } = sideOf(field, "rhs");
  return { choices: choicesOf(options), multiple: multiple === true };
}

/** The input of a field, with its `value`; the control named `focus` gets the focus. */
export function renderControl(
  field: SettingsField,
  labelled: InputLabel,
  name: string,
  value: Json | undefined,
  focus?: string,
): Html {
  const choices = withChosen(field, choicesOf(field.options), value);
  const { placeholder } = field;
  switch (getControlKind(field)) {
    case "password":
      return passwordControl(labelled, name, value === MASK, placeholder);
    case "check":
      return renderCheckbox(labelled, { name, checked: value === true || value === "true" });
    case "select":
      return renderSelectInput(labelled, { name, value: plain(value), choices });
    case "list":
      return renderCheckboxList(labelled, { name, chosen: new Set(listOf(value)), choices });
    case "lines":
      return renderTextArea(withHelp(labelled, labelled.words.t("setup.lines")), {
        name,
        value: listOf(value).join("\n"),
        code: false,
        placeholder,
      });
    case "pairs":
      return pairsControl(field, labelled, name, value);
    case "rules": {
      const rules = parseRules(value);
      if (rules !== undefined) return renderRuleEditor(field, labelled, { name, rules, focus });
      return jsonControl(withHelp(labelled, labelled.words.t("rules.json")), name, value, placeholder);
    }
    case "json":
      return jsonControl(labelled, name, value, placeholder);
    case "text":
      return textControl(field, labelled, name, plain(value) ?? "");
  }
}

function jsonControl(
  labelled: InputLabel,
  name: string,
  value: Json | undefined,
  placeholder: string | undefined,
): Html {
  const shown = { name, value: jsonText(value), code: true, placeholder };
  return renderTextArea(withHelp(labelled, labelled.words.t("setup.json")), shown);
}

function textControl(field: SettingsField, labelled: InputLabel, name: string, value: string): Html {
  const { field_type: type, placeholder } = field;
  if (type === "textarea") return renderTextArea(labelled, { name, value, code: false, placeholder });
  if (type === "number") return renderTextInput(labelled, { name, type, value, placeholder, step: "any" });
  const inputType = type === "date" ? dateInputType(value) : INPUT_TYPES.has(type) ? type : "text";
  return renderTextInput(labelled, { name, type: inputType, value, placeholder });
}

/** Browsers would not return a time with seconds or a time zone unchanged. */
function dateInputType(value: string): "date" | "datetime-local" | "text" {
  if (value === "" || /^\d{4}-\d\d-\d\d$/.test(value)) return "date";
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(value) ? "datetime-local" : "text";
}

function passwordControl(
  labelled: InputLabel,
  name: string,
  isSet: boolean,
  placeholder: string | undefined,
): Html {
  const input = isPemPlaceholder(placeholder)
    ? (own: InputLabel) => renderTextArea(own, { name, value: "", code: true, placeholder })
    : (own: InputLabel) => renderTextInput(own, { name, type: "password", value: "", placeholder });
  if (!isSet) return input(labelled);
  const kept = withHelp({ ...labelled, required: false }, labelled.words.t("setup.keepSecret"));
  const shown = input({ ...kept, required: labelled.required });
  if (labelled.required) return shown;
  const clear = {
    id: `${labelled.id}-clear`,
    label: labelled.words.t("setup.removeSecret", { label: labelled.label }),
    required: false,
  };
  return html`${shown}${renderCheckbox(clear, { name: `${name}.clear`, checked: false })}`;
}

function pairsControl(
  field: SettingsField,
  labelled: InputLabel,
  name: string,
  value: Json | undefined,
): Html {
  const { choices, multiple } = getMapChoices(field);
  const proposed = value === undefined ? proposePairs(field) : {};
  const chosen = isObject(value) ? value : proposed;
  const rows = listMapKeys(field).map((pair, index) => {
    const id = `${labelled.id}-${index}`;
    const given = Object.hasOwn(chosen, pair.key) ? chosen[pair.key] : undefined;
    const control = { name: `${name}.${index}`, choices };
    if (multiple && choices.length > 0) {
      const list = { words: labelled.words, id, label: pair.name, required: true };
      return html`<div class="wide">${renderCheckboxList(list, { ...control, chosen: new Set(listOf(given)) })}</div>`;
    }
    const attributes = html` id="${id}"`;
    const input =
      choices.length > 0
        ? renderSelectControl(labelled.words, { ...control, value: plain(given) }, attributes)
        : html`<input type="text" name="${control.name}" value="${plain(given) ?? ""}" autocomplete="off"${attributes}>`;
    return html`<label for="${id}">${pair.name}</label>${input}`;
  });
  const [left, right] = [sideOf(field, "lhs").name, sideOf(field, "rhs").name].map(plain);
  const heads =
    left !== undefined &&
    right !== undefined &&
    html`<span class="side muted">${left}</span><span class="side muted">${right}</span>`;
  const isProposed = Object.keys(proposed).length > 0;
  const about = isProposed ? withHelp(labelled, labelled.words.t("mapping.proposed")) : labelled;
  return renderInputGroup(about, html`<div class="pairs">${heads}${rows}</div>`);
}

/** For a mapping that was never filled in: pairs with the same name on both sides. */
function proposePairs(field: SettingsField): { [key: string]: Json } {
  if (field.field_type !== "map_v2") return {};
  const { choices, multiple } = getMapChoices(field);
  const pairs = listMapKeys(field).flatMap(({ key, name }): [string, Json][] => {
    const same = choices.find((choice) => bareName(choice.name) === bareName(name));
    return same === undefined ? [] : [[key, multiple ? [same.value] : same.value]];
  });
  return Object.fromEntries(pairs);
}

/** `First name`, `first_name` and `firstName` count as the same name. */
function bareName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "") || name;
}

function withHelp(labelled: InputLabel, more: string): InputLabel {
  return { ...labelled, help: [labelled.help, more].filter(Boolean).join(" ") };
}

/** Options for a list; objects cannot be chosen. */
function choicesOf(options: Json | SettingsField["options"]): InputChoice[] {
  if (!Array.isArray(options)) return [];
  return options.flatMap((option: unknown) => {
    if (typeof option === "string" || isNumber(option)) {
      return [{ name: String(option), value: String(option) }];
    }
    if (typeof option !== "object" || option === null) return [];
    const value: unknown = Reflect.get(option, "value");
    const name: unknown = Reflect.get(option, "name");
    if ((typeof value === "object" && !isNumber(value)) || value === undefined) return [];
    return [{ name: typeof name === "string" && name !== "" ? name : String(value), value: String(value) }];
  });
}

/** A fetched list may lack earlier choices: saving the form must not lose them. */
function withChosen(field: SettingsField, choices: InputChoice[], value: Json | undefined): InputChoice[] {
  if (field.data_source === undefined || choices.length === 0) return choices;
  const missing = listOf(value).filter(
    (one) => one !== "" && !choices.some((choice) => choice.value === one),
  );
  return [...choices, ...missing.map((one) => ({ name: one, value: one }))];
}

function sideOf(
  { mapping }: SettingsField,
  side: "lhs" | "rhs",
): { name?: Json; options?: Json; multiple?: Json } {
  const found = isObject(mapping) ? mapping[side] : undefined;
  return isObject(found) ? found : {};
}

function listOf(value: Json | undefined): string[] {
  if (Array.isArray(value)) return value.map((item) => plain(item) ?? "");
  return value === undefined || value === null ? [] : [plain(value) ?? ""];
}

function plain(value: Json | undefined): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function jsonText(value: Json | undefined): string {
  // Text that could not be parsed is shown as typed.
  if (typeof value === "string") return value;
  return value === undefined || value === null ? "" : JSON.stringify(value, null, 2);
}

function isPlain(value: Json | undefined): boolean {
  return typeof value !== "object" || value === null || isNumber(value);
}

function isObject(value: unknown): value is { [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isNumber(value);
}
