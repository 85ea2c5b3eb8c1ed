import type { FastifyRequest } from "fastify";
import type { Db } from "../platform/database/database.ts";
import { ApiError } from "../platform/errors.ts";
import type { ReceivedFile } from "../platform/http/received-body.ts";
import { createId } from "../platform/id.ts";
import { type FileValue, type NewFile, toContentType, toFileName } from "./file-value.ts";
import { createFullError, type FileLimits, type FileOwner, findStoredBytes, toStoredBytes } from "./store.ts";

/** A file of a request that is stored with what the request causes. */
export interface KeptFile extends NewFile {
  readonly id: string;
}

declare module "fastify" {
  interface FastifyRequest {
    /** The files that its body consists of or contains. */
    receivedFiles?: KeptFile[];
  }
}

/** Adds a file to `files`; returns what stands for it, before it is stored (D468). */
export function keepFile(files: KeptFile[], { name, contentType, content }: ReceivedFile): FileValue {
  const type = toContentType(contentType);
  const file = { id: createId(), name: toFileName(name), contentType: type, content };
  files.push(file);
  return { $file: file.id, name: file.name, content_type: type, size: content.length };
}

/** `keepFile` for the body of a request; `getReceivedFiles` has what was kept. */
export function keepReceivedFile(request: FastifyRequest, file: ReceivedFile): FileValue {
  request.receivedFiles ??= [];
  return keepFile(request.receivedFiles, file);
}

/** The files that a request's body consists of or contains. */
export function getReceivedFiles({
  receivedFiles = [],
}: Pick<FastifyRequest, "receivedFiles">): readonly KeptFile[] {
  return receivedFiles;
}

/** Refuses (413) files for which an account has no room left, so that nothing of their request is stored. */
export async function requireFileRoom(
  db: Db,
  { account }: Pick<FileOwner, "account">,
  files: readonly KeptFile[],
  { accountFileBytes }: FileLimits,
): Promise<void> {
  if (files.length === 0 || !Number.isFinite(accountFileBytes)) return;
  const bytes = files.reduce((sum, { content }) => sum + toStoredBytes(content.length), 0);
  if (bytes <= accountFileBytes - (await findStoredBytes(db, account.id))) return;
  const { message } = createFullError(accountFileBytes);
  throw new ApiError("payload_too_large", "PAYLOAD_TOO_LARGE", message);
}
