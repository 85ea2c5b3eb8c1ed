import type { JsonObject } from "../../apps/connector.ts";
import { isNumber, isObject, type Json } from "../../platform/json/json.ts";
import { createRedactor } from "../../platform/redact/redact-known.ts";
import { redactText } from "../../platform/redact-text.ts";
import { isSecretName } from "../../platform/secret-name.ts";
import { hasMarks, type MarkedPlace, readMarks } from "./schema-marks.ts";

const REDACTED = "[redacted]";
const NAMES = ["name", "key", "header", "field", "param"];
const VALUES = new Set(["value", "values", "val", "content"]);
/** Shorter ones occur in other texts by chance. */
const SHORTEST_SECRET = 4;

/**
 * How many secrets of one call are searched for, and how many characters of text in all. This takes milliseconds; a
 * caller with thousands of secrets must not hold up all others.
 */
const MOST_SECRETS = 500;
const MOST_LOOKED_THROUGH = 10_000_000;
const LEFT_OUT = "[left out: the call has too many secrets to look for each in this text]";

/** Calls that are made have fewer levels; refused ones may have any number. */
const DEEPEST = 100;

/** How much of the arguments is kept. */
interface Bounds {
  readonly longestText: number;
  readonly mostValues: number;
}

/** For the log. */
export const LOGGED: Bounds = { longestText: 1000, mostValues: 1000 };
/** For what a person must see before approving. */
export const WHOLE: Bounds = { longestText: Infinity, mostValues: Infinity };
/** For nothing: all values are visited, and no text is kept. */
const NONE: Bounds = { longestText: 0, mostValues: Infinity };

/**
 * Arguments of a call without secrets: values under names of secrets, also in pairs of name and value, those that the
 * tool's schema marks (`format: password`, `writeOnly`), and what looks like one within a text. Texts and lists
 * beyond the bounds are cut.
 */
export function redactArguments(
  args: JsonObject,
  schema: JsonObject,
  bounds = LOGGED,
  isMarked = hasMarks,
): JsonObject {
  return walk(args, schema, { ...bounds, isMarked, onSecret: () => {} });
}

/**
 * A third party's text about a call, without the secrets that the call was made with, and what looks like one. Never
 * cut beforehand: half of a secret would not be found.
 */
export function redactEcho(text: string, args: JsonObject, schema: JsonObject, isMarked = hasMarks): string {
  const secrets = new Set<string>();
  const keep = (value: Json, depth = 0) => {
    if (typeof value === "object" && value !== null && !isNumber(value)) {
      if (depth < DEEPEST) for (const item of Object.values(value)) keep(item, depth + 1);
    } else if (String(value).length >= SHORTEST_SECRET) secrets.add(String(value));
  };
  walk(args, schema, { ...NONE, isMarked, onSecret: keep });
  if (secrets.size === 0) return redactText(text);
  if (secrets.size > MOST_SECRETS || secrets.size * text.length > MOST_LOOKED_THROUGH) return LEFT_OUT;
  return redactText(createRedactor([...secrets])(text));
}

interface RedactionWalk extends Bounds {
  readonly isMarked: (schema: JsonObject) => boolean;
  readonly onSecret: (value: Json) => void;
}

function walk(
  args: JsonObject,
  schema: JsonObject,
  { longestText, mostValues, isMarked, onSecret }: RedactionWalk,
): JsonObject {
  let left = mostValues;
  const hide = (value: Json) => {
    onSecret(value);
    return REDACTED;
  };
  const redact = (value: Json, place: MarkedPlace, depth = 0): Json => {
    if (left-- <= 0 || depth > DEEPEST) return "[left out]";
    if (place.isSecret) return hide(value);
    if (typeof value === "string") return textOf(value);
    if (Array.isArray(value))
      return value.slice(0, left + 1).map((item, at) => redact(item, place.element(at), depth + 1));
    if (!isObject(value)) return value;
    const isPair = NAMES.some((name) => typeof value[name] === "string" && isSecretName(value[name], ""));
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => {
        const isSecret = isSecretName(name, item) || (isPair && VALUES.has(name) && item !== null);
        return [name, isSecret ? hide(item) : redact(item, place.member(name), depth + 1)];
      }),
    );
  };
  const textOf = (text: string): string => {
    // What is cut off need not be searched.
    const shown = redactText(text.slice(0, longestText * 2));
    return text.length > longestText ? `${shown.slice(0, longestText)} … [${text.length} characters]` : shown;
  };
  return redact(args, readMarks(schema, isMarked)) as JsonObject; // or a text, if the schema marks all of them
}
