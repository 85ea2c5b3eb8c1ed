import type { AccountScope } from "../auth/scope.ts";
import type { Deps } from "../deps.ts";
import { requireStorage } from "../usage/plans/storage.ts";
import { type FileContent, type FileValue, getContentSize, type NewFile } from "./file-value.ts";
import type { ObjectStore } from "./objects/object-store.ts";
import { insertFile } from "./store.ts";

type SaveDeps = Pick<Deps, "db" | "config" | "clock" | "objectStore" | "usageCaps">;

/**
 * Stores a file whose bytes are here or still arrive, for an account and the execution that it belongs to; returns what
 * stands for it. Throws like `insertFile` and `requireStorage`, and what reading the bytes throws; then nothing is left of it.
 */
export async function saveFile(
  deps: SaveDeps,
  scope: AccountScope,
  { content: source, ...file }: NewFile<Buffer | AsyncIterable<Buffer>>,
  executionId: string | undefined,
): Promise<FileValue> {
  const { db, config, clock, objectStore } = deps;
  const content = await writeContent(objectStore, source, config.fileBytes);
  try {
    await requireStorage(deps, db, scope, getContentSize(content));
    return await insertFile(
      db,
      scope,
      { ...file, content },
      { executionId, now: clock.now(), limits: config },
    );
  } catch (error) {
    await objectStore.discard([content]);
    throw error;
  }
}

/** Takes all bytes of a new file. */
async function writeContent(
  objectStore: ObjectStore,
  source: Buffer | AsyncIterable<Buffer>,
  limitBytes: number,
): Promise<FileContent> {
  const writer = objectStore.createWriter(limitBytes);
  try {
    if (Buffer.isBuffer(source)) await writer.write(source);
    else for await (const chunk of source) await writer.write(chunk);
    return await writer.end();
  } catch (error) {
    await writer.abort();
    throw error;
  }
}
