import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { createFileName } from "./files/file-name.ts";
import { formatProblem, type ResourceFile, readResourceFolder } from "./files/read-folder.ts";
import { renderFile, renderSchema, SCHEMAS_FOLDER, withVariables } from "./files/render-file.ts";
import type { RecordDocument, RemoteRecord, ResourceKind } from "./kind.ts";
import { resolveRecords } from "./plan/build-plan.ts";
import type { Target } from "./target.ts";

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
  // What a variable has is not needed to know a record.
  const read = await readResourceFolder(folder, { kinds, variable: (name) => variable(name) || `$${name}` });
  if (read && read.problems.length > 0) return { problems: read.problems.map(formatProblem) };
  const pulled = kinds.filter(({ isOfProduction }) => !isOfProduction || target.environment === "production");
  const lists = await Promise.all(pulled.map((kind) => kind.list(target)));
  const result: PullResult = { files: [], unchanged: 0, orphans: [] };
  let unchanged = 0;
  await writeSchemas(folder, kinds);
  for (const [index, kind] of pulled.entries()) {
    const records = (lists[index] ?? []).filter(({ isDormant }) => isDormant !== true);
    const files = (read?.files ?? []).filter((file) => file.kind === kind);
    unchanged += await pullKind({ target, folder, kind, records, files, prunes }, result);
  }
  return { ...result, unchanged };
}

/** Editors find them by the first line of each file; they are those of this version. */
async function writeSchemas(folder: string, kinds: readonly ResourceKind[]): Promise<void> {
  await mkdir(join(folder, SCHEMAS_FOLDER), { recursive: true });
  for (const kind of kinds)
    await writeFile(join(folder, SCHEMAS_FOLDER, `${kind.folder}.json`), renderSchema(kind));
}

interface KindPull {
  readonly target: Target;
  readonly folder: string;
  readonly kind: ResourceKind;
  readonly records: readonly RemoteRecord[];
  readonly files: readonly ResourceFile[];
  readonly prunes: boolean;
}

/** Returns how many files stay as they are. */
async function pullKind(
  { target, folder, kind, records, files, prunes }: KindPull,
  result: PullResult,
): Promise<number> {
  const { pairs } = resolveRecords(kind, files, records);
  const fileOf = new Map([...pairs].map(([file, record]) => [record, file]));
  const taken = new Set((await listNames(join(folder, kind.folder))).map((name) => name.toLowerCase()));
  let unchanged = 0;
  for (const record of sortByName(kind, records)) {
    const file = fileOf.get(record);
    const document = file
      ? (withVariables(record.document, file.written) as RecordDocument)
      : record.document;
    if (
      file &&
      isDeepStrictEqual(kind.adopt?.(file.document, record, target) ?? file.document, record.document)
    ) {
      unchanged++;
      continue;
    }
    // Settings that are all at their defaults.
    if (!file && Object.keys(record.document).length === 0) continue;
    const path = file?.path ?? getNewPath(kind, record, taken);
    await mkdir(join(folder, dirname(path)), { recursive: true });
    await writeFile(join(folder, path), renderFile(kind, document));
    result.files.push({ path, change: "written" });
  }
  for (const { path } of files.filter((file) => !pairs.has(file))) {
    if (!prunes) result.orphans.push(path);
    else {
      await rm(join(folder, path));
      result.files.push({ path, change: "removed" });
    }
  }
  return unchanged;
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
