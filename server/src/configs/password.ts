import type { Json } from "../platform/json/json.ts";
import type { Field } from "../workflows/definition/field.ts";
import { parseFieldValue } from "../workflows/definition/field-value.ts";
import { type FieldValues, isPassword, type SealedValues } from "../workflows/definition/stored-values.ts";

/** Replaces the value of a password field in every reply; sent back, it changes nothing. */
export const MASK = "********";

/** Splits values into those of password fields and the others. */
export function splitPasswords(
  declared: readonly Field[],
  given: FieldValues,
): { passwords: FieldValues; others: FieldValues } {
  const ids = new Set(declared.filter(isPassword).map(({ id }) => id));
  const entries = Object.entries(given);
  return {
    passwords: Object.fromEntries(entries.filter(([id]) => ids.has(id))),
    others: Object.fromEntries(entries.filter(([id]) => !ids.has(id))),
  };
}

/**
 * `stored` with the given passwords encrypted; null and the empty text unset one. Throws 400 for one that is no text.
 */
export function mergePasswords(
  declared: readonly Field[],
  stored: SealedValues,
  given: FieldValues,
  { where, seal }: { where: string; seal: (field: string, value: Json) => string },
): SealedValues {
  const merged = new Map(Object.entries(stored));
  for (const field of declared) {
    const { id } = field;
    const value = Object.hasOwn(given, id) ? given[id] : undefined;
    if (value === undefined || value === MASK) continue;
    const kept = value === "" ? undefined : parseFieldValue(field, value, where);
    if (kept === undefined) merged.delete(id);
    else merged.set(id, seal(id, kept));
  }
  return Object.fromEntries(merged);
}
