import { JunctorError } from "@junctor/sdk";

/** What the API says is wrong with a form. */
interface FieldErrors {
  /** By the form's names of its fields. */
  readonly at: Readonly<Record<string, string>>;
  /** Set where the API says something that belongs to no field of the form. */
  readonly rest: unknown;
}

/**
 * What is wrong with which field of a form; `fields` are its names by the API's, which are dotted paths. What is wrong
 * deeper in a field is wrong with it.
 */
export function fieldErrors(error: unknown, fields: Readonly<Record<string, string>>): FieldErrors {
  const errors = error instanceof JunctorError ? error.errors : [];
  const placed = errors.flatMap(({ field, message }) => {
    const path = pathsTo(field).find((one) => Object.hasOwn(fields, one));
    const name = path === undefined ? undefined : fields[path];
    return name === undefined ? [] : [[name, complaintOf(field, message)] as const];
  });
  const isAll = errors.length > 0 && placed.length === errors.length;
  // Of several about one field the first.
  return { at: Object.fromEntries(placed.toReversed()), rest: isAll ? undefined : error };
}

/** The path and those above it, the longest first: `a.b.0`, `a.b`, `a`. */
function pathsTo(field: string): string[] {
  const steps = field.split(".");
  return steps.map((_, above) => steps.slice(0, steps.length - above).join("."));
}

/** The sentence without the API's name of the field, which stands above it by its label. */
function complaintOf(field: string, message: string): string {
  if (!message.startsWith(field)) return message;
  const complaint = message.slice(field.length).replace(/^[:\s]+/, "");
  return complaint.charAt(0).toUpperCase() + complaint.slice(1);
}
