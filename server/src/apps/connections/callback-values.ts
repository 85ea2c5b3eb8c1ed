import type { JsonObject } from "../connector.ts";
import type { CallbackField } from "../connector-auth.ts";

// No quotes, spaces or control characters: values become parts of addresses and headers.
const VALUE = /^[A-Za-z0-9._~:/@+=,-]{1,200}$/;

/** A provider's callback that must not be used; the message names what is wrong with it, without its values. */
export class CallbackError extends Error {
  override readonly name = "CallbackError";
  /** The parameter that is wrong. */
  readonly parameter: string;
  constructor(parameter: string, message: string) {
    super(message);
    this.parameter = parameter;
  }
}

/**
 * The declared values of a provider's callback, as they are kept with the connection; throws `CallbackError` for one
 * that is missing, occurs twice or is not allowed.
 */
export function readCallbackValues(
  fields: readonly CallbackField[] = [],
  find: (name: string) => readonly string[],
): JsonObject | undefined {
  if (fields.length === 0) return undefined;
  const entries = fields.flatMap(({ name, required, values }): [string, string][] => {
    const given = find(name);
    const [value = ""] = given;
    if (given.length > 1) throw new CallbackError(name, `${name} must occur once.`);
    if (value === "" && !required) return [];
    if (value === "") throw new CallbackError(name, `${name} is missing.`);
    if (VALUE.test(value) && (values?.includes(value) ?? true)) return [[name, value]];
    throw new CallbackError(name, `${name} has a value that is not allowed.`);
  });
  return Object.fromEntries(entries);
}
