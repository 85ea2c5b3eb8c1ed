import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { isObject, type Json } from "../../../../platform/json/json.ts";
import { parseLocatedYaml } from "../../../../platform/json/located-yaml.ts";
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
  const read = parseLocatedYaml(text, MAX_BYTES);
  if ("problems" in read) throw new ManifestError(file, read.problems);
  return { file, ...read };
}
