import { isObject, type Json } from "../../../platform/json/json.ts";
import type { ValuePath } from "../../../platform/json/located-yaml.ts";

/** The one member of an object that stands for an environment variable: `{ $env: NAME }`. */
export const VARIABLE = "$env";

/** A variable that a file names. */
export interface VariableUse {
  readonly path: ValuePath;
  readonly name: string;
  readonly value: string;
}

/** A value with the values of its variables, those that it uses, and those that are not set. */
export interface ResolvedValue {
  readonly value: Json;
  readonly uses: VariableUse[];
  readonly unset: Pick<VariableUse, "path" | "name">[];
}

/** Puts the values of environment variables in the places that name them. */
export function resolveVariables(value: Json, variable: (name: string) => string | undefined): ResolvedValue {
  const uses: VariableUse[] = [];
  const unset: ResolvedValue["unset"] = [];
  const resolve = (one: Json, path: ValuePath): Json => {
    if (Array.isArray(one)) return one.map((item, index) => resolve(item, [...path, index]));
    if (!isObject(one)) return one;
    if (!isVariable(one))
      return Object.fromEntries(
        Object.entries(one).map(([name, item]) => [name, resolve(item, [...path, name])]),
      );
    const name = one[VARIABLE];
    const found = variable(name);
    if (found === undefined || found === "") unset.push({ path, name });
    else uses.push({ path, name, value: found });
    return found || `$${name}`;
  };
  return { value: resolve(value, []), uses, unset };
}

/** Whether a value stands for a variable. */
export function isVariable(value: Json | undefined): value is { $env: string } {
  return isObject(value) && typeof value[VARIABLE] === "string" && Object.keys(value).length === 1;
}
