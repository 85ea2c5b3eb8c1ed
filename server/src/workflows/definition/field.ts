import { Type } from "typebox";
import type { ExactNumber } from "../../platform/json/exact-number.ts";
import { isNumber, isObject, type Json } from "../../platform/json/json.ts";
import { type DataSource, DataSourceBody, parseDataSource } from "./data-source.ts";
import type { Fields } from "./graph.ts";

/** A choice of a field. */
export interface FieldOption {
  name: string;
  value: Json;
}

/** One line of a map field's left side. */
export interface Label {
  name: string;
  value: string | number | ExactNumber | boolean;
}

/** A field for customers to fill in, under its wire names (platform-surface 3.2). */
export interface Field {
  id: string;
  name: string;
  field_type: string;
  required: boolean;
  multiple?: boolean;
  hidden?: boolean;
  defaultValue?: Json;
  placeholder?: string;
  help_text?: string;
  options?: FieldOption[];
  labels: Label[];
  /** Id of the field that it depends on. */
  parent?: string;
  associated_page?: string;
  dynamic_slot_identifier?: string;
  data_source?: Json;
  mapping?: Json;
  rule_columns?: Json;
}

/** One side of a `map_v2` field, or one column of a `rule_engine` field. */
export interface Column {
  name?: string;
  type?: "text" | "select";
  multiple: boolean;
  options?: FieldOption[];
  source?: DataSource;
}

/** A column of conditions that may differ for each value of their left side. */
export interface DependentColumn extends Column {
  byLhs: ReadonlyMap<string, Column>;
}

/**
 * The parts of the conditions of a `rule_engine` field; `code` may change operator and right side for a left side.
 */
export interface RuleColumns {
  lhs: Column;
  operator: DependentColumn;
  rhs: DependentColumn;
  code?: string;
}

const Text = Type.Optional(Type.String({ maxLength: 1000 }));
const Scalar = Type.Unsafe<string | number | boolean>({ type: ["string", "number", "boolean"] });
const OptionsBody = Type.Optional(
  Type.Array(
    Type.Unsafe<Json>({
      type: ["string", "number", "object"],
      properties: { name: { type: "string", maxLength: 1000 }, value: Scalar },
      required: ["value"],
    }),
    { maxItems: 1000, description: "`{name, value}`, or a string that is both." },
  ),
);
const LabelsBody = Type.Optional(
  Type.Array(
    Type.Unsafe<Json>({
      type: ["string", "number", "object"],
      properties: { name: { type: "string", minLength: 1, maxLength: 1000 }, value: Scalar },
      required: ["name"],
    }),
    { maxItems: 1000, description: "Left sides of a map; an omitted value is derived from the name." },
  ),
);
const ColumnProperties = {
  name: Text,
  type: Type.Optional(Type.Enum(["text", "select"])),
  multiple: Type.Optional(Type.Boolean()),
  options: OptionsBody,
  data_source: Type.Optional(DataSourceBody),
};
const ColumnBody = Type.Object(ColumnProperties, { title: "FieldColumn" });
const DependentBody = Type.Object(
  {
    ...ColumnProperties,
    by_lhs: Type.Optional(
      Type.Unsafe<Fields>({
        type: "object",
        maxProperties: 1000,
        additionalProperties: ColumnBody,
        description: "What differs for one value of the left side.",
      }),
    ),
  },
  { title: "DependentFieldColumn" },
);

/** The declaration of a field in a request; members that it does not name are kept as they are. */
export const FieldBody = Type.Unsafe<Fields>(
  Type.Object(
    {
      id: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: "Default: the name." })),
      name: Text,
      field_type: Type.Optional(
        Type.String({ maxLength: 100, description: "text (the default), select, map…" }),
      ),
      required: Type.Optional(Type.Boolean()),
      multiple: Type.Optional(Type.Boolean()),
      hidden: Type.Optional(Type.Boolean()),
      defaultValue: Type.Optional(Type.Unsafe<Json>({})),
      placeholder: Text,
      help_text: Type.Optional(Type.String({ maxLength: 10_000 })),
      options: OptionsBody,
      labels: LabelsBody,
      parent: Type.Optional(
        Type.String({ maxLength: 200, description: "Id of the field that must have a value first." }),
      ),
      associated_page: Text,
      dynamic_slot_identifier: Text,
      data_source: Type.Optional(DataSourceBody),
      mapping: Type.Optional(
        Type.Object({ lhs: ColumnBody, rhs: ColumnBody }, { description: "Both sides of a map_v2 field." }),
      ),
      rule_columns: Type.Optional(
        Type.Object({
          lhs: Type.Optional(ColumnBody),
          operator: Type.Optional(DependentBody),
          rhs: Type.Optional(DependentBody),
          conditional_code: Type.Optional(Type.String({ maxLength: 20_000 })),
        }),
      ),
    },
    { additionalProperties: true, title: "FieldDeclaration" },
  ),
);

/** The fields that `slots` declare; those without an id or name cannot be filled in and are left out. */
export function listDeclaredFields(slots: readonly Fields[]): Field[] {
  return slots.flatMap((slot) => {
    const id = text(slot.id) ?? text(slot.name);
    if (id === undefined) return [];
    return {
      id,
      name: text(slot.name) ?? id,
      field_type: text(slot.field_type) ?? "text",
      required: slot.required === true,
      multiple: flag(slot.multiple),
      hidden: flag(slot.hidden),
      defaultValue: slot.defaultValue ?? undefined,
      placeholder: text(slot.placeholder),
      help_text: text(slot.help_text),
      options: parseOptions(slot.options),
      labels: readLabels(slot.labels),
      parent: text(slot.parent),
      associated_page: text(slot.associated_page),
      dynamic_slot_identifier: text(slot.dynamic_slot_identifier),
      data_source: slot.data_source,
      mapping: slot.mapping,
      rule_columns: slot.rule_columns,
    };
  });
}

/** Options as `{name, value}`; a plain text or number is both. Undefined if it is not a list. */
export function parseOptions(value: Json | undefined): FieldOption[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.flatMap((option) => {
    if (typeof option === "string" || isNumber(option)) return { name: String(option), value: option };
    if (!isObject(option) || option.value === undefined) return [];
    return { name: text(option.name) ?? String(option.value), value: option.value };
  });
}

/** Both sides of a `map_v2` field; empty ones if none are declared. */
export function getMapping({ mapping }: Pick<Field, "mapping">): { lhs: Column; rhs: Column } {
  const sides = isObject(mapping) ? mapping : {};
  return { lhs: readColumn(sides.lhs), rhs: readColumn(sides.rhs) };
}

/** The columns of a `rule_engine` field; empty ones if none are declared. */
export function getRuleColumns({ rule_columns: given }: Pick<Field, "rule_columns">): RuleColumns {
  const columns = isObject(given) ? given : {};
  return {
    lhs: readColumn(columns.lhs),
    operator: readDependent(columns.operator),
    rhs: readDependent(columns.rhs),
    code: text(columns.conditional_code),
  };
}

/** A column as it is for one value of the left side. */
export function getColumn(column: DependentColumn, lhs: string): Column {
  const own = column.byLhs.get(lhs);
  if (own === undefined) return column;
  // Without choices of its own, it keeps the column's.
  const choices = own.options || own.source ? own : { options: column.options, source: column.source };
  return { ...own, ...choices, name: own.name ?? column.name, type: own.type ?? column.type };
}

/** A column as declared, or as returned by code; an empty one if it is not valid. */
export function readColumn(value: Json | undefined): Column {
  if (!isObject(value)) return { multiple: false };
  const { name, type, options, multiple, data_source } = value;
  return {
    name: text(name),
    type: type === "text" || type === "select" ? type : undefined,
    multiple: multiple === true,
    options: parseOptions(options),
    source: parseDataSource(data_source),
  };
}

function readDependent(value: Json | undefined): DependentColumn {
  const byLhs = isObject(value) && isObject(value.by_lhs) ? Object.entries(value.by_lhs) : [];
  return { ...readColumn(value), byLhs: new Map(byLhs.map(([lhs, column]) => [lhs, readColumn(column)])) };
}

/**
 * Labels with generated values where they have none: the same values as long as the names stay (platform-surface
 * 3.3).
 */
function readLabels(value: Json | undefined): Label[] {
  if (!Array.isArray(value)) return [];
  const taken = new Set(value.flatMap((label) => (isObject(label) ? String(label.value) : String(label))));
  return value.flatMap((label): Label[] => {
    if (typeof label === "string" || isNumber(label)) return [{ name: String(label), value: label }];
    if (!isObject(label)) return [];
    const { name, value: given } = label;
    if (given === undefined) return typeof name === "string" ? [{ name, value: madeValue(name, taken) }] : [];
    if (typeof given === "object" && !isNumber(given)) return [];
    return [{ name: text(name) ?? String(given), value: given }];
  });
}

function madeValue(name: string, taken: Set<string>): string {
  const stem =
    name
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, "_")
      .replace(/^_+|_+$/g, "") || "label";
  let value = stem;
  for (let number = 2; taken.has(value); number++) value = `${stem}_${number}`;
  taken.add(value);
  return value;
}

function text(value: Json | undefined): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function flag(value: Json | undefined): boolean | undefined {
  return typeof value === "boolean" ? value : undefined;
}
