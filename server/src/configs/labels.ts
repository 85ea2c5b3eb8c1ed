import type { Field, Label } from "../workflows/definition/field.ts";
import type { LabelGroups } from "./table.ts";

/**
 * Fields with the labels of a config (platform-surface 3.3): a map field without labels of its own gets the group
 * named like its slot, its id or its name, or else the plain list.
 */
export function withLabels(fields: readonly Field[], groups: LabelGroups): Field[] {
  return fields.map((field) => ({ ...field, labels: labelsOf(field, groups) }));
}

function labelsOf(field: Field, groups: LabelGroups): Label[] {
  if (field.field_type !== "map" || field.labels.length > 0) return field.labels;
  for (const group of [field.dynamic_slot_identifier, field.id, field.name, ""]) {
    if (group !== undefined && Object.hasOwn(groups, group)) return groups[group] ?? [];
  }
  return [];
}
