import { listNeededInputs } from "../option-list.ts";
import type { ManifestProblem } from "../schema/manifest-error.ts";
import type { Manifest } from "../schema/manifest-schema.ts";
import type { ManifestOptions, ManifestPaging } from "../schema/paging-schema.ts";
import { findDottedPathProblems, findPagingProblems } from "./check-paging.ts";
import { findRequestProblems } from "./check-request.ts";
import { listPropertyNames } from "./check-schema.ts";
import { findTemplateProblems, type ManifestPath, type TemplateRoots } from "./check-template.ts";

/** Finds what is wrong with the option lists, and with the fields that name them. */
export function findOptionsProblems(manifest: Manifest, known: TemplateRoots): ManifestProblem[] {
  const lists = manifest.options ?? {};
  const uses = [
    ...Object.entries(manifest.actions).map(([id, action]) => ({ path: ["actions", id], ...action })),
    ...Object.entries(manifest.triggers ?? {}).map(([id, trigger]) => ({
      path: ["triggers", id],
      ...trigger,
    })),
  ].flatMap(({ path, input }) => usesIn([...path, "input"], input, input));
  const used = new Set(uses.map(({ list }) => list));
  return [
    ...Object.entries(lists).flatMap(([id, list]) => checkList(["options", id], list, known)),
    ...Object.keys(lists).flatMap((id) =>
      used.has(id) ? [] : [{ path: ["options", id], message: "is not used: no field has it as x-options" }],
    ),
    ...uses.flatMap((use) => checkUse(use, lists)),
  ];
}

function checkList(path: ManifestPath, list: ManifestOptions, known: TemplateRoots): ManifestProblem[] {
  return [
    ...findRequestProblems([...path, "request"], list.request, known),
    ...findItemsProblems(path, list, list.request),
    ...findTemplateProblems([...path, "name"], list.name, { item: "any" }),
    ...findTemplateProblems([...path, "value"], list.value, { item: "any" }),
  ];
}

/** Checks that a list's path is given exactly once, and its paging. */
export function findItemsProblems(
  path: ManifestPath,
  { items, paging }: { items?: string; paging?: ManifestPaging },
  request: ManifestOptions["request"],
): ManifestProblem[] {
  const problems =
    paging === undefined
      ? []
      : findPagingProblems([...path, "paging"], paging, { request, known: { input: "any" } });
  if ((items === undefined) === (paging?.items === undefined)) {
    const message =
      items === undefined ? "is missing: the path of the list" : "is given twice, also in paging";
    problems.push({ path: [...path, "items"], message });
  }
  if (items !== undefined) problems.push(...findDottedPathProblems([...path, "items"], items, ["body"]));
  return problems;
}

interface OptionListUse {
  path: ManifestPath;
  list: unknown;
  /** The inputs beside the field, which may be chosen before it. */
  inputs: readonly string[];
}

type Schema = Readonly<Record<string, unknown>>;

function usesIn(path: ManifestPath, value: unknown, whole: Schema): OptionListUse[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const place = [...path, name];
    // A property may be named x-options; then its value is a schema.
    const isUse = name === "x-options" && path.at(-1) !== "properties";
    return isUse
      ? [{ path: place, list: member, inputs: listPropertyNames(whole) }]
      : usesIn(place, member, whole);
  });
}

function checkUse({ path, list, inputs }: OptionListUse, lists: Manifest["options"]): ManifestProblem[] {
  const found = typeof list === "string" && Object.hasOwn(lists ?? {}, list) ? lists?.[list] : undefined;
  if (found === undefined) {
    return [{ path, message: `names ${JSON.stringify(list)}, which is not one of options` }];
  }
  return listNeededInputs(found)
    .filter((name) => !inputs.includes(name))
    .map((name) => ({
      path,
      message: `names ${list}, which needs the input ${name}: it is not declared here`,
    }));
}
