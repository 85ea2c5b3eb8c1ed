import type { ByteRange } from "../../platform/http/byte-range.ts";

/** Where objects are kept; rows of files name it. */
export type PlaceName = "database" | "folder" | "s3";

/** Keeps objects, the encrypted bytes of large files, under the ids of their files (D506). */
export interface ObjectPlace {
  /** Begins an object that is not there yet. */
  create(id: string): Promise<ObjectWriter>;
  /** Reads a part of an object; undefined if it is not there. */
  read(id: string, part: ByteRange): Promise<StoredPart | undefined>;
  /** Deletes objects, and what is left of those that were begun; those that are not there count as deleted. */
  remove(ids: readonly string[]): Promise<void>;
}

/** An object that is being written. */
export interface ObjectWriter {
  write(bytes: Buffer): Promise<void>;
  /** Resolves when the object would survive a crash. */
  end(): Promise<void>;
  /** Stops writing; `remove` deletes what is there. */
  abort(): Promise<void>;
}

/** A part of an object, and how long the whole object is. */
export interface StoredPart {
  readonly length: number;
  readonly bytes: AsyncIterable<Uint8Array>;
}
