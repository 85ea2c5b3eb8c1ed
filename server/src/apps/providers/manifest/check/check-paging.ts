import type { ManifestProblem } from "../schema/manifest-error.ts";
import type { ManifestActionPaging, ManifestPaging } from "../schema/paging-schema.ts";
import type { ManifestRequest } from "../schema/schema-parts.ts";
import { findTemplateProblems, type ManifestPath, type TemplateRoots } from "./check-template.ts";

const MANNERS = ["cursor", "page", "offset", "link"] as const;

/** What a paging rule is checked against: the request that it extends and what its templates may refer to. */
export interface PagingContext {
  request: ManifestRequest;
  known: TemplateRoots;
}

/** Finds what is wrong with a paging rule: its kind, its paths, and where it writes in the request. */
export function findPagingProblems(
  path: ManifestPath,
  paging: ManifestPaging | ManifestActionPaging,
  { request, known }: PagingContext,
): ManifestProblem[] {
  const given = MANNERS.filter((manner) => paging[manner] !== undefined);
  if (given.length !== 1) {
    const found = given.length === 0 ? "" : `, not ${given.join(" and ")}`;
    return [{ path, message: `needs exactly one of ${MANNERS.join(", ")}${found}` }];
  }
  const { cursor, page, offset, link } = paging;
  return [
    ...(paging.items === undefined ? [] : findDottedPathProblems([...path, "items"], paging.items, ["body"])),
    ...checkPaths([...path, "cursor"], { from: cursor?.from }, ["body", "headers", "last"]),
    ...checkPaths([...path, "cursor"], { more: cursor?.more }, ["body", "headers"]),
    ...checkPaths([...path, "page"], { more: page?.more, pages: page?.pages }, ["body", "headers"]),
    ...checkPaths([...path, "offset"], { more: offset?.more, total: offset?.total }, ["body", "headers"]),
    ...checkPaths([...path, "link"], { from: link?.from }, ["body", "headers"]),
    ...(["page", "offset"] as const).flatMap((manner) => {
      const size = paging[manner]?.size;
      return typeof size === "string" ? findTemplateProblems([...path, manner, "size"], size, known) : [];
    }),
    ...(["cursor", "page", "offset"] as const).flatMap((manner) => {
      const target = paging[manner]?.to;
      return target === undefined ? [] : checkTarget([...path, manner, "to"], target, request);
    }),
  ];
}

function checkPaths(
  path: ManifestPath,
  paths: Readonly<Record<string, string | undefined>>,
  roots: readonly string[],
): ManifestProblem[] {
  return Object.entries(paths).flatMap(([name, dotted]) =>
    dotted === undefined ? [] : findDottedPathProblems([...path, name], dotted, roots),
  );
}

/** Finds a dotted path that does not begin with one of `roots`. */
export function findDottedPathProblems(
  path: ManifestPath,
  dotted: string,
  roots: readonly string[],
): ManifestProblem[] {
  const root = dotted.split(".", 1)[0] ?? "";
  if (roots.includes(root)) return [];
  return [{ path, message: `must begin with ${roots.join(" or ")}, not ${root}` }];
}

function checkTarget(path: ManifestPath, target: string, request: ManifestRequest): ManifestProblem[] {
  const [part = "", ...names] = target.split(".");
  if (part === "query") {
    const name = names.join(".");
    return request.query !== undefined && Object.hasOwn(request.query, name)
      ? [{ path, message: `names query.${name}, which the request sets itself` }]
      : [];
  }
  if (request.method === "GET") return [{ path, message: "must be query.…: GET cannot carry a body" }];
  const other = (["json", "form", "text"] as const).find(
    (body) => body !== part && request[body] !== undefined,
  );
  if (other !== undefined) return [{ path, message: `cannot be in ${part}: the request's body is ${other}` }];
  let value: unknown = part === "json" ? request.json : request.form;
  for (const name of part === "json" ? names : [names.join(".")]) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return [];
    value = (value as Record<string, unknown>)[name]; // it is an object that has this member
  }
  return [{ path, message: `names ${target}, which the request sets itself` }];
}
