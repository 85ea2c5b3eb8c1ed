import type { Json } from "../platform/json.ts";
import type { Fields } from "../workflows/graph.ts";
import type { Label } from "./table.ts";

/** A choice of a select field. */
export interface Option {
  name: string;
  value: Json;
}

/** A field that a customer fills in, as a workflow's `data_slots` declare it, under its names on the wire (platform-surface 3.2). */
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
  options?: Option[];
  labels: Label[];
  /** Id of the field that it depends on. */
  parent?: string;
  associated_page?: string;
  dynamic_slot_identifier?: string;
  data_source?: Json;
  mapping?: Json;
  rule_columns?: Json;
}

/** The fields that `slots` declare; what has neither an id nor a name cannot be filled in and is left out. */
export function declaredFields(slots: readonly Fields[]): Field[] {
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
      options: optionsOf(slot.options),
      labels: labelsOf(slot.labels),
      parent: text(slot.parent),
      associated_page: text(slot.associated_page),
      dynamic_slot_identifier: text(slot.dynamic_slot_identifier),
      data_source: slot.data_source,
      mapping: slot.mapping,
      rule_columns: slot.rule_columns,
    };
  });
}

function text(value: Json | undefined): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function flag(value: Json | undefined): boolean | undefined {
  return typeof value === "boolean" ? value : undefined;
}

/** Options as `{name, value}`; a plain text stands for both. */
export function optionsOf(value: Json | undefined): Option[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.flatMap((option) => {
    if (typeof option === "string" || typeof option === "number")
      return { name: String(option), value: option };
    if (typeof option !== "object" || option === null || Array.isArray(option)) return [];
    if (option.value === undefined) return [];
    return { name: text(option.name) ?? String(option.value), value: option.value };
  });
}

function labelsOf(value: Json | undefined): Label[] {
  return (optionsOf(value) ?? []).flatMap(({ name, value: label }) =>
    typeof label === "object" ? [] : { name, value: label },
  );
}
