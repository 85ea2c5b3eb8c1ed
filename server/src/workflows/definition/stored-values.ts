import type { Json } from "../../platform/json/json.ts";
import type { Field } from "./field.ts";

/** Ids of the connections that a workflow uses instead of the default ones, by application. */
export type ChosenConnections = { readonly [slug: string]: string };

/** Values by field id. */
export type FieldValues = { [fieldId: string]: Json };

/** Encrypted values by field id, in base64. */
export type SealedValues = { [fieldId: string]: string };

/**
 * The values that a run gets: the stored ones, and defaults for declared fields without one. A field whose parent
 * has no value has none either.
 */
export function getEffectiveValues(declared: readonly Field[], stored: FieldValues): FieldValues {
  if (declared.length === 0) return stored;
  const values = declared.map((field) => [field.id, getEffectiveValue(declared, stored, field)]);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** The value of one declared field as a run gets it; undefined if it has none. */
export function getEffectiveValue(
  declared: readonly Field[],
  stored: FieldValues,
  field: Field,
): Json | undefined {
  if (!hasParentValue(declared, stored, field)) return undefined;
  return getStoredValue(stored, field.id) ?? field.defaultValue;
}

/** Whether the field has no parent, or one that has a value. */
export function hasParentValue(
  declared: readonly Field[],
  stored: FieldValues,
  { parent }: Pick<Field, "parent">,
): boolean {
  // Old declarations may have parents that form a cycle or do not exist.
  const seen = new Set<string>();
  let field = declared.find(({ id }) => id === parent);
  while (field && !seen.has(field.id)) {
    if ((getStoredValue(stored, field.id) ?? field.defaultValue) === undefined) return false;
    seen.add(field.id);
    const next: string | undefined = field.parent;
    field = declared.find(({ id }) => id === next);
  }
  return true;
}

/** The stored value of a field, or undefined; never an inherited property. */
export function getStoredValue(stored: FieldValues, id: string): Json | undefined {
  return Object.hasOwn(stored, id) ? stored[id] : undefined;
}

/** Whether values of the field are stored encrypted and never shown. */
export function isPassword({ field_type: type }: Field): boolean {
  return type === "password";
}

/** The encrypted values of the fields that are passwords now. */
export function filterPasswords(declared: readonly Field[], stored: SealedValues): SealedValues {
  const ids = new Set(declared.filter(isPassword).map(({ id }) => id));
  return Object.fromEntries(Object.entries(stored).filter(([id]) => ids.has(id)));
}

/** The connection that was chosen for an application; undefined: the default one. */
export function getChosenConnection(chosen: ChosenConnections | undefined, slug: string): string | undefined {
  return chosen !== undefined && Object.hasOwn(chosen, slug) ? chosen[slug] : undefined;
}
