import { CUSTOMER_FIELDS } from "../../../../words/workflows/customer-fields.ts";
import { type CustomerField, freeId } from "../document/document.ts";

/** The id under which a field's value is stored: its name if it has none. */
export function getId({ id, name }: CustomerField): string {
  return getText(id) || getText(name);
}

/** The type of a field: `text` by default. */
export function getType({ field_type: type }: CustomerField): string {
  return getText(type) || "text";
}

/** A text that a field declares; empty where it declares none. */
export function getText(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** The fields with a new one at the end. */
export function addField(fields: readonly CustomerField[]): readonly CustomerField[] {
  const id = freeId(new Set(fields.map(getId)), "field");
  return [...fields, { id, name: CUSTOMER_FIELDS.newName, field_type: "text", required: false }];
}

/** Changes of a field; a new label also gives it an id that no other field has. */
export function withOwnId(
  fields: readonly CustomerField[],
  index: number,
  changes: CustomerField,
): CustomerField {
  if (changes.name === undefined) return changes;
  const others = new Set(fields.filter((_, at) => at !== index).map(getId));
  return { ...changes, id: freeId(others, getText(changes.name), "field") };
}

/** The fields with one changed; fields that depend on it follow its new id, and undefined members are removed. */
export function changeField(
  fields: readonly CustomerField[],
  index: number,
  changes: CustomerField,
): readonly CustomerField[] {
  const before = fields[index];
  if (!before) return fields;
  const entries = Object.entries({ ...before, ...changes }).filter(([, value]) => value !== undefined);
  const after = Object.fromEntries(entries);
  const [from, to] = [getId(before), getId(after)];
  // While an id is typed it may equal that of another field: references to that one are left alone.
  const isTaken = fields.some((field, at) => at !== index && [from, to].includes(getId(field)));
  const isFollowed = from !== to && !isTaken;
  return fields.map((field, at) => {
    if (at === index) return after;
    return isFollowed ? withNewId(field, from, to) : field;
  });
}

/** A field that depends on another, or whose data sources refer to it, after that has a new id. */
function withNewId(field: CustomerField, from: string, to: string): CustomerField {
  const referring = ["data_source", "mapping", "rule_columns"].filter((name) => field[name] !== undefined);
  const changed = referring.map((name) => [name, withReferences(field[name], from, to)]);
  return { ...field, ...(field.parent === from && { parent: to }), ...Object.fromEntries(changed) };
}

/** A value with `{{ fields.<from> }}` in its texts replaced by `{{ fields.<to> }}`. */
function withReferences(value: unknown, from: string, to: string): unknown {
  if (typeof value === "string")
    return value.replace(/\{\{\s*fields\.([^{}]*?)\s*\}\}/g, (whole, id) =>
      id === from ? `{{ fields.${to} }}` : whole,
    );
  if (Array.isArray(value)) return value.map((item) => withReferences(item, from, to));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, withReferences(item, from, to)]),
  );
}

/** The fields without one; fields that depended on it no longer depend on any. */
export function removeField(fields: readonly CustomerField[], index: number): readonly CustomerField[] {
  const gone = fields[index] && getId(fields[index]);
  return fields
    .filter((_, at) => at !== index)
    .map((field) => {
      if (field.parent !== gone) return field;
      const { parent: _, ...alone } = field;
      return alone;
    });
}

/** What is wrong with an id of a field. */
export function fieldIdProblem(fields: readonly CustomerField[], index: number): string | undefined {
  const id = fields[index] && getText(fields[index].id);
  if (id === "") return CUSTOMER_FIELDS.idEmpty;
  const isTaken = fields.some((field, at) => at !== index && getId(field) === id);
  return isTaken ? CUSTOMER_FIELDS.idTaken : undefined;
}

/** Choices as lines: the value, or `value = label`. */
export function getLines(choices: unknown): string {
  return Array.isArray(choices) ? choices.map(lineOf).join("\n") : "";
}

/** The choices that lines name; existing ones stay as they are. */
export function choicesIn(lines: string, choices: unknown): unknown[] | undefined {
  const before = new Map(Array.isArray(choices) ? choices.map((choice) => [lineOf(choice), choice]) : []);
  const named = lines
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  if (named.length === 0) return undefined;
  return named.map((line) => {
    const kept: unknown = before.get(line);
    if (kept !== undefined) return kept;
    const [value = "", ...label] = line.split(" = ");
    return { name: label.join(" = ").trim() || value.trim(), value: value.trim() };
  });
}

function lineOf(option: unknown): string {
  if (typeof option !== "object" || option === null) return String(option);
  const { name, value = name } = option as { readonly name?: unknown; readonly value?: unknown };
  const label = getText(name) || String(value);
  return label === String(value) ? label : `${value} = ${label}`;
}

/** The values of choices, as texts. */
export function getValues(choices: unknown): string[] {
  return getLines(choices)
    .split("\n")
    .flatMap((line) => line.split(" = ").slice(0, 1))
    .filter((value) => value !== "");
}

/** The fields that one may depend on: not itself, nor its dependents, nor a password. */
export function possibleParents(fields: readonly CustomerField[], index: number): readonly CustomerField[] {
  const dependent = new Set(fields.slice(index, index + 1).map(getId));
  // Fields may come before those that they depend on.
  for (const _ of fields)
    for (const field of fields) if (dependent.has(getText(field.parent))) dependent.add(getId(field));
  return fields.filter((field) => !dependent.has(getId(field)) && getType(field) !== "password");
}

/** The initial members of a field when it gets a type. */
export function changesForType(type: string, { mapping }: CustomerField): CustomerField {
  const changes = { field_type: type, defaultValue: undefined };
  return type === "map_v2" && mapping === undefined ? { ...changes, mapping: { lhs: {}, rhs: {} } } : changes;
}

/** The default that a text means, by the type of its field; undefined for none. */
export function defaultIn(text: string, type: string): unknown {
  if (text === "") return undefined;
  if (type === "boolean") return text === "true";
  const isNumber = type === "number" && Number.isFinite(Number(text));
  return isNumber ? Number(text) : text;
}

/** The id of the field that an API message is about. */
export function fieldNamedIn(message: string): string | undefined {
  return /field "(.+?)":/.exec(message)?.[1] ?? /the id "(.+)" is used/.exec(message)?.[1];
}
