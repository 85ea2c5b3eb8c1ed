import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { Type } from "typebox";
import { getScope } from "../auth/guard.ts";
import { defineOperations } from "../auth/operation.ts";
import type { Deps } from "../deps.ts";
import { ApiError, notFound } from "../platform/errors.ts";
import { type ByteRange, parseRange } from "../platform/http/byte-range.ts";
import { FileError } from "./file-value.ts";
import { findFile, type StoredFile } from "./store.ts";

const Bytes = { schema: Type.Unsafe<Buffer>({ type: "string", format: "binary" }) };

type DownloadDeps = Pick<Deps, "db" | "objectStore">;

const operation = defineOperations<DownloadDeps>("Executions");

/** Downloads of files that executions and actions hold. */
export const FILE_OPERATIONS = [
  operation({
    id: "downloadFile",
    method: "get",
    path: "/api/v2/public/file/:id",
    least: "viewer",
    credentials: "apiKey",
    summary: "Download a file",
    description:
      'Returns the bytes of a file that an execution or an action refers to as `{ "$file": id, … }`, under its name. Its content type is in that reference. A header `Range` with one range of bytes gets that part.',
    schema: {
      params: Type.Object({ id: Type.String({ description: "The `$file` of the reference." }) }),
      response: {
        200: { description: "The file.", content: { "application/octet-stream": Bytes } },
        206: { description: "The requested part.", content: { "application/octet-stream": Bytes } },
      },
    },
    run: async (deps, request, reply) => {
      const file = await findFile(deps.db, getScope(request), request.params.id);
      if (file === undefined) throw notFound("file");
      const part = parseRange(request.headers.range, file.size);
      if (part === "unsatisfiable") {
        reply.header("content-range", `bytes */${file.size}`);
        throw new ApiError(
          "range_not_satisfiable",
          "VALIDATION_ERROR",
          "The file has no bytes in this range.",
        );
      }
      const bytes = await openFile(deps, file, part);
      writeHeaders(reply, file, part);
      return reply.send(bytes as never); // the schema describes its bytes
    },
  }),
];

async function openFile({ objectStore }: DownloadDeps, { content }: StoredFile, part: ByteRange | undefined) {
  try {
    return Readable.from(await objectStore.open(content, part), { highWaterMark: 2 });
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    const { code, message } = error;
    throw code === "FILE_DAMAGED"
      ? new ApiError("gone", "GONE", message)
      : new ApiError("unavailable", "UNAVAILABLE", message);
  }
}

function writeHeaders(reply: FastifyReply, { name, size }: StoredFile, part: ByteRange | undefined): void {
  const { from, to } = part ?? { from: 0, to: size };
  reply
    .type("application/octet-stream")
    .header("content-length", to - from)
    .header("accept-ranges", "bytes")
    .header("content-disposition", `attachment; filename*=UTF-8''${encodeName(name)}`)
    // Nothing that a third party sends may run as a page of this server.
    .header("content-security-policy", "sandbox; default-src 'none'")
    .header("x-content-type-options", "nosniff");
  if (part !== undefined) reply.code(206).header("content-range", `bytes ${from}-${to - 1}/${size}`);
}

function encodeName(name: string): string {
  return encodeURIComponent(name).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);
}
