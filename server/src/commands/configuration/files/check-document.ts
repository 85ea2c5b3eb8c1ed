import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import ajvFormats from "ajv-formats";
import { describeMisfit } from "../../../platform/json/describe-misfit.ts";
import type { Json } from "../../../platform/json/json.ts";
import type { YamlProblem } from "../../../platform/json/located-yaml.ts";
import { findNearName } from "../../../platform/near-name.ts";
import type { ResourceKind } from "../kind.ts";
import { closeObjects } from "./file-schema.ts";

// ajv-formats is CommonJS: under ESM its function is the `default` of the module object.
const addFormats = ajvFormats.default;

/** Creates the function that says everything that is wrong with the value of a file of a kind. */
export function createDocumentCheck(): (
  kind: Pick<ResourceKind, "folder" | "schema">,
  value: Json,
) => YamlProblem[] {
  const ajv = addFormats(new Ajv({ allErrors: true, strict: false, strictNumbers: true, verbose: true }));
  const compiled = new Map<string, ValidateFunction>();
  return (kind, value) => {
    let validate = compiled.get(kind.folder);
    if (!validate) {
      const schema: Json = JSON.parse(JSON.stringify(kind.schema));
      validate = ajv.compile(closeObjects(schema) as object); // an object stays one
      compiled.set(kind.folder, validate);
    }
    if (validate(value)) return [];
    return withoutAlternatives(validate.errors ?? []).map(toProblem);
  };
}

/** Of alternatives that all do not fit, only that none does: which one was meant, nobody knows. */
function withoutAlternatives(errors: readonly ErrorObject[]): ErrorObject[] {
  const choices = errors.filter(({ keyword }) => keyword === "anyOf" || keyword === "oneOf");
  return errors.filter(
    (error) => !choices.some((one) => one !== error && error.schemaPath.startsWith(`${one.schemaPath}/`)),
  );
}

function toProblem({ instancePath, keyword, params, message, parentSchema }: ErrorObject): YamlProblem {
  const path = instancePath
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  if (keyword === "additionalProperties") {
    const names = Object.keys(parentSchema?.properties ?? {});
    const name = String(params.additionalProperty);
    return { path: [...path, name], message: `is unknown; ${suggest(name, names)}` };
  }
  if (keyword === "pattern")
    return { path, message: `must be ${parentSchema?.["x-form"] ?? `of the form ${params.pattern}`}` };
  return { path, message: describeMisfit({ keyword, params, message }) };
}

function suggest(name: string, names: readonly string[]): string {
  const near = findNearName(name, names);
  return near === undefined ? `there are ${names.join(", ")}` : `did you mean "${near}"?`;
}
