import type { ManifestProblem } from "../schema/manifest-error.ts";
import type { ManifestAction } from "../schema/manifest-schema.ts";
import { findDottedPathProblems } from "./check-paging.ts";
import { findRequestProblems } from "./check-request.ts";
import type { ManifestPath, TemplateRoots } from "./check-template.ts";

/** Finds what is wrong with how an action reads and writes tables by the names of columns. */
export function findTableProblems(
  path: ManifestPath,
  { columns, rows, paging, response }: ManifestAction,
  known: TemplateRoots,
): ManifestProblem[] {
  const problems: ManifestProblem[] = [];
  if (columns !== undefined) {
    const place = [...path, "columns"];
    problems.push(
      ...findRequestProblems([...place, "request"], columns.request, known),
      ...findDottedPathProblems([...place, "names"], columns.names, ["body"]),
      ...findInputProblems([...place, "records"], columns.records, known),
    );
    if (columns.request.method !== "GET")
      problems.push({ path: [...place, "request", "method"], message: "must be GET: it only reads" });
    if (paging !== undefined) problems.push({ path: place, message: "cannot be given together with paging" });
  }
  if (rows !== undefined) {
    const place = [...path, "rows"];
    problems.push(
      ...findDottedPathProblems([...place, "from"], rows.from, ["body"]),
      ...findInputProblems([...place, "column"], rows.column, known),
      ...findInputProblems([...place, "value"], rows.value, known),
    );
    for (const [name, other] of Object.entries({ paging, response }))
      if (other !== undefined)
        problems.push({ path: place, message: `cannot be given together with ${name}` });
  }
  return problems;
}

function findInputProblems(path: ManifestPath, name: string, { input }: TemplateRoots): ManifestProblem[] {
  if (input === undefined || input === "any" || input.includes(name)) return [];
  return [{ path, message: `names the input ${name}, which is not declared` }];
}
