import type { ErrorObject, ValidateFunction } from "ajv";
import { ExactNumber } from "../json/exact-number.ts";
import { withDoubles } from "../json/with-doubles.ts";

/**
 * A body that fits its schema, or what is wrong with it. An ExactNumber stays one where any value or several types are
 * allowed, and becomes a double where the schema demands a number: those are our own settings, which are computed with.
 */
export function validateBody(
  validate: ValidateFunction,
  body: unknown,
): { readonly value: unknown } | { readonly error: ErrorObject | undefined } {
  const fits: (value: unknown) => boolean = validate;
  if (fits(body)) return { value: body };
  const rounded = withDoubles(body);
  if (rounded === body || !fits(rounded)) return { error: validate.errors?.[0] };
  let [tried, value] = [body, body];
  while (!fits(tried)) {
    const [error] = validate.errors ?? [];
    const path = splitInstancePath(error?.instancePath ?? "");
    const number = path.reduce(memberOf, tried);
    if (!(number instanceof ExactNumber)) return { value: rounded };
    tried = replaceAt(tried, path, Number(number));
    if (!Array.isArray(error?.params.type)) value = replaceAt(value, path, Number(number));
  }
  return { value };
}

/** The names of a validator's path. */
export function splitInstancePath(path: string): string[] {
  return path
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

function replaceAt(whole: unknown, [name, ...rest]: readonly string[], part: number): unknown {
  if (name === undefined) return part;
  const member = replaceAt(memberOf(whole, name), rest, part);
  if (Array.isArray(whole)) return whole.with(Number(name), member);
  return { ...(whole as object), [name]: member };
}
