import type { AccountScope } from "../auth/scope.ts";
import type { Db } from "../platform/database/database.ts";
import type { Json } from "../platform/json/json.ts";
import { walkObjects } from "../platform/json/walk-objects.ts";
import { FileError, type FileValue, isFileValue } from "./file-value.ts";
import { findFileFacts, findFiles, formatMebibytes, type StoredFile } from "./store.ts";

/** Files to send, by the id that stands for them. */
export type SentFiles = ReadonlyMap<string, StoredFile>;

/** For requests that send no files. */
export const NO_FILES: ReadonlyMap<string, StoredFile> = new Map();

/**
 * Reads the files that a value refers to at any depth, each of which must belong to the account. Throws `FileError`,
 * before any bytes are read, if one is missing or if they have more than `limitBytes` as often as they occur.
 */
export async function readSentFiles(
  db: Db,
  scope: AccountScope,
  value: Json,
  limitBytes: number,
): Promise<SentFiles> {
  const values = listFileValues(value);
  if (values.length === 0) return NO_FILES;
  const ids = [...new Set(values.map(({ $file }) => $file))];
  const facts = await findFileFacts(db, scope, ids);
  let total = 0;
  for (const { $file } of values) {
    const size = facts.get($file)?.size;
    if (size === undefined) throw createMissingError();
    total += size;
  }
  if (total > limitBytes) {
    const most = formatMebibytes(limitBytes);
    throw new FileError("FILE_TOO_LARGE", `The files of one request may have at most ${most} together.`);
  }
  return findFiles(db, scope, ids);
}

/** The stored file that a value stands for; throws `FileError`. */
export function getSentFile(files: SentFiles, value: FileValue): StoredFile {
  const file = files.get(value.$file);
  if (file === undefined) throw createMissingError();
  return file;
}

// Without the id: whatever stands there was written by somebody.
function createMissingError(): FileError {
  const message = "This customer has no such file: it may have been deleted with its execution.";
  return new FileError("FILE_NOT_FOUND", message);
}

function listFileValues(value: Json): FileValue[] {
  return [...walkObjects(value)].map((one) => one as Json).filter(isFileValue); // a part of JSON
}
