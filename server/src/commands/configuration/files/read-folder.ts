import type { Dirent } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { ApiError } from "../../../platform/errors.ts";
import { isObject, type Json } from "../../../platform/json/json.ts";
import { parseLocatedYaml, type ValuePath, type YamlProblem } from "../../../platform/json/located-yaml.ts";
import { findNearName } from "../../../platform/near-name.ts";
import type { RecordDocument, ResourceKind } from "../kind.ts";
import { createDocumentCheck } from "./check-document.ts";
import { resolveVariables, type VariableUse } from "./variables.ts";

const YAML = /\.ya?ml$/;
// JSON is YAML.
const RECORD_FILE = /\.(ya?ml|json)$/;
/** Files of `junctor test`, which may stand beside what they test. */
export const TEST_FILE = /\.test\.ya?ml$/;
const MAX_BYTES = 4 * 1024 * 1024;

/** A file that describes a record. */
export interface ResourceFile {
  readonly kind: ResourceKind;
  /** Relative to the folder, with slashes. */
  readonly path: string;
  readonly text: string;
  /** As the file has it, variables included. */
  readonly written: Json;
  /** Normalized, with the values of variables. */
  readonly document: RecordDocument;
  readonly uses: readonly VariableUse[];
  /** The names of variables that are not set. */
  readonly unset: readonly string[];
  lineOf(path: ValuePath): number | undefined;
}

/** Something wrong with a file, as a sentence that begins with the file and, where it is known, the line. */
export interface FileProblem {
  readonly file: string;
  readonly line?: number;
  readonly message: string;
}

/** The files of a folder: those that can be used, and what is wrong with others. */
export interface ResourceFolder {
  readonly files: ResourceFile[];
  readonly problems: FileProblem[];
  /** The kinds that have a folder: of others, files say nothing. */
  readonly kinds: readonly ResourceKind[];
}

interface ReadOptions {
  readonly kinds: readonly ResourceKind[];
  readonly variable: (name: string) => string | undefined;
  /** Whether variables may be unset: their places then have a text that no record has. */
  readonly allowsUnset?: boolean;
}

/** Reads the files of all kinds; undefined if there is no such folder. */
export async function readResourceFolder(
  folder: string,
  { kinds, variable, allowsUnset = false }: ReadOptions,
): Promise<ResourceFolder | undefined> {
  const entries = await listEntries(folder);
  if (!entries) return undefined;
  const check = createDocumentCheck();
  const files: ResourceFile[] = [];
  const problems = findMisnamed(entries, kinds);
  const found: ResourceKind[] = [];
  for (const kind of kinds) {
    const paths = await listPaths(folder, entries, kind);
    if (!paths) continue;
    found.push(kind);
    for (const path of paths) {
      const text = await readFile(join(folder, path), "utf8");
      const read = readResourceFile({ kind, path, text }, { check, variable, allowsUnset });
      if ("problems" in read) problems.push(...read.problems);
      else files.push(read);
    }
  }
  return { files, problems: [...problems, ...findSameNames(files)], kinds: found };
}

/** Reads one file of a kind; `path` is how problems name it. */
export function parseResourceFile(
  file: FileText,
  variable: ReadOptions["variable"],
): ResourceFile | { problems: FileProblem[] } {
  return readResourceFile(file, { check: createDocumentCheck(), variable, allowsUnset: false });
}

/** The files of a kind; undefined if the folder says nothing about it. */
async function listPaths(
  root: string,
  entries: readonly Dirent[],
  { folder, isSingle }: ResourceKind,
): Promise<string[] | undefined> {
  if (isSingle) {
    const names = entries
      .map(({ name }) => name)
      .filter((name) => YAML.test(name) && nameOf(name) === folder);
    return names.length > 0 ? names : undefined;
  }
  if (!entries.some((entry) => entry.isDirectory() && entry.name === folder)) return undefined;
  const files = (await listEntries(join(root, folder))) ?? [];
  const isRecord = (name: string) => RECORD_FILE.test(name) && !TEST_FILE.test(name);
  return files.flatMap(({ name }) => (isRecord(name) ? [`${folder}/${name}`] : []));
}

function nameOf(file: string): string {
  return file.replace(/\.[^.]+$/, "");
}

function byLine({ line: one = 0 }: FileProblem, { line: other = 0 }: FileProblem): number {
  return one - other;
}

async function listEntries(folder: string): Promise<Dirent[] | undefined> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

/** What looks like a folder or a file of configuration and is not read: it would be ignored in silence. */
function findMisnamed(entries: readonly Dirent[], kinds: readonly ResourceKind[]): FileProblem[] {
  const folders = kinds.filter(({ isSingle }) => !isSingle).map(({ folder }) => folder);
  const singles = kinds.filter(({ isSingle }) => isSingle).map(({ folder }) => folder);
  return entries.flatMap((entry) => {
    const isFolder = entry.isDirectory();
    if (!isFolder && !YAML.test(entry.name)) return [];
    const name = isFolder ? entry.name : nameOf(entry.name);
    const names = isFolder ? folders : singles;
    const near = names.includes(name) ? undefined : findNearName(name, names);
    if (near === undefined) return [];
    const meant = isFolder ? near : `${near}.yaml`;
    return [{ file: entry.name, message: `is not read; did you mean "${meant}"?` }];
  });
}

interface FileText {
  readonly kind: ResourceKind;
  readonly path: string;
  readonly text: string;
}

interface FileRules {
  readonly check: ReturnType<typeof createDocumentCheck>;
  readonly variable: (name: string) => string | undefined;
  readonly allowsUnset: boolean;
}

function readResourceFile(
  { kind, path, text }: FileText,
  { check, variable, allowsUnset }: FileRules,
): ResourceFile | { problems: FileProblem[] } {
  const yaml = parseLocatedYaml(text, MAX_BYTES);
  const lineOf = (place: ValuePath) => ("problems" in yaml ? undefined : yaml.lineOf(place));
  const failed = (all: readonly YamlProblem[]) => ({
    problems: all.map((one) => toFileProblem(path, lineOf, one)).sort(byLine),
  });
  if ("problems" in yaml) return failed(yaml.problems);
  if (!isObject(yaml.value)) return failed([{ path: [], message: "must have members, such as name" }]);
  const { value, uses, unset } = resolveVariables(yaml.value, variable);
  const places = new Set(unset.map(({ path: place }) => place.join("\0")));
  const misfits = check(kind, value).filter((one) => !places.has(one.path.join("\0")));
  const problems = allowsUnset ? misfits : [...unset.map(toUnsetProblem), ...misfits];
  if (problems.length > 0 || !isObject(value)) return failed(problems);
  try {
    const names = unset.map(({ name }) => name);
    const document = kind.normalize(value);
    return { kind, path, text, written: yaml.value, document, uses, unset: names, lineOf };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { problems: describeRefusal({ path, lineOf, document: {} }, error) };
  }
}

function toUnsetProblem({ path, name }: Pick<VariableUse, "path" | "name">): YamlProblem {
  return { path, message: `names the environment variable ${name}, which is not set` };
}

/** What the API says of one member of a document; of a graph it names the node. */
export interface MemberRefusal {
  readonly field: string;
  readonly message: string;
  readonly node_id?: string | null;
}

/** What the API says of a file's document, at the lines of the members that it names. */
export function describeRefusal(
  { path, lineOf, document }: Pick<ResourceFile, "path" | "lineOf" | "document">,
  { message, errors = [] }: { message: string; errors?: readonly MemberRefusal[] },
): FileProblem[] {
  if (errors.length === 0) return [{ file: path, message }];
  return errors.map((one) => ({
    file: path,
    line: lineOf([...findNode(document, one.node_id), ...parseField(one.field)]),
    message: one.message,
  }));
}

function findNode({ nodes }: RecordDocument, id: string | null | undefined): ValuePath {
  const index = Array.isArray(nodes) ? nodes.findIndex((node) => isObject(node) && node.id === id) : -1;
  return index === -1 ? [] : ["nodes", index];
}

function parseField(field: string): ValuePath {
  return field.split(".").map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}

/** A problem at its place in a file. */
export function toFileProblem(
  file: string,
  lineOf: (path: ValuePath) => number | undefined,
  { path, message, line = lineOf(path) }: YamlProblem,
): FileProblem {
  const text = path.length === 0 ? message : `${path.join(".")} ${message}`;
  return { file, line, message: /[.?]$/.test(text) ? text : `${text}.` };
}

/** Two files of one record would undo each other. */
function findSameNames(files: readonly ResourceFile[]): FileProblem[] {
  const first = new Map<string, ResourceFile>();
  return files.flatMap((file) => {
    const name = file.kind.getName(file.document);
    const key = `${file.kind.folder}/${file.kind.getKeys(file.document)[0]}`;
    const other = first.get(key);
    if (!other) first.set(key, file);
    return other
      ? [
          {
            file: file.path,
            message: `describes the ${file.kind.title} "${name}", as ${other.path} does: keep one.`,
          },
        ]
      : [];
  });
}

/** A problem on a line of its own. */
export function formatProblem({ file, line, message }: FileProblem): string {
  return `${file}${line === undefined ? "" : `:${line}`}: ${message}`;
}
