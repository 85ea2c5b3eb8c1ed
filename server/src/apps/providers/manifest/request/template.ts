import { isObject, type Json } from "../../../../platform/json/json.ts";
import type { JsonObject } from "../../../connector.ts";

/** What templates may refer to, by root: `input`, `credentials`, `settings`, `body`, `headers`, `status`. */
export type TemplateScope = { readonly [root: string]: Json | undefined };

/** A part of a text: literal, or the path of a value to insert. */
export type TextPart = string | readonly string[];

/** A value with `{{ path }}` placeholders, parsed once; `paths` lists all its references. */
export interface ValueTemplate {
  readonly paths: readonly (readonly string[])[];
  /** The value with its placeholders filled in; undefined if nothing is left of it. */
  render(scope: TemplateScope): Json | undefined;
}

/** A template that cannot be parsed; the message quotes the text and says what is wrong. */
export class TemplateError extends Error {
  override readonly name = "TemplateError";
}

const PATH = /^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z0-9_$@-]+)*$/;
const LONGEST_TEXT = 20_000;
const LONGEST_QUOTE = 200;

/**
 * Splits a text of at most 20,000 characters into literal parts and paths; throws `TemplateError` for anything but
 * plain paths.
 */
export function parseText(text: string): TextPart[] {
  if (text.length > LONGEST_TEXT) {
    throw new TemplateError(`${quote(text)} is longer than ${LONGEST_TEXT} characters`);
  }
  const parts: TextPart[] = [];
  let end = 0;
  for (let open = text.indexOf("{{"); open !== -1; open = text.indexOf("{{", end)) {
    const close = text.indexOf("}}", open + 2);
    if (close === -1) throw new TemplateError(`${quote(text)} opens {{ without closing it`);
    if (open > end) parts.push(text.slice(end, open));
    parts.push(parsePath(text.slice(open + 2, close).trim(), text));
    end = close + 2;
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}

function quote(text: string): string {
  return text.length > LONGEST_QUOTE ? `"${text.slice(0, LONGEST_QUOTE)}…"` : `"${text}"`;
}

function parsePath(path: string, text: string): string[] {
  if (!PATH.test(path)) {
    throw new TemplateError(
      `${quote(text)} contains {{ ${path.slice(0, LONGEST_QUOTE)} }}, which is not a plain path such as {{ input.name }}`,
    );
  }
  return path.split(".");
}

/**
 * Reads a path of own properties; undefined if it leads to nothing in the document. A name may contain dots if the
 * value has such a member (`body.@odata.nextLink`, `query.hub.challenge`).
 */
export function findValueAt(scope: TemplateScope, path: readonly string[]): Json | undefined {
  let value: unknown = scope;
  for (let i = 0; i < path.length; i++) {
    if (typeof value !== "object" || value === null) return undefined;
    let name = path[i] ?? "";
    while (!Object.hasOwn(value, name)) {
      const rest = path[++i];
      if (rest === undefined) return undefined;
      name += `.${rest}`;
    }
    value = (value as Record<string, unknown>)[name];
  }
  return value as Json | undefined; // everything in a scope is JSON
}

/** A JSON value as part of a longer text: strings unquoted, nothing for null and missing values. */
export function toText(value: Json | undefined): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return value;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/**
 * Parses a JSON value whose strings may contain placeholders: a string that is a single placeholder keeps the value's
 * JSON type.
 */
export function compileTemplate(value: Json): ValueTemplate {
  if (typeof value === "string") return compileString(value);
  if (Array.isArray(value)) return compileArray(value);
  if (isObject(value)) return compileObject(value);
  return { paths: [], render: () => value };
}

function compileString(text: string): ValueTemplate {
  const parts = parseText(text);
  const paths = parts.filter((part): part is readonly string[] => typeof part !== "string");
  const only = parts.length === 1 ? paths[0] : undefined;
  if (only !== undefined) return { paths, render: (scope) => findValueAt(scope, only) };
  if (paths.length === 0) return { paths, render: () => text };
  return {
    paths,
    render: (scope) =>
      parts.map((part) => (typeof part === "string" ? part : toText(findValueAt(scope, part)))).join(""),
  };
}

function compileArray(items: Json[]): ValueTemplate {
  const templates = items.map(compileTemplate);
  return {
    paths: templates.flatMap((template) => template.paths),
    render: (scope) => {
      const values = templates.map((template) => template.render(scope)).filter((item) => item !== undefined);
      return values.length === 0 && templates.length > 0 ? undefined : values;
    },
  };
}

function compileObject(object: JsonObject): ValueTemplate {
  const members = Object.entries(object).map(([name, value]) => [name, compileTemplate(value)] as const);
  return {
    paths: members.flatMap(([, template]) => template.paths),
    // Members without a value are left out, and so are objects that become empty: an optional input must not become
    // `null` or `{}` at the provider.
    render: (scope) => {
      const values = members
        .map(([name, template]) => [name, template.render(scope)] as const)
        .filter((member): member is readonly [string, Json] => member[1] !== undefined);
      return values.length === 0 && members.length > 0 ? undefined : Object.fromEntries(values);
    },
  };
}
