import { badField, badRequest } from "../platform/errors.ts";
import type { Json } from "../platform/json/json.ts";
import type { Field } from "../workflows/definition/field.ts";
import { parseFieldValue } from "../workflows/definition/field-value.ts";
import { type FieldValues, getStoredValue } from "../workflows/definition/stored-values.ts";

/** Limits fields that nothing declares: without limits they could fill the database. */
const MAX_FREE_FIELDS = 200;
const MAX_FREE_ID_LENGTH = 200;

/** The declared fields or, if nothing is declared, one for each stored value. */
export function listShownFields(declared: readonly Field[], stored: FieldValues): readonly Field[] {
  if (declared.length > 0) return declared;
  return Object.entries(stored).map(([id, value]) => ({
    id,
    name: id,
    field_type: typeOf(value),
    required: false,
    labels: [],
  }));
}

/**
 * `stored` with the given values set; null unsets one. If fields are declared, only these can be set, and values
 * must fit them; otherwise any name can. Throws 400 that names the field and `where` it belongs.
 */
export function mergeValues(
  declared: readonly Field[],
  stored: FieldValues,
  given: FieldValues,
  where: string,
): FieldValues {
  const merged = new Map(Object.entries(stored));
  for (const [id, value] of Object.entries(given)) {
    const before = getStoredValue(stored, id);
    const kept =
      declared.length > 0 ? declaredValue(declared, id, { value, before }, where) : (value ?? undefined);
    if (kept === undefined) merged.delete(id);
    else merged.set(id, kept);
  }
  if (declared.length === 0) refuseTooManyNames(merged, where);
  return Object.fromEntries(merged);
}

function declaredValue(
  declared: readonly Field[],
  id: string,
  { value, before }: { value: Json; before: Json | undefined },
  where: string,
): Json | undefined {
  const field = declared.find((one) => one.id === id);
  if (field) return parseFieldValue(field, value, where, before);
  const known = declared.map((one) => one.id).join(", ");
  throw badField(`${where}.${id}`, `${where}.${id} is not a field here; the fields are ${known}.`);
}

function refuseTooManyNames(values: ReadonlyMap<string, Json>, where: string): void {
  if (values.size > MAX_FREE_FIELDS)
    throw badField(where, `${where} must have at most ${MAX_FREE_FIELDS} fields.`);
  for (const id of values.keys()) {
    if (id === "" || id.length > MAX_FREE_ID_LENGTH)
      throw badRequest(`The names in ${where} must have 1 to ${MAX_FREE_ID_LENGTH} characters.`);
  }
}

function typeOf(value: Json): string {
  if (typeof value === "string") return "text";
  return typeof value === "object" ? "json" : typeof value;
}
