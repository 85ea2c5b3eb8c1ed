import type { Config, ConfigField } from "./config.ts";

/** The control for a field; types without one are edited as JSON. */
export type Kind = "password" | "check" | "select" | "list" | "lines" | "pairs" | "json" | "text";

/** The value of an input; null removes a stored password. */
export type ControlValue = string | boolean | readonly string[] | Pairs | null;

/** Right sides by their left side. */
export type Pairs = { readonly [left: string]: string | readonly string[] };

/** A field of a config with its name in the form and in the API. */
export interface FieldControl {
  readonly key: string;
  /** As errors of the API name it. */
  readonly path: string;
  readonly field: ConfigField;
  /** Undefined: a field of the application. */
  readonly workflowId: string | undefined;
}

export interface FieldChoice {
  readonly label: string;
  readonly value: string;
}

const CHECKS = new Set(["boolean", "checkbox", "switch", "toggle"]);
const TEXTS = new Set(["text", "textarea", "number", "email", "url", "date", "select"]);
const STRUCTURES = new Set(["json", "rule_engine"]);

/** Every editable field of a config. */
export function getControls({ fields, workflows }: Config): FieldControl[] {
  const own = fields.map((field) => ({ field, path: `fields.${field.id}`, workflowId: undefined }));
  const ofWorkflows = workflows.flatMap(({ id, fields: inner }) =>
    inner.map((field) => ({ field, path: `workflows.${id}.fields.${field.id}`, workflowId: id })),
  );
  return [...own, ...ofWorkflows]
    .filter(({ field }) => !field.hidden)
    .map((one, index) => ({ ...one, key: `f${index}` }));
}

export function getKind(field: ConfigField): Kind {
  const { field_type: type, options = [], multiple = false } = field;
  if (type === "password") return "password";
  if (CHECKS.has(type)) return "check";
  if (type === "map" || type === "map_v2") return getLeft(field).length > 0 ? "pairs" : "json";
  if (STRUCTURES.has(type)) return "json";
  if (options.length > 0) return multiple ? "list" : "select";
  if (TEXTS.has(type)) return multiple ? "lines" : "text";
  return isStructure(field.value ?? field.defaultValue) ? "json" : "text";
}

/** The left sides of a map. */
export function getLeft(field: ConfigField): readonly FieldChoice[] {
  if (field.field_type === "map")
    return field.labels.map(({ name, value }) => ({ label: name, value: String(value) }));
  return choicesIn(sideOf(field, "lhs").options);
}

/** The choices for each left side of a map, and whether several; any text if there are no choices. */
export function getRight(field: ConfigField): { choices: readonly FieldChoice[]; multiple: boolean } {
  if (field.field_type === "map")
    return { choices: choicesIn(field.options), multiple: field.multiple === true };
  const { options, multiple } = sideOf(field, "rhs");
  return { choices: choicesIn(options), multiple: multiple === true };
}

/** The choices of a field, including those already chosen: a looked-up list may no longer contain them. */
export function getChoices({ options, value }: ConfigField): readonly FieldChoice[] {
  const choices = choicesIn(options);
  const known = new Set(choices.map((one) => one.value));
  const others = listOf(value).filter((one) => one !== "" && !known.has(one));
  return [...choices, ...others.map((one) => ({ label: one, value: one }))];
}

/** The initial value of a field's input. */
export function getHeld(field: ConfigField): ControlValue {
  const { value } = field;
  switch (getKind(field)) {
    case "password":
      return "";
    case "check":
      return value === true || value === "true";
    case "list":
    case "lines":
      return listOf(value);
    case "pairs":
      return pairsOf(value);
    case "json":
      return value === undefined || value === null ? "" : JSON.stringify(value, null, 2);
    default:
      return plain(value);
  }
}

/** The API value of an input: null unsets the field, undefined leaves it unchanged. Throws for invalid JSON. */
export function getGiven(field: ConfigField, held: ControlValue): unknown {
  if (held === null || typeof held === "boolean") return held;
  const kind = getKind(field);
  if (kind === "password") return held === "" ? undefined : held;
  if (typeof held !== "string") return givenParts(field, held);
  if (held.trim() === "") return null;
  if (kind === "json") return JSON.parse(held);
  return kind === "select" ? optionNamed(field, held) : held;
}

/** Whether an input is empty. */
export function isEmpty(held: ControlValue | undefined): boolean {
  if (held === null || held === undefined || held === "") return true;
  return typeof held === "object" && Object.keys(held).length === 0;
}

function givenParts(field: ConfigField, held: readonly string[] | Pairs): unknown {
  if (Array.isArray(held)) {
    if (held.length === 0) return null;
    return getKind(field) === "list" ? held.map((one) => optionNamed(field, one)) : held;
  }
  const chosen = Object.entries(held as Pairs).filter(([, right]) => right.length > 0);
  return chosen.length === 0 ? null : Object.fromEntries(chosen);
}

/** A choice's own value, which may be a number, by its text. */
function optionNamed({ options = [] }: ConfigField, text: string): unknown {
  return options.find(({ value }) => !isStructure(value) && String(value) === text)?.value ?? text;
}

function choicesIn(options: unknown): readonly FieldChoice[] {
  if (!Array.isArray(options)) return [];
  const choices = options.flatMap((option: unknown) => {
    if (!isStructure(option)) return [{ label: plain(option), value: plain(option) }];
    const { name, value } = option as { name?: unknown; value?: unknown };
    if (value === undefined || isStructure(value)) return [];
    return [{ label: plain(name) || plain(value), value: plain(value) }];
  });
  return choices.filter(({ value }, index) => choices.findIndex((one) => one.value === value) === index);
}

function sideOf({ mapping }: ConfigField, side: "lhs" | "rhs"): { options?: unknown; multiple?: unknown } {
  return ((mapping as Record<string, object> | undefined)?.[side] ?? {}) as object;
}

function listOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(plain);
  return value === undefined || value === null ? [] : [plain(value)];
}

function pairsOf(value: unknown): Pairs {
  if (!isStructure(value) || Array.isArray(value)) return {};
  return Object.fromEntries(
    Object.entries(value as object).map(([left, right]) => [
      left,
      Array.isArray(right) ? right.map(plain) : plain(right),
    ]),
  );
}

function plain(value: unknown): string {
  if (value === undefined || value === null) return "";
  return isStructure(value) ? JSON.stringify(value) : String(value);
}

function isStructure(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}
