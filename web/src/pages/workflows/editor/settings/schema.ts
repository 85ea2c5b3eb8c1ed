import { takesFile } from "../../../../parts/files/takes-file.ts";

/** The parts of JSON Schema from which forms are built. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: boolean | Schema;
  readonly anyOf?: readonly Schema[];
  readonly $ref?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly contentEncoding?: string;
}

/** A JSON object in the editor. */
export type Values = Readonly<Record<string, unknown>>;

/** The control of a setting. */
export type SettingControl =
  | "text"
  | "number"
  | "boolean"
  | "choice"
  /** Rows of one shape. */
  | "list"
  /** Rows of a name and a value. */
  | "map"
  /** Settings of their own. */
  | "group"
  | "conditions"
  /** A text, or any other JSON. */
  | "any";

const CONDITION = "#/$defs/Condition";

/** The control for values of a schema; unknown schemas are edited as JSON. */
export function getControl(schema: Schema): SettingControl {
  if (schema.items?.$ref === CONDITION) return "conditions";
  if (takesFile(schema)) return "any";
  if (schema.enum?.every((value) => typeof value === "string")) return "choice";
  const types = typesOf(schema).filter((type) => type !== "null");
  if (types.some((type) => type === "integer" || type === "number"))
    return types.includes("boolean") ? "any" : "number";
  if (types.length !== 1) return "any";
  const [type] = types;
  if (type === "string") return "text";
  if (type === "boolean") return "boolean";
  if (type === "array") return hasRows(schema.items) ? "list" : "any";
  if (type !== "object") return "any";
  return Object.keys(schema.properties ?? {}).length > 0 ? "group" : "map";
}

/** Whether values are objects or lists, or texts with their JSON. */
export function isWrittenAsJson(schema: Schema): boolean {
  const types = typesOf(schema);
  return types.includes("object") && types.includes("array");
}

function typesOf({ type }: Schema): readonly string[] {
  return typeof type === "string" ? [type] : (type ?? []);
}

function hasRows(items: Schema | undefined): boolean {
  return items !== undefined && getControl(items) !== "any";
}

/** Whether the control can edit a value; a text in place of another type is an expression. */
export function fitsControl(control: SettingControl, value: unknown): boolean {
  if (value === undefined || value === null) return true;
  switch (control) {
    case "text":
    case "choice":
      return typeof value === "string";
    case "number":
      return typeof value === "number";
    case "boolean":
      return typeof value === "boolean";
    case "list":
      return Array.isArray(value);
    case "map":
    case "group":
      return isValues(value);
    case "conditions":
      return Array.isArray(value) || isValues(value);
    case "any":
      return true;
  }
}

/** Whether a value is an object with members. */
export function isValues(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `values` with one member set; undefined removes it. The order of the others stays. */
export function withMember(values: Values, name: string, value: unknown): Values {
  if (value !== undefined) return { ...values, [name]: value };
  return Object.fromEntries(Object.entries(values).filter(([key]) => key !== name));
}

/** `items` with one moved by some positions; unchanged if it would leave the list. */
export function moved<Item>(items: readonly Item[], index: number, by: number): readonly Item[] {
  const item = items[index];
  const to = index + by;
  if (item === undefined || to < 0 || to >= items.length) return items;
  return items.toSpliced(index, 1).toSpliced(to, 0, item);
}

/** The initial value of a new row of a list. */
export function getBlank(schema: Schema): unknown {
  const control = getControl(schema);
  if (control === "group" || control === "map") return {};
  return control === "list" ? [] : "";
}

/** The display name of a setting: `record_id` and `recordId` are "Record ID", `wait_ms` is "Wait (ms)". */
export function getLabel(name: string): string {
  const words = name
    .replace(/_ms$/, " (ms)")
    .replace(/([a-z0-9])([A-Z][a-z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`)
    .replace(/([a-z0-9])([A-Z]+)\b/g, "$1 $2")
    .replaceAll("_", " ")
    .trim();
  const label = words.replace(/\b(id|url)\b/gi, (word) => word.toUpperCase());
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/** The editor for the settings of a type. */
export interface TypeSettingsProps {
  readonly schema: Schema;
  readonly values: Values;
  readonly onChange: (values: Values) => void;
}
