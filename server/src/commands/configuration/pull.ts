import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Json } from "../../platform/json/json.ts";
import type { Target } from "../target.ts";
import { renderTestSchema, TEST_SCHEMA_FILE } from "../test/file/render-schema.ts";
import { createFileName } from "./files/file-name.ts";
import {
  type FileProblem,
  formatProblem,
  type ResourceFile,
  readResourceFolder,
} from "./files/read-folder.ts";
import { renderFile, renderSchema, SCHEMAS_FOLDER, withVariables } from "./files/render-file.ts";
import type { RecordDocument, RemoteRecord, ResourceKind } from "./kind.ts";
import { resolveRecords } from "./plan/build-plan.ts";

/** What a pull did to a file. */
export interface PulledFile {
  readonly path: string;
  readonly change: "written" | "removed";
}

interface PullOptions {
  readonly kinds: readonly ResourceKind[];
  readonly variable: (name: string) => string | undefined;
  /** Whether to remove the files of records that are gone. */
  readonly prunes: boolean;
}

/** What a pull did, and what it left. */
export interface PullResult {
  readonly files: PulledFile[];
  readonly unchanged: number;
  /** Files of records that the environment does not have. */
  readonly orphans: string[];
}

/**
 * Writes the records of all kinds as files. A file that says the same already stays as it is, comments included; one that
 * cannot be read ends the pull before anything is written, because its record is unknown.
 */
export async function savePulledFiles(
  target: Target,
  folder: string,
  { kinds, variable, prunes }: PullOptions,
): Promise<PullResult | { problems: string[] }> {
  const read = await readResourceFolder(folder, { kinds, variable, allowsUnset: true });
  if (read && read.problems.length > 0) return { problems: read.problems.map(formatProblem) };
  const parts = await Promise.all(
    kinds
      .filter(({ isOfProduction }) => !isOfProduction || target.environment === "production")
      .filter((kind) => !kind.isOptional || read?.kinds.includes(kind))
      .map((kind) => preparePull(target, kind, read?.files ?? [])),
  );
  const problems = parts.flatMap((part) => part.problems);
  if (problems.length > 0) return { problems: problems.map(formatProblem) };
  await writeSchemas(folder, kinds);
  const result: PullResult = { files: [], unchanged: 0, orphans: [] };
  let unchanged = 0;
  for (const part of parts) unchanged += await pullKind({ ...part, target, folder, prunes }, result);
  return { ...result, unchanged };
}

interface KindPull {
  readonly kind: ResourceKind;
  readonly records: readonly RemoteRecord[];
  readonly files: readonly ResourceFile[];
  readonly fileOf: ReadonlyMap<RemoteRecord, ResourceFile>;
}

async function preparePull(
  target: Target,
  kind: ResourceKind,
  all: readonly ResourceFile[],
): Promise<KindPull & { problems: FileProblem[] }> {
  const records = await kind.list(target);
  const files = all.filter((file) => file.kind === kind);
  const { pairs, problems } = resolveRecords(kind, files, records);
  const fileOf = new Map([...pairs].map(([file, record]) => [record, file]));
  // Its record would be written a second time.
  const lost = files.filter((file) => !pairs.has(file) && file.unset.length > 0);
  return {
    kind,
    files,
    records: records.filter((record) => !record.isDormant || fileOf.has(record)),
    fileOf,
    problems: [
      ...problems,
      ...lost.map(({ path, unset }) => ({
        file: path,
        message: `its ${kind.title} is not found as long as ${unset.join(", ")} is not set.`,
      })),
    ],
  };
}

/** Editors find them by the first line of each file; they are those of this version. */
async function writeSchemas(folder: string, kinds: readonly ResourceKind[]): Promise<void> {
  await mkdir(join(folder, SCHEMAS_FOLDER), { recursive: true });
  for (const kind of kinds)
    await writeFile(join(folder, SCHEMAS_FOLDER, `${kind.folder}.json`), renderSchema(kind));
  await writeFile(join(folder, SCHEMAS_FOLDER, TEST_SCHEMA_FILE), renderTestSchema());
}

interface PullPlace {
  readonly target: Target;
  readonly folder: string;
  readonly prunes: boolean;
}

/** Returns how many files stay as they are. */
async function pullKind(
  { target, folder, kind, records, files, fileOf, prunes }: KindPull & PullPlace,
  result: PullResult,
): Promise<number> {
  const taken = new Set((await listNames(join(folder, kind.folder))).map((name) => name.toLowerCase()));
  let unchanged = 0;
  for (const listed of sortByName(kind, records)) {
    const file = fileOf.get(listed);
    const record = (await kind.complete?.(target, listed)) ?? listed;
    const document = file ? withVariables(record.document, file.written) : record.document;
    if (file && isDeepStrictEqual(toWritten(file, record, target), document)) {
      unchanged++;
      continue;
    }
    // Settings that are all at their defaults.
    if (!file && Object.keys(record.document).length === 0) continue;
    const path = file?.path ?? getNewPath(kind, record, taken);
    await mkdir(join(folder, dirname(path)), { recursive: true });
    await writeFile(join(folder, path), renderFile(kind, document as RecordDocument));
    result.files.push({ path, change: "written" });
  }
  for (const { path } of files.filter((file) => ![...fileOf.values()].includes(file))) {
    if (!prunes) result.orphans.push(path);
    else {
      await rm(join(folder, path));
      result.files.push({ path, change: "removed" });
    }
  }
  return unchanged;
}

/** What a file says, with the names of its variables. */
function toWritten({ kind, document, written }: ResourceFile, record: RemoteRecord, target: Target): Json {
  return withVariables(kind.adopt?.(document, record, target) ?? document, written);
}

function getNewPath(
  { folder, isSingle, getName }: ResourceKind,
  { document }: RemoteRecord,
  taken: Set<string>,
): string {
  return isSingle ? `${folder}.yaml` : `${folder}/${createFileName(getName(document), taken)}`;
}

/** The order decides which of two records with the same name gets it as the name of its file. */
function sortByName(kind: ResourceKind, records: readonly RemoteRecord[]): RemoteRecord[] {
  const nameOf = ({ document, id }: RemoteRecord) => `${kind.getName(document)}\0${id}`;
  return [...records].sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
}

async function listNames(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}
