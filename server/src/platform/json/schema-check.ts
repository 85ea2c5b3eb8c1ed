import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import { describeMisfit } from "./describe-misfit.ts";
import { isNumber, type Json } from "./json.ts";
import type { SchemaPart } from "./schema-parts.ts";
import { withDoubles } from "./with-doubles.ts";

/** Returns what is wrong with a value, as a sentence, or undefined. */
export type SchemaCheck = (value: unknown) => string | undefined;

/** The same by a schema of `toPlainSchema`, where it may take long: in a thread. */
export type SlowCheck = (plain: SchemaPart, value: Json) => Promise<string | undefined>;

/**
 * Compiles a schema of `toPlainSchema`, which takes milliseconds; throws if one of its patterns is none. The check may
 * take any time, and throws a RangeError for a value that is nested too deeply.
 */
export function compileSchema(plain: SchemaPart): SchemaCheck {
  // An instance per schema, so that no schema is kept forever.
  const ajv = new Ajv2020({
    strict: false,
    // A list of thousands checked against hundreds of alternatives would produce gigabytes of errors.
    allErrors: false,
    // Adds the invalid value to errors.
    verbose: true,
    validateSchema: false,
    meta: false,
    // It would print all of the code that does not compile.
    logger: false,
    // Each copy of a part that many refer to would be compiled again.
    inlineRefs: false,
    // Names and choices beyond these are gone through instead of written out, which would take seconds for many of them.
    loopRequired: 8,
    loopEnum: 8,
    // What every object inherits, such as "constructor", is no member of a value.
    ownProperties: true,
    // Takes four times as long as the rest, and the check is hardly faster.
    code: { optimize: false },
  });
  const validate = ajv.compile(withDoubles(plain));
  return (value) => {
    // It knows JavaScript's numbers only; the value itself keeps all digits.
    if (validate(value) || validate(withDoubles(value))) return undefined;
    // What is wrong with the name of a property, the error of `propertyNames` says as a whole.
    const errors = (validate.errors ?? []).filter(({ propertyName }) => propertyName === undefined);
    return errors.slice(0, 5).map(explain).join("; ");
  };
}

// Only the length of longer texts is shown: redaction would not recognize a secret in a truncated one.
const LONGEST_SHOWN = 40;

function explain({ instancePath, keyword, params, message, data }: ErrorObject): string {
  const place = instancePath.slice(1).replaceAll("/", ".") || "The input";
  if (keyword === "additionalProperties")
    return `${place} must not have the property "${params.additionalProperty}"`;
  return `${place} ${describeMisfit({ keyword, params, message })}${butIs(data)}`;
}

function butIs(value: unknown): string {
  if (typeof value === "string" && value.length > LONGEST_SHOWN)
    return `, but has ${value.length} characters`;
  const isShort = typeof value !== "object" || value === null || isNumber(value);
  return isShort && value !== undefined ? `, but is ${JSON.stringify(value)}` : "";
}
