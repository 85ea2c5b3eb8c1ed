import type { FastifyRequest } from "fastify";
import type { Deps } from "../deps.ts";
import type { Db } from "../platform/database/database.ts";
import { ApiError } from "../platform/errors.ts";
import { type ReceivingRules, useReceivedBodies } from "../platform/http/receive-bodies.ts";
import type { ReceivedFile } from "../platform/http/received-body.ts";
import type { App } from "../platform/http/route.ts";
import { createId } from "../platform/id.ts";
import { requireStorage } from "../usage/plans/storage.ts";
import {
  type FileContent,
  FileError,
  type FileValue,
  getContentSize,
  type NewFile,
  type StoredObject,
  toContentType,
  toFileName,
} from "./file-value.ts";
import { createFullError, type FileOwner, findStoredBytes, toStoredBytes } from "./store.ts";

/** A file of a request that is stored with what the request causes. */
export interface KeptFile extends NewFile<FileContent> {
  readonly id: string;
}

type ReceiveDeps = Pick<Deps, "config" | "objectStore">;

const DISCARD_MS = 10 * 60_000;

declare module "fastify" {
  interface FastifyRequest {
    /** The files that its body consists of or contains. */
    receivedFiles?: KeptFile[];
    /** The bytes of files that were read while they arrived, whether or not they were kept. */
    receivedContents?: FileContent[];
  }
}

/** Adds a file to `files`; returns what stands for it, before it is stored (D468). */
export function keepFile(
  files: KeptFile[],
  { name, contentType, content }: ReceivedFile<FileContent>,
): FileValue {
  const type = toContentType(contentType);
  const id = Buffer.isBuffer(content) ? createId() : content.id;
  const file = { id, name: toFileName(name), contentType: type, content };
  files.push(file);
  return { $file: file.id, name: file.name, content_type: type, size: getContentSize(content) };
}

/** What routes do with the files of bodies: small ones stay with the request, large ones are stored at once. */
export function createReceivingRules({ config, objectStore }: ReceiveDeps): ReceivingRules<StoredObject> {
  return {
    keepFile: keepReceivedFile,
    createWriter: (request, mostInMemory) => {
      const writer = objectStore.createWriter(config.fileBytes, mostInMemory);
      return {
        write: (chunk) => writer.write(chunk).catch(throwApiError),
        end: async () => {
          const content = await writer.end().catch(throwApiError);
          request.receivedContents ??= [];
          request.receivedContents.push(content);
          return content;
        },
        abort: () => writer.abort(),
      };
    },
  };
}

/**
 * Reads bodies with files on the routes of this plugin. Objects that no file refers to after the answer, because the
 * request was refused or repeated, are deleted after a while: what it caused may still be about to commit.
 */
export function useReceivedFiles(
  routes: App,
  deps: ReceiveDeps,
  limits: Pick<ReceivingRules<StoredObject>, "limitWhole"> = {},
): void {
  useReceivedBodies(routes, { ...createReceivingRules(deps), ...limits });
  routes.addHook("onResponse", async ({ receivedContents = [] }) =>
    deps.objectStore.discard(receivedContents, DISCARD_MS),
  );
}

function throwApiError(error: unknown): never {
  if (!(error instanceof FileError)) throw error;
  throw error.code === "FILE_TOO_LARGE"
    ? new ApiError("payload_too_large", "PAYLOAD_TOO_LARGE", error.message)
    : new ApiError("unavailable", "UNAVAILABLE", error.message);
}

/** `keepFile` for the body of a request; `getReceivedFiles` has what was kept. */
function keepReceivedFile(request: FastifyRequest, file: ReceivedFile<FileContent>): FileValue {
  request.receivedFiles ??= [];
  return keepFile(request.receivedFiles, file);
}

/** The files that a request's body consists of or contains. */
export function getReceivedFiles({
  receivedFiles = [],
}: Pick<FastifyRequest, "receivedFiles">): readonly KeptFile[] {
  return receivedFiles;
}

/**
 * Refuses files for which an account has no room left, so that nothing of their request is stored: 413 beyond the
 * server's limit, 429 beyond the account's own.
 */
export async function requireFileRoom(
  deps: Pick<Deps, "config" | "clock" | "usageCaps">,
  db: Db,
  owner: FileOwner,
  files: readonly KeptFile[],
): Promise<void> {
  if (files.length === 0) return;
  const size = files.reduce((sum, { content }) => sum + getContentSize(content), 0);
  await requireStorage(deps, db, owner, size);
  const { accountFileBytes } = deps.config;
  if (!Number.isFinite(accountFileBytes)) return;
  const bytes = files.reduce((sum, { content }) => sum + toStoredBytes(getContentSize(content)), 0);
  if (bytes <= accountFileBytes - (await findStoredBytes(db, owner.account.id))) return;
  const { message } = createFullError(accountFileBytes);
  throw new ApiError("payload_too_large", "PAYLOAD_TOO_LARGE", message);
}
