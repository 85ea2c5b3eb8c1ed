import { Type } from "typebox";
import { getScope } from "../auth/guard.ts";
import type { Deps } from "../deps.ts";
import { notFound } from "../platform/errors.ts";
import type { App } from "../platform/http/route.ts";
import { findFile } from "./store.ts";

const Bytes = { schema: Type.Unsafe<Buffer>({ type: "string", format: "binary" }) };

/** Downloads of files that executions and actions hold. */
export function registerFileRoutes(app: App, { db }: Pick<Deps, "db">): void {
  app.get(
    "/api/v2/public/file/:id",
    {
      config: { auth: "apiKey" },
      schema: {
        operationId: "downloadFile",
        summary: "Download a file",
        description:
          'Returns the bytes of a file that an execution or an action refers to as `{ "$file": id, … }`, under its name. Its content type is in that reference.',
        tags: ["Executions"],
        params: Type.Object({ id: Type.String({ description: "The `$file` of the reference." }) }),
        response: { 200: { description: "The file.", content: { "application/octet-stream": Bytes } } },
      },
    },
    async (request, reply) => {
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
  );
}

function encodeName(name: string): string {
  return encodeURIComponent(name).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);
}
