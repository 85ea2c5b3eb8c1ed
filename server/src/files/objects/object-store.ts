import { createSecretKey, type KeyObject, randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { BaseDeps } from "../../deps.ts";
import type { Statement } from "../../platform/database/database.ts";
import type { ByteRange } from "../../platform/http/byte-range.ts";
import { createId } from "../../platform/id.ts";
import { collectYoungGarbage } from "../../platform/memory/collect-garbage.ts";
import { DAY_MS } from "../../platform/moment.ts";
import { parseAllowList } from "../../platform/outbound/address-guard.ts";
import { createOutbound } from "../../platform/outbound/outbound.ts";
import { describeSealed } from "../../platform/root-key/sealed-column.ts";
import { VaultError } from "../../platform/vault.ts";
import {
  type FileContent,
  FileError,
  formatMebibytes,
  LARGEST_IN_ROW,
  type StoredObject,
} from "../file-value.ts";
import { createDatabasePlace } from "./database-chunks.ts";
import { createFolderPlace } from "./folder.ts";
import {
  createFrameSealer,
  DamagedObjectError,
  openFrames,
  toSealedLength,
  toSealedRange,
} from "./frames.ts";
import type { ObjectPlace, ObjectWriter, PlaceName } from "./place.ts";
import { createS3Place } from "./s3.ts";

export const OBJECT_KEY_COLUMN = describeSealed("files", "sealed_key", "object");

/** Keeps the bytes of files: small ones for their row, larger ones as objects. */
export interface ObjectStore {
  /** Takes the bytes of a new file, which may have at most `limitBytes`; beyond `mostInRow` it becomes an object. */
  createWriter(limitBytes: number, mostInRow?: number): FileWriter;
  /** Reads the bytes of a file, or a part of them; throws `FileError` if they are not what was stored. */
  open(content: FileContent, part?: ByteRange): Promise<AsyncIterable<Buffer>>;
  /** Has objects deleted `afterMs` from now unless a file refers to them by then. */
  discard(contents: readonly FileContent[], afterMs?: number): Promise<void>;
  /** Deletes objects of a place. */
  remove(place: PlaceName, ids: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** Takes the bytes of one file; after an error, `abort` deletes what was written. */
export interface FileWriter {
  /** Throws `FileError` beyond the limit. */
  write(chunk: Buffer): Promise<void>;
  /** The content for the file's row, which refers to the object if there is one. */
  end(): Promise<FileContent>;
  abort(): Promise<void>;
}

declare module "../../deps.ts" {
  interface Features {
    readonly objectStore: ObjectStore;
  }
}

type StoreDeps = Pick<BaseDeps, "config" | "database" | "clock" | "vault" | "log">;

const MOST_GARBAGE_BYTES = 8 * 2 ** 20;
// Longer than any request takes.
const UNFINISHED_MS = DAY_MS;

// Written before the object, so that a crash leaves none that nobody knows.
const RESERVE: Statement = {
  name: "objects-reserve",
  text: "insert into unreferenced_objects (id, place, delete_at) values ($1, $2, $3)",
};
const DISCARD: Statement = {
  name: "objects-discard",
  text: "update unreferenced_objects set delete_at = $2 where id = any($1) and delete_at > $2",
};
const FORGET: Statement = {
  name: "objects-forget",
  text: "delete from unreferenced_objects where id = $1",
};

/** Opens the places that are configured; new objects go to the bucket, the folder or the database, in this order. */
export function createObjectStore(deps: StoreDeps): ObjectStore {
  const { places, close } = openPlaces(deps);
  const placeOf = (name: PlaceName) => {
    const place = places[name];
    if (place === undefined) throw new Error(`No ${name} is configured for the files that it holds.`);
    return place;
  };
  const current = (["s3", "folder", "database"] as const).find((name) => places[name]) ?? "database";
  const passing = createGarbageLimit();
  const begin = () => beginObject({ ...deps, passing }, placeOf(current), current);
  return {
    createWriter: (limitBytes, mostInRow = LARGEST_IN_ROW) =>
      createWriter({ limitBytes, mostInRow, begin, toError: (error) => toFileError(deps, error) }),
    open: async (content, part) => {
      if (Buffer.isBuffer(content)) return Readable.from([content.subarray(part?.from, part?.to)]);
      const range = part ?? { from: 0, to: content.size };
      return openObject({ ...deps, passing }, placeOf, content, range);
    },
    discard: async (contents, afterMs = 0) => {
      const ids = contents.flatMap((content) => (Buffer.isBuffer(content) ? [] : [content.id]));
      if (ids.length === 0) return;
      await deps.database.query(DISCARD, [ids, new Date(deps.clock.now().getTime() + afterMs)]);
    },
    remove: (place, ids) => placeOf(place).remove(ids),
    close,
  };
}

/** All bytes of a file, for what needs them at once. */
export async function readContent(store: Pick<ObjectStore, "open">, content: FileContent): Promise<Buffer> {
  return Buffer.isBuffer(content) ? content : buffer(await store.open(content));
}

/** Told of bytes that pass through a store, which are garbage soon after. */
type GarbageLimit = (bytes: number) => void;

type PassingDeps = StoreDeps & { readonly passing: GarbageLimit };

function createGarbageLimit(): GarbageLimit {
  let passed = 0;
  return (bytes) => {
    passed += bytes;
    if (passed < MOST_GARBAGE_BYTES) return;
    passed = 0;
    collectYoungGarbage();
  };
}

interface Places {
  readonly places: Partial<Record<PlaceName, ObjectPlace>>;
  close(): Promise<void>;
}

function openPlaces({ config, database }: StoreDeps): Places {
  const { filesBucket, filesDir } = config;
  const folder = filesDir === undefined ? undefined : createFolderPlace(filesDir);
  const places = { database: createDatabasePlace(database), folder };
  if (filesBucket === undefined) return { places, close: async () => {} };
  // Its address is the operator's choice, also where those of requests may not be private.
  const allow = parseAllowList(new URL(filesBucket.endpoint).host);
  const outbound = createOutbound({ allow, userAgent: "Junctor" });
  return { places: { ...places, s3: createS3Place(outbound, filesBucket) }, close: () => outbound.close() };
}

interface WriterParts {
  readonly limitBytes: number;
  readonly mostInRow: number;
  readonly begin: () => Promise<BegunObject>;
  readonly toError: (error: unknown) => unknown;
}

/** Holds back what may become a small file, and begins an object with the byte that is too many for one. */
function createWriter({ limitBytes, mostInRow, begin, toError }: WriterParts): FileWriter {
  let held: Buffer[] = [];
  let size = 0;
  let begun: BegunObject | undefined;
  const write = async (chunk: Buffer) => {
    size += chunk.length;
    if (size > limitBytes) throw createTooLargeError(limitBytes);
    if (begun !== undefined) return begun.write(chunk);
    held.push(chunk);
    if (size <= mostInRow) return;
    begun = await begin();
    for (const one of held) await begun.write(one);
    held = [];
  };
  const attempt = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      throw toError(error);
    }
  };
  return {
    write: (chunk) => attempt(() => write(chunk)),
    end: () => attempt(async () => (begun === undefined ? Buffer.concat(held) : begun.end(size))),
    abort: async () => begun?.abort(),
  };
}

interface BegunObject extends Pick<ObjectWriter, "write" | "abort"> {
  end(size: number): Promise<StoredObject>;
}

async function beginObject(
  { database, clock, vault, log, passing }: PassingDeps,
  place: ObjectPlace,
  name: PlaceName,
): Promise<BegunObject> {
  const id = createId();
  await database.query(RESERVE, [id, name, new Date(clock.now().getTime() + UNFINISHED_MS)]);
  const dataKey = randomBytes(32);
  const sealer = createFrameSealer(createSecretKey(dataKey));
  const writer = await place.create(id);
  return {
    write: async (chunk) => {
      passing(chunk.length);
      for (const bytes of sealer.push(chunk)) await writer.write(bytes);
    },
    end: async (size) => {
      for (const bytes of sealer.end()) await writer.write(bytes);
      await writer.end();
      return {
        id,
        place: name,
        size,
        sealedKey: vault.seal(dataKey.toString("base64"), OBJECT_KEY_COLUMN.identityOf(id)),
      };
    },
    abort: async () => {
      try {
        await writer.abort();
        await place.remove([id]);
        await database.query(FORGET, [id]);
      } catch (error) {
        // Its row has it deleted later.
        log.warn({ err: error }, "files.abort-failed");
      }
    },
  };
}

async function openObject(
  deps: PassingDeps,
  placeOf: (name: PlaceName) => ObjectPlace,
  object: StoredObject,
  part: ByteRange,
): Promise<AsyncIterable<Buffer>> {
  const { id, size } = object;
  try {
    const key = openKey(deps, object);
    const stored = await placeOf(object.place).read(id, toSealedRange(part, size));
    if (stored?.length !== toSealedLength(size))
      throw new DamagedObjectError("The object has another length.");
    return readObject(deps, openFrames(stored.bytes, key, { ...part, size }), id);
  } catch (error) {
    throw toFileError(deps, error, id);
  }
}

function openKey({ vault }: StoreDeps, { id, sealedKey }: StoredObject): KeyObject {
  return createSecretKey(Buffer.from(vault.open(sealedKey, OBJECT_KEY_COLUMN.identityOf(id)), "base64"));
}

async function* readObject(deps: PassingDeps, bytes: AsyncIterable<Buffer>, id: string) {
  try {
    for await (const chunk of bytes) {
      deps.passing(chunk.length);
      yield chunk;
    }
  } catch (error) {
    throw toFileError(deps, error, id);
  }
}

function toFileError({ log }: StoreDeps, error: unknown, id?: string): unknown {
  if (error instanceof FileError) return error;
  if (error instanceof DamagedObjectError || error instanceof VaultError) {
    log.error({ err: error, file: id }, "files.damaged");
    return new FileError(
      "FILE_DAMAGED",
      "The bytes of this file are missing or were changed since it was stored.",
    );
  }
  log.error({ err: error, file: id }, "files.unavailable");
  return createUnavailableError("The storage of files is not responding right now; please try again.");
}

function createUnavailableError(message: string): FileError {
  return new FileError("FILE_UNAVAILABLE", message);
}

function createTooLargeError(limitBytes: number): FileError {
  return new FileError("FILE_TOO_LARGE", `A file may have at most ${formatMebibytes(limitBytes)}.`);
}
