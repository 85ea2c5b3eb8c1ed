import { Type } from "typebox";
import { getAccountScope } from "../auth/guard.ts";
import { defineOperations, registerOperations } from "../auth/operation.ts";
import type { Deps } from "../deps.ts";
import { ApiError, badRequest } from "../platform/errors.ts";
import { createLargeBodies, type LargeBodies } from "../platform/http/large-bodies.ts";
import { type App, Record } from "../platform/http/route.ts";
import { UsageLimitReply } from "../usage/plans/schema.ts";
import { requireStorage } from "../usage/plans/storage.ts";
import { FileError, getContentSize } from "./file-value.ts";
import { getReceivedFiles, useReceivedFiles } from "./received-files.ts";
import { insertFile } from "./store.ts";

type UploadDeps = Pick<Deps, "config" | "clock" | "db" | "objectStore" | "usageCaps">;

const Reference = Record("FileReference", {
  $file: Type.String({ description: "Id of the file." }),
  name: Type.String(),
  content_type: Type.String(),
  size: Type.Integer({ description: "In bytes." }),
});

const Form = Type.Object({}, { description: "One part with a file name, whatever the part is called." });

const operation = defineOperations<UploadDeps & { readonly large: LargeBodies }>("Executions");

/** Uploads of files for what takes one: actions, events and executions. */
export const FILE_UPLOAD_OPERATIONS = [
  operation({
    id: "uploadFile",
    method: "post",
    path: "/api/v2/public/file",
    least: "developer",
    credentials: "account",
    options: ({ large }) => ({ bodyLimit: large.bodyLimit, preParsing: large.reserve }),
    summary: "Upload a file",
    description:
      "Stores a file for a linked account and returns its reference, which inputs of actions and payloads of events and executions take in place of a file. Send a form (`multipart/form-data`) with one file; bytes that are neither text nor JSON may also be the body itself. The file is deleted after the retention period. Returns 413 if it is larger than `JUNCTOR_FILE_MIB`, or if the account's files are full.",
    schema: {
      body: { content: { "multipart/form-data": { schema: Form } } },
      response: { 200: Reference, 429: UsageLimitReply },
    },
    run: async (deps, request) => {
      const { db, config, clock } = deps;
      const [file, ...others] = getReceivedFiles(request);
      if (file === undefined || others.length > 0)
        throw badRequest("The body must be a form (multipart/form-data) with one file.");
      const origin = { executionId: undefined, now: clock.now(), limits: config };
      const scope = getAccountScope(request);
      await requireStorage(deps, db, scope, getContentSize(file.content));
      try {
        return await insertFile(db, scope, file, origin);
      } catch (error) {
        if (!(error instanceof FileError)) throw error;
        throw new ApiError("payload_too_large", "PAYLOAD_TOO_LARGE", error.message);
      }
    },
  }),
];

/** Registers uploads, whose bodies may be of any type and as large as a file. */
export async function registerUploadRoute(app: App, deps: UploadDeps): Promise<void> {
  // With an API key the account is only known after the body: the organization's large bodies count together, whatever
  // accounts it names.
  const large = createLargeBodies(deps.config.fileBytes, ({ principal }) =>
    principal?.kind === "session" ? principal.account.id : JSON.stringify(principal?.scope),
  );
  await app.register(async (uploads: App) => {
    useReceivedFiles(uploads, deps);
    registerOperations(uploads, FILE_UPLOAD_OPERATIONS, { ...deps, large });
  });
}
