import { isNumber, isObject, type Json } from "../platform/json/json.ts";
import { redactText } from "../platform/redact-text.ts";
import { isSecretName } from "../platform/secret-name.ts";

const REDACTED = "[redacted]";
// A reference to a config or a step is not itself a secret.
const EXPRESSION = /^\s*(?:\w+\s+)?\{\{[^{}]*\}\}\s*$/;
const NAMES = ["name", "key", "key_name", "header"];
const VALUES = ["value", "key_value", "default", "content"];

/**
 * A value as the log keeps it, without values under a secret's name and text that looks like a secret. Credentials
 * have their own columns, which are never read; this is for secrets that somebody typed into visible fields.
 */
export function removeSecrets(value: Json, isSecret = false): Json {
  if (typeof value === "string") return isSecret ? hide(value) : redactText(value);
  if (isNumber(value)) return isSecret ? REDACTED : value;
  if (Array.isArray(value)) return value.map((item) => removeSecrets(item, isSecret));
  if (!isObject(value)) return value;
  const named = NAMES.map((name) => value[name]).find((name) => typeof name === "string");
  const members = Object.entries(value).map(([name, member]): [string, Json] => {
    const isNamed = VALUES.includes(name) && typeof named === "string" && isSecretName(named, member);
    return [name, removeSecrets(member, isSecret || isNamed || isSecretName(name, member))];
  });
  return Object.fromEntries(members);
}

function hide(text: string): string {
  return text === "" || EXPRESSION.test(text) ? text : REDACTED;
}
