import type { ManifestProblem } from "../schema/manifest-error.ts";
import type { ManifestAction } from "../schema/manifest-schema.ts";
import { findPagingProblems } from "./check-paging.ts";
import { findRequestProblems } from "./check-request.ts";
import {
  findInputSchemaProblems,
  findSchemaProblems,
  listDeclaredNames,
  listPropertyNames,
  type ManifestOrigin,
} from "./check-schema.ts";
import { findTableProblems } from "./check-table.ts";
import { findTemplateProblems, type ManifestPath, type TemplateRoots } from "./check-template.ts";

const PAGING_INPUTS = ["cursor", "max_pages"];

/** What checking an action or a trigger requires from the rest of the manifest. */
export interface ActionContext {
  known: TemplateRoots;
  answer: TemplateRoots;
  origin: ManifestOrigin;
}

/** Finds what is wrong with one action: its hints, schemas, request and response. */
export function findActionProblems(
  path: ManifestPath,
  action: ManifestAction,
  context: ActionContext,
): ManifestProblem[] {
  const { hints } = action;
  const problems: ManifestProblem[] = [];
  if (hints.read_only && hints.destructive) {
    problems.push({ path: [...path, "hints"], message: "cannot be both read_only and destructive" });
  }
  problems.push(...findInputSchemaProblems([...path, "input"], action.input, context.origin));
  if (action.output !== undefined) {
    problems.push(...findSchemaProblems([...path, "output"], action.output, context.origin));
  }
  const known = { ...context.known, input: listDeclaredNames(action.input), call: ["key", "boundary"] };
  problems.push(...findTableProblems(path, action, known));
  const sent = action.columns === undefined ? known : { ...known, columns: ["cells"] };
  problems.push(...findRequestProblems([...path, "request"], action.request, sent));
  if (action.response !== undefined) {
    problems.push(...findTemplateProblems([...path, "response"], action.response, context.answer));
  }
  problems.push(...checkActionPaging(path, action, context));
  return problems;
}

function checkActionPaging(
  path: ManifestPath,
  action: ManifestAction,
  context: ActionContext,
): ManifestProblem[] {
  const { paging, request, input } = action;
  if (paging === undefined) return [];
  const place = [...path, "paging"];
  const problems = findPagingProblems(place, paging, { request, known: { input: listDeclaredNames(input) } });
  if (!action.hints.read_only) {
    problems.push({ path: place, message: "is only for actions with hints.read_only" });
  }
  for (const name of ["response", "output"] as const) {
    if (action[name] === undefined) continue;
    const instead = name === "response" ? "paging.item" : "paging.output";
    problems.push({ path: [...path, name], message: `cannot be given together with paging: use ${instead}` });
  }
  for (const name of listPropertyNames(input).filter((name) => PAGING_INPUTS.includes(name))) {
    problems.push({ path: [...path, "input", "properties", name], message: "is added by paging" });
  }
  if (paging.item !== undefined) {
    problems.push(...findTemplateProblems([...place, "item"], paging.item, { item: "any", body: "any" }));
  }
  if (paging.output !== undefined) {
    problems.push(...findSchemaProblems([...place, "output"], paging.output, context.origin));
  }
  return problems;
}
