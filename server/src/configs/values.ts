import { badField, badRequest } from "../platform/errors.ts";
import type { Json } from "../platform/json/json.ts";
import type { Field } from "../workflows/definition/field.ts";
import { parseFieldValue } from "../workflows/definition/field-value.ts";
import type { FieldValues } from "./table.ts";

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
