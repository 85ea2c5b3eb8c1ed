import { badRequest } from "../platform/errors.ts";
import type { Json } from "../platform/json.ts";
import type { Field } from "./field.ts";
import { fieldValue } from "./field-value.ts";
import type { FieldValues } from "./table.ts";

/** Names of fields that nothing declares; more would only be a way to fill the database. */
const MAX_FREE_FIELDS = 200;
const MAX_FREE_ID_LENGTH = 200;

/** The declared fields, or, where nothing is declared, one for each stored value. */
export function shownFields(declared: readonly Field[], stored: FieldValues): readonly Field[] {
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
 * `stored` with the given values set; null unsets one. Where fields are declared only these can be set, and values
 * must fit them; where none are, any name can. Throws 400, naming the field and `where` it belongs.
 */
export function mergeValues(
  declared: readonly Field[],
  stored: FieldValues,
  given: FieldValues,
  where: string,
): FieldValues {
  const merged = new Map(Object.entries(stored));
  for (const [id, value] of Object.entries(given)) {
    const kept = declared.length > 0 ? declaredValue(declared, id, value, where) : (value ?? undefined);
    if (kept === undefined) merged.delete(id);
    else merged.set(id, kept);
  }
  if (declared.length === 0) refuseTooManyNames(merged, where);
  return Object.fromEntries(merged);
}

/** The values that a run gets: the stored ones, and defaults for declared fields that have none. */
export function effectiveValues(declared: readonly Field[], stored: FieldValues): FieldValues {
  if (declared.length === 0) return stored;
  const values = declared.map(({ id, defaultValue }) => [id, storedValue(stored, id) ?? defaultValue]);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** The stored value of a field, or undefined; never something inherited. */
export function storedValue(stored: FieldValues, id: string): Json | undefined {
  return Object.hasOwn(stored, id) ? stored[id] : undefined;
}

function declaredValue(declared: readonly Field[], id: string, value: Json, where: string): Json | undefined {
  const field = declared.find((one) => one.id === id);
  if (field) return fieldValue(field, value, where);
  const known = declared.map((one) => one.id).join(", ");
  throw badRequest(`${where}.${id} is not a field here; the fields are ${known}.`);
}

function refuseTooManyNames(values: ReadonlyMap<string, Json>, where: string): void {
  if (values.size > MAX_FREE_FIELDS)
    throw badRequest(`${where} must have at most ${MAX_FREE_FIELDS} fields.`);
  for (const id of values.keys()) {
    if (id === "" || id.length > MAX_FREE_ID_LENGTH)
      throw badRequest(`The names in ${where} must have 1 to ${MAX_FREE_ID_LENGTH} characters.`);
  }
}

function typeOf(value: Json): string {
  if (typeof value === "string") return "text";
  return typeof value === "object" ? "json" : typeof value;
}
