import type { Json } from "../../../../platform/json/json.ts";
import { CLIENT_HEADERS } from "../../../../platform/outbound/request-head.ts";
import { compileAddress, findTemplateProblem } from "../request/address.ts";
import { HEADER_NAME } from "../request/header.ts";
import { compileTemplate, TemplateError } from "../request/template.ts";
import type { ManifestProblem } from "../schema/manifest-error.ts";

/** A path to a value in a manifest. */
export type ManifestPath = readonly (string | number)[];

/** What a template may refer to: for each root, the names of its members, or `any`. */
export type TemplateRoots = { readonly [root: string]: readonly string[] | "any" };

/** Finds templates that do not parse and references to values that do not exist. */
export function findTemplateProblems(
  path: ManifestPath,
  value: unknown,
  known: TemplateRoots,
): ManifestProblem[] {
  try {
    const { paths } = compileTemplate(value as Json); // manifests are JSON
    const wrong = paths.flatMap((reference) => referenceProblem(reference, known) ?? []);
    return [...new Set(wrong)].map((message) => ({ path, message }));
  } catch (error) {
    if (error instanceof TemplateError) return [{ path, message: error.message }];
    throw error;
  }
}

function referenceProblem(reference: readonly string[], known: TemplateRoots): string | undefined {
  const [root = "", member] = reference;
  const members = Object.hasOwn(known, root) ? known[root] : undefined;
  if (members === undefined) {
    return `refers to ${root}, but only ${Object.keys(known).join(", ")} exist here`;
  }
  if (root === "headers" && /[A-Z]/.test(reference.join("."))) {
    return `refers to ${reference.join(".")}: header names are lower case here`;
  }
  if (members === "any" || member === undefined || members.includes(member)) return undefined;
  return `refers to ${root}.${member}, which is not declared`;
}

/** Finds what is wrong with an address template: its references and its constant part. */
export function findAddressProblems(
  path: ManifestPath,
  text: string,
  known: TemplateRoots,
): ManifestProblem[] {
  const problems = findTemplateProblems(path, text, known);
  if (problems.length > 0) return problems;
  const problem = findTemplateProblem(compileAddress(text));
  return problem === undefined ? [] : [{ path, message: problem }];
}

/**
 * Finds header names that are not tokens or that the HTTP client sets itself, and invalid templates in their values.
 */
export function findHeaderProblems(
  path: ManifestPath,
  headers: Readonly<Record<string, string>>,
  known: TemplateRoots,
): ManifestProblem[] {
  return Object.entries(headers).flatMap(([name, text]) => {
    const place = [...path, name];
    if (name.includes("{{")) return checkNamePlace(place, name, text, known);
    if (!HEADER_NAME.test(name)) return [{ path: place, message: "is not a header name" }];
    if (CLIENT_HEADERS.includes(name.toLowerCase())) {
      return [{ path: place, message: "is set by the HTTP client and must not be given" }];
    }
    if (/[\r\n\0]/.test(text)) return [{ path: place, message: "must not contain line breaks" }];
    return findTemplateProblems(place, text, known);
  });
}

/** A credential may determine the name of its header; that name is validated when the request is sent. */
function checkNamePlace(
  place: ManifestPath,
  name: string,
  text: string,
  known: TemplateRoots,
): ManifestProblem[] {
  if (!/^\{\{\s*credentials\.[a-z0-9_]+\s*\}\}$/.test(name)) {
    return [{ path: place, message: "is not a header name" }];
  }
  return [...findTemplateProblems(place, name, known), ...findTemplateProblems(place, text, known)];
}
