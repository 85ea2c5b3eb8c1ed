import type { AccountScope } from "../auth/scope.ts";
import type { Deps } from "../deps.ts";
import type { Json } from "../platform/json/json.ts";
import { walkObjects } from "../platform/json/walk-objects.ts";
import type { StreamedBody } from "../platform/outbound/streamed-body.ts";
import { type FileContent, FileError, type FileValue, formatMebibytes, isFileValue } from "./file-value.ts";
import { type ObjectStore, readContent } from "./objects/object-store.ts";
import { findFileFacts, findFiles, type StoredFile } from "./store.ts";

/** A stored file whose bytes are here, or are read while they are sent. */
export interface SentFile extends Omit<StoredFile, "content"> {
  readonly content: Buffer | StreamedBody;
}

/** Files to send, by the id that stands for them. */
export type SentFiles = ReadonlyMap<string, SentFile>;

/** For requests that send no files. */
export const NO_FILES: ReadonlyMap<string, SentFile> = new Map();

type SendDeps = Pick<Deps, "db" | "config" | "objectStore">;

// As base64 in JSON they are in memory several times.
const MOST_WHOLE_BYTES = 10 * 2 ** 20;

/**
 * Finds the files that a value refers to at any depth, each of which must belong to the account; with `whole`, all of
 * their bytes are read. Throws `FileError`, before any bytes are read, if one is missing or if they have too many bytes
 * as often as they occur.
 */
export async function readSentFiles(
  { db, config, objectStore }: SendDeps,
  scope: AccountScope,
  value: Json,
  { whole = false }: { readonly whole?: boolean } = {},
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
  const limitBytes = whole ? Math.min(config.fileBytes, MOST_WHOLE_BYTES) : config.fileBytes;
  if (total > limitBytes) {
    const most = formatMebibytes(limitBytes);
    const how = whole ? " as base64" : "";
    throw new FileError(
      "FILE_TOO_LARGE",
      `The files of one request may have at most ${most} together${how}.`,
    );
  }
  const sent = new Map<string, SentFile>();
  for (const [id, { content, ...file }] of await findFiles(db, scope, ids)) {
    const open = () => openLater(objectStore, content);
    const isHere = whole || Buffer.isBuffer(content);
    const bytes = isHere ? await readContent(objectStore, content) : { length: file.size, open };
    sent.set(id, { ...file, content: bytes });
  }
  return sent;
}

/** Nothing is opened before somebody reads. */
async function* openLater(store: ObjectStore, content: FileContent): AsyncGenerator<Buffer, void, void> {
  yield* await store.open(content);
}

/** The stored file that a value stands for; throws `FileError`. */
export function getSentFile(files: SentFiles, value: FileValue): SentFile {
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
