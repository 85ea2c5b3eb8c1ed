import { isObject, type Json } from "../../../../platform/json/json.ts";
import type { ManifestRequest } from "../schema/schema-parts.ts";
import { type TemplateScope, toText } from "./template.ts";

type Styles = NonNullable<ManifestRequest["styles"]>;

const SEPARATORS = { comma: ",", space: " ", pipe: "|" } as const;

/** The scope with the inputs that are sent as one text in that form. */
export function applyTextStyles(styles: Styles | undefined, scope: TemplateScope): TemplateScope {
  const { input } = scope;
  if (styles === undefined || !isObject(input)) return scope;
  const written = Object.entries(input).map(([name, value]) => {
    const style = Object.hasOwn(styles, name) ? styles[name] : undefined;
    const isStructure = Array.isArray(value) || isObject(value);
    if (style === undefined || !isStructure || style === "deep" || style === "members") return [name, value];
    return [name, style === "json" ? JSON.stringify(value) : joinValues(value, SEPARATORS[style])];
  });
  return { ...scope, input: Object.fromEntries(written) };
}

/** An object becomes its names and values in turn. */
function joinValues(value: Json, separator: string): string {
  const items = Array.isArray(value) ? value : Object.entries(value as object).flat();
  return items.map((item) => toText(item)).join(separator);
}

/** The parameters for a value of the query: a list repeats its name, and members without a value are left out. */
export function toQueryPairs(
  name: string,
  value: Json,
  style: Styles[string] | undefined,
): [string, string][] {
  if (style === "deep") return deepPairs(name, value, true);
  if (style === "members" && isObject(value))
    return Object.entries(value).flatMap(([member, one]) => toQueryPairs(member, one, undefined));
  if (value === null) return [];
  const items = Array.isArray(value) ? value : [value];
  return items.map((item): [string, string] => [name, toText(item)]);
}

/**
 * `name[member][member]=value`. OpenAPI leaves lists open: below a member they repeat its name; a list that is the whole
 * value, and one of objects, is numbered.
 */
function deepPairs(name: string, value: Json, isWhole: boolean): [string, string][] {
  if (value === null) return [];
  if (Array.isArray(value)) {
    const isNumbered = isWhole || value.some((item) => Array.isArray(item) || isObject(item));
    return value.flatMap((item, i) => deepPairs(isNumbered ? `${name}[${i}]` : name, item, false));
  }
  if (!isObject(value)) return [[name, toText(value)]];
  return Object.entries(value).flatMap(([member, one]) => deepPairs(`${name}[${member}]`, one, false));
}
