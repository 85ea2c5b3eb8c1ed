import { IsObject, type TSchema } from "typebox";
import type { Validator } from "typebox/compile";
import type { TLocalizedValidationError } from "typebox/error";
import { describeMisfit } from "../../platform/json/describe-misfit.ts";
import { withDoubles } from "../../platform/json/with-doubles.ts";
import { createConstants } from "../../platform/memory/computed-once.ts";
import { loadTypeboxCompile, loadTypeboxValue } from "../../platform/memory/late-packages.ts";
import type { Fields } from "../definition/graph.ts";

// The settings of node types, which are constants.
const getValidator = createConstants(
  (settings: TSchema): Validator => loadTypeboxCompile().Compile(settings),
);

/**
 * What does not fit in settings whose expressions are evaluated, as a sentence that names the field; undefined if
 * everything fits.
 */
export function findSettingsProblem(settings: TSchema, data: Fields): string | undefined {
  const validator = getValidator(settings);
  if (validator.Check(data)) return undefined;
  const rounded = withDoubles(data);
  if (rounded !== data && validator.Check(rounded)) return undefined;
  const [error] = validator.Errors(rounded).flatMap(read);
  return error?.message ?? "data does not fit.";
}

/** A misfit: a sentence that begins with the field, and whether it is only missing. */
export interface Misfit {
  readonly field: string;
  readonly message: string;
  readonly missing: boolean;
}

/**
 * Misfits in settings outside their expressions, whose values are known only at run time. At most one for each field.
 */
export function findMisfits(settings: TSchema, data: Fields): Misfit[] {
  const found = new Map<string, Misfit>();
  for (const error of loadTypeboxValue().Errors(settings, withDoubles(data))) {
    if (error.keyword !== "required" && hasExpression(valueAt(data, stepsTo(error)))) continue;
    for (const misfit of read(error)) if (!found.has(misfit.field)) found.set(misfit.field, misfit);
  }
  return [...found.values()];
}

/**
 * Settings without those that the schema names and whose expressions evaluated to null: they count as left out,
 * unless the schema allows null.
 */
export function removeNulls(settings: TSchema, data: Fields): Fields {
  const named: Record<string, TSchema> = IsObject(settings) ? settings.properties : {};
  const isLeftOut = (key: string) => Object.hasOwn(named, key) && !takesNull(named[key]);
  return Object.fromEntries(Object.entries(data).filter(([key, value]) => value !== null || !isLeftOut(key)));
}

function takesNull(schema: TSchema | undefined): boolean {
  return schema !== undefined && "type" in schema && [schema.type].flat().includes("null");
}

/** Whether any text in a value contains an expression. */
export function hasExpression(value: unknown): boolean {
  return (JSON.stringify(value) ?? "").includes("{{");
}

type SettingsError = TLocalizedValidationError;

function read(error: SettingsError): Misfit[] {
  // A choice only reports that none of its branches fits.
  if (/\/(anyOf|oneOf)\//.test(error.schemaPath)) return [];
  const field = ["data", ...stepsTo(error)].join(".");
  if (error.keyword !== "required")
    return [{ field, message: `${field} ${describeMisfit(error)}.`, missing: false }];
  return error.params.requiredProperties.map((name) => ({
    field: `${field}.${name}`,
    message: `${field}.${name} is required.`,
    missing: true,
  }));
}

function stepsTo({ instancePath }: SettingsError): string[] {
  const steps = instancePath.split("/").slice(1);
  return steps.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function valueAt(data: unknown, path: readonly string[]): unknown {
  let value = data;
  for (const step of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
    value = Reflect.get(value, step);
  }
  return value;
}
