import { Type } from "typebox";
import { getScope } from "../auth/guard.ts";
import { defineOperations } from "../auth/operation.ts";
import type { Deps } from "../deps.ts";
import { notFound } from "../platform/errors.ts";
import { findFile } from "./store.ts";

const Bytes = { schema: Type.Unsafe<Buffer>({ type: "string", format: "binary" }) };

const operation = defineOperations<Pick<Deps, "db">>("Executions");

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
      'Returns the bytes of a file that an execution or an action refers to as `{ "$file": id, … }`, under its name. Its content type is in that reference.',
    schema: {
      params: Type.Object({ id: Type.String({ description: "The `$file` of the reference." }) }),
      response: { 200: { description: "The file.", content: { "application/octet-stream": Bytes } } },
    },
    run: async ({ db }, request, reply) => {
      const file = await findFile(db, getScope(request), request.params.id);
      if (file === undefined) throw notFound("file");
      // Nothing that a third party sends may run as a page of this server.
      return reply
        .header("content-disposition", `attachment; filename*=UTF-8''${encodeName(file.name)}`)
        .header("content-security-policy", "sandbox; default-src 'none'")
        .header("x-content-type-options", "nosniff")
        .type("application/octet-stream")
        .send(file.content);
    },
  }),
];

function encodeName(name: string): string {
  return encodeURIComponent(name).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);
}
