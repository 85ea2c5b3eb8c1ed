import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Document, isNode, LineCounter, parseDocument } from "yaml";
import { isObject, type Json } from "../../../../platform/json/json.ts";
import { ManifestError, type ManifestProblem } from "./manifest-error.ts";

/** The text of a manifest, and of the files beside it that each describe one of its objects. */
export interface ManifestSource {
  readonly file: string;
  readonly text: string;
  readonly objects?: readonly ObjectFile[];
}

/** A file of the folder `objects`; its name is the object's id. */
interface ObjectFile {
  readonly id: string;
  readonly file: string;
  readonly text: string;
}

/** The data of a source, without validation. */
export interface ManifestData {
  readonly value: Json;
  /** The same problems with the file and the line of their paths. */
  locate(problems: readonly ManifestProblem[]): ManifestProblem[];
}

const MAX_BYTES = 512 * 1024;
const OBJECT_FILE = /^([a-z][a-z0-9_]*)\.yaml$/;

/** Reads `manifest.yaml` and `objects/*.yaml` of a folder; rejects with the error of the file system. */
export async function readManifestSource(folder: string): Promise<ManifestSource> {
  const file = join(folder, "manifest.yaml");
  const text = await readFile(file, "utf8");
  const entries = await readdir(join(folder, "objects")).catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  });
  const objects = entries.sort().flatMap((name) => {
    const id = OBJECT_FILE.exec(name)?.[1];
    return id === undefined ? [] : [{ id, file: join(folder, "objects", name) }];
  });
  const read = async (one: { id: string; file: string }) => ({
    ...one,
    text: await readFile(one.file, "utf8"),
  });
  return { file, text, objects: await Promise.all(objects.map(read)) };
}

/** The hash that identifies the texts of a source. */
export function hashSource({ text, objects = [] }: ManifestSource): string {
  const hash = createHash("sha256").update(text);
  for (const one of objects) hash.update(`\0${one.id}\0${one.text}`);
  return hash.digest("hex");
}

/** Parses the YAML of a source. Throws `ManifestError` with file and line. */
export function readManifestData({ file, text, objects = [] }: ManifestSource): ManifestData {
  const main = readFileData(file, text);
  const parts = new Map(objects.map((one) => [one.id, readFileData(one.file, one.text)]));
  return {
    value: withObjects(main.value, parts),
    locate: (problems) =>
      problems.map((problem) => {
        const [kind, id, ...rest] = problem.path;
        const part = kind === "objects" ? parts.get(String(id)) : undefined;
        if (part === undefined) return withLine(problem, main.lineOf(problem.path));
        return withLine({ ...problem, file: part.file }, part.lineOf(rest));
      }),
  };
}

const withLine = (problem: ManifestProblem, line: number | undefined): ManifestProblem =>
  line === undefined ? problem : { ...problem, line };

interface FileData {
  readonly file: string;
  readonly value: Json;
  lineOf(path: ManifestProblem["path"]): number | undefined;
}

function withObjects(value: Json, parts: ReadonlyMap<string, FileData>): Json {
  if (parts.size === 0 || !isObject(value)) return value;
  const inline = isObject(value.objects) ? value.objects : {};
  const files = [...parts].map(([id, part]) => [id, part.value]);
  return { ...value, objects: { ...inline, ...Object.fromEntries(files) } };
}

function readFileData(file: string, text: string): FileData {
  const lines = new LineCounter();
  const document = readDocument(text, file, lines);
  return { file, value: toJson(document, file), lineOf: (path) => lineOf(document, lines, path) };
}

function readDocument(text: string, file: string, lineCounter: LineCounter): Document {
  if (Buffer.byteLength(text) > MAX_BYTES) {
    throw new ManifestError(file, [{ path: [], message: `is larger than ${MAX_BYTES / 1024} KiB` }]);
  }
  const document = parseDocument(text, { lineCounter });
  const syntax = document.errors.map((error) => ({
    path: [],
    message: error.message.split("\n")[0] ?? "is not YAML",
    line: lineCounter.linePos(error.pos[0]).line,
  }));
  if (syntax.length > 0) throw new ManifestError(file, syntax);
  return document;
}

function toJson(document: Document, file: string): Json {
  try {
    // The round trip removes aliases, NaN and everything else that JSON lacks.
    return JSON.parse(JSON.stringify(document.toJS({ maxAliasCount: 100 })) ?? "null");
  } catch (error) {
    const reason = error instanceof Error ? error.message : "unknown reason";
    throw new ManifestError(file, [{ path: [], message: `cannot be read as data: ${reason}` }]);
  }
}

function lineOf(document: Document, lines: LineCounter, path: ManifestProblem["path"]): number | undefined {
  for (let length = path.length; length >= 0; length--) {
    const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
  }
  return undefined;
}
