import { JunctorError } from "@junctor/sdk";

/** The API's errors about a form. */
interface FieldErrors {
  /** By the form's names of its fields. */
  readonly at: Readonly<Record<string, string>>;
  /** Set if an error belongs to no field of the form. */
  readonly rest: unknown;
}

/**
 * The errors of a form's fields; `fields` maps the API's names, which are dotted paths, to the form's. An error
 * deeper in a field counts for the field.
 */
export function fieldErrors(error: unknown, fields: Readonly<Record<string, string>>): FieldErrors {
  const errors = error instanceof JunctorError ? error.errors : [];
  const placed = errors.flatMap(({ field, message }) => {
    const path = pathsTo(field).find((one) => Object.hasOwn(fields, one));
    const name = path === undefined ? undefined : fields[path];
    return name === undefined ? [] : [[name, complaintOf(field, message)] as const];
  });
  const isAll = errors.length > 0 && placed.length === errors.length;
  // The first of several about one field.
  return { at: Object.fromEntries(placed.toReversed()), rest: isAll ? undefined : error };
}

/** The path and its parents, longest first: `a.b.0`, `a.b`, `a`. */
function pathsTo(field: string): string[] {
  const steps = field.split(".");
  return steps.map((_, above) => steps.slice(0, steps.length - above).join("."));
}

/** The message without the API's name of the field, whose label is above it. */
function complaintOf(field: string, message: string): string {
  if (!message.startsWith(field)) return message;
  const complaint = message.slice(field.length).replace(/^[:\s]+/, "");
  return complaint.charAt(0).toUpperCase() + complaint.slice(1);
}
