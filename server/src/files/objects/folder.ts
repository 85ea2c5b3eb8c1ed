import { createReadStream } from "node:fs";
import { type FileHandle, mkdir, open, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ObjectPlace, ObjectWriter } from "./place.ts";

/** Keeps objects as files of a folder, which is made when it is first used. */
export function createFolderPlace(folder: string): ObjectPlace {
  // The end of an id is random, so that no folder gets too many.
  const pathOf = (id: string) => join(folder, id.slice(-2), id);
  return {
    create: async (id) => {
      const path = pathOf(id);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      return createWriter(path, await open(path, "w", 0o600));
    },
    read: async (id, { from, to }) => {
      const path = pathOf(id);
      const found = await stat(path).catch(ignoreMissing);
      if (found === undefined) return undefined;
      return { length: found.size, bytes: readPart(path, from, to) };
    },
    remove: async (ids) => {
      for (const id of ids) await rm(pathOf(id), { force: true });
    },
  };
}

/** Opens the file only when it is read. */
async function* readPart(path: string, from: number, to: number): AsyncGenerator<Buffer, void, void> {
  yield* createReadStream(path, { start: from, end: to - 1 });
}

function createWriter(path: string, handle: FileHandle): ObjectWriter {
  return {
    write: async (bytes) => {
      for (let at = 0; at < bytes.length; ) at += (await handle.write(bytes, at)).bytesWritten;
    },
    end: async () => {
      await handle.sync();
      await handle.close();
      // The file's name must be on the disk, too, and so must that of a new folder.
      for (const folder of [dirname(path), dirname(dirname(path))]) await syncFolder(folder);
    },
    abort: () => handle.close(),
  };
}

async function syncFolder(path: string): Promise<void> {
  // Windows opens no folders.
  if (process.platform === "win32") return;
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === "ENOENT") return undefined;
  throw error;
}
