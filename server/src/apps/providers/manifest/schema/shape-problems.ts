import { describeMisfit } from "../../../../platform/json/describe-misfit.ts";
import type { ManifestProblem } from "./manifest-error.ts";

const UNKNOWN = "is not known here";

/** An error of a validator. */
interface ShapeError {
  keyword: string;
  instancePath: string;
  message: string;
  params: object;
}

/** Describes a validator's errors in a definition, by the names of members. */
export function findShapeProblems(errors: readonly ShapeError[]): ManifestProblem[] {
  return withoutEchoes(errors.flatMap(explain));
}

/**
 * Removes "unknown" from members that contain another problem: where any name is allowed, the validator reports both.
 */
function withoutEchoes(problems: ManifestProblem[]): ManifestProblem[] {
  return problems.filter(
    ({ path, message }) =>
      message !== UNKNOWN ||
      !problems.some(
        (other) => other.path.length > path.length && path.every((name, i) => other.path[i] === name),
      ),
  );
}

function explain(error: ShapeError): ManifestProblem[] {
  const path = error.instancePath.split("/").slice(1).map(unescapePointer);
  const params = error.params as Record<string, unknown>; // a bag whose members depend on the keyword
  switch (error.keyword) {
    case "boolean": // also reported by additionalProperties, which names the members
      return [];
    case "additionalProperties":
      return listOf(params.additionalProperties).map((name) => ({
        path: [...path, name],
        message: UNKNOWN,
      }));
    case "required":
      return listOf(params.requiredProperties).map((name) => ({
        path: [...path, name],
        message: "is missing",
      }));
    case "pattern":
      return [{ path, message: `must match ${String(params.pattern)}` }];
    default:
      return [{ path, message: describeMisfit(error) }];
  }
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function unescapePointer(part: string): string {
  return part.replaceAll("~1", "/").replaceAll("~0", "~");
}
