import type { Database, Statement } from "../../platform/database/database.ts";
import type { ByteRange } from "../../platform/http/byte-range.ts";
import type { ObjectPlace, ObjectWriter } from "./place.ts";

const CHUNK_BYTES = 512 * 1024;

// Objects are named by ids that were just read in their account's scope, or that a row of unreferenced_objects holds.
const INSERT: Statement = {
  name: "file-chunks-insert",
  text: "insert into file_chunks (file_id, number, content) values ($1, $2, $3)",
};
const READ: Statement = {
  name: "file-chunks-read",
  text: "select content from file_chunks where file_id = $1 and number = $2",
};
const MEASURE: Statement = {
  name: "file-chunks-measure",
  text: "select sum(octet_length(content))::float8 as length from file_chunks where file_id = $1",
};
const DELETE: Statement = {
  name: "file-chunks-delete",
  text: "delete from file_chunks where file_id = any($1)",
};

/** Keeps objects as rows of the database, for several machines without a bucket. */
export function createDatabasePlace(database: Database): ObjectPlace {
  return {
    create: async (id) => createWriter(database, id),
    read: async (id, part) => {
      const [row] = await database.query<{ length: number | null }>(MEASURE, [id]);
      if (row?.length == null) return undefined;
      return { length: row.length, bytes: readChunks(database, id, part) };
    },
    remove: async (ids) => {
      await database.query(DELETE, [ids]);
    },
  };
}

function createWriter(database: Database, id: string): ObjectWriter {
  let held: Buffer[] = [];
  let heldBytes = 0;
  let number = 0;
  const insert = async (content: Buffer) => {
    await database.query(INSERT, [id, number++, content]);
  };
  return {
    write: async (bytes) => {
      held.push(bytes);
      heldBytes += bytes.length;
      if (heldBytes < CHUNK_BYTES) return;
      const all = Buffer.concat(held);
      let at = 0;
      for (; all.length - at >= CHUNK_BYTES; at += CHUNK_BYTES)
        await insert(all.subarray(at, at + CHUNK_BYTES));
      held = [all.subarray(at)];
      heldBytes = all.length - at;
    },
    end: async () => {
      if (heldBytes > 0) await insert(Buffer.concat(held));
    },
    abort: async () => {
      held = [];
    },
  };
}

async function* readChunks(
  database: Database,
  id: string,
  { from, to }: ByteRange,
): AsyncGenerator<Buffer, void, void> {
  for (let number = Math.floor(from / CHUNK_BYTES); number * CHUNK_BYTES < to; number++) {
    const [row] = await database.query<{ content: Uint8Array }>(READ, [id, number]);
    if (row === undefined) return;
    const start = number * CHUNK_BYTES;
    yield Buffer.from(row.content).subarray(Math.max(0, from - start), to - start);
  }
}
