import type { ManifestProblem } from "../schema/manifest-error.ts";
import type { ManifestRequest } from "../schema/schema-parts.ts";
import {
  findAddressProblems,
  findHeaderProblems,
  findTemplateProblems,
  type ManifestPath,
  type TemplateRoots,
} from "./check-template.ts";

const BODIES = ["json", "form", "text", "multipart", "file"] as const;

/** Finds what is wrong with one request template. */
export function findRequestProblems(
  path: ManifestPath,
  request: ManifestRequest,
  known: TemplateRoots,
): ManifestProblem[] {
  const { settings = [], credentials = [] } = known;
  const problems = findTemplateProblems([...path, "path"], request.path, known);
  if (/[?#\s]/.test(request.path.replace(/\{\{.*?\}\}/g, ""))) {
    problems.push({ path: [...path, "path"], message: "must not contain ?, # or spaces: use query" });
  }
  if (request.base_url !== undefined) {
    problems.push(...findAddressProblems([...path, "base_url"], request.base_url, { settings, credentials }));
  }
  problems.push(...checkBody(path, request));
  problems.push(...findHeaderProblems([...path, "headers"], request.headers ?? {}, known));
  for (const part of ["query", ...BODIES] as const) {
    if (request[part] !== undefined) {
      problems.push(...findTemplateProblems([...path, part], request[part], known));
    }
  }
  for (const [part, text] of Object.entries(request.open ?? {})) {
    const place = [...path, "open", part];
    problems.push(
      ...(onePlace(text) ? findTemplateProblems(place, text, known) : [{ path: place, message: NOT_ONE }]),
    );
  }
  if (request.file !== undefined && !onePlace(request.file))
    problems.push({ path: [...path, "file"], message: NOT_ONE });
  return problems;
}

const NOT_ONE = "must be a single placeholder, such as {{ input.path }}";

function onePlace(text: string): boolean {
  return /^\{\{[^{}]*\}\}$/.test(text);
}

function checkBody(path: ManifestPath, request: ManifestRequest): ManifestProblem[] {
  const bodies = BODIES.filter((name) => request[name] !== undefined);
  const [first, second] = bodies;
  const problems: ManifestProblem[] = [];
  if (first !== undefined && second !== undefined) {
    problems.push({ path: [...path, second], message: `cannot be given together with ${first}` });
  }
  if (request.method === "GET" && first !== undefined) {
    problems.push({ path: [...path, "method"], message: "GET cannot carry a body" });
  }
  return problems;
}
