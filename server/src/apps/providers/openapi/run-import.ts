import type { Deps } from "../../../deps.ts";
import { startThread } from "../../../platform/start-thread.ts";
import type { DocumentPreview, ImportedDocument, ImportRequest } from "./import-document.ts";
import type { DocumentSource, ImportJob, ImportReply } from "./import-worker.ts";
import { OpenApiError } from "./openapi-error.ts";
import type { SplitBody } from "./split-body.ts";

const LONGEST_IMPORT_MS = 60_000;
const MOST_AT_ONCE = 2;
// Each may hold a document of 20 MiB.
const MOST_WAITING = 8;

/** Runs at most two imports at a time: each may use a whole core and some hundred megabytes. */
export interface ImportTurns {
  run<Result>(task: () => Promise<Result>): Promise<Result>;
}

declare module "../../../deps.ts" {
  interface Features {
    readonly importTurns: ImportTurns;
  }
}

type ImportDeps = Pick<Deps, "importTurns">;

/** Nothing runs yet. */
export function createImportTurns(): ImportTurns {
  const waiting: (() => void)[] = [];
  let running = 0;
  return {
    run: async (task) => {
      if (running >= MOST_AT_ONCE) {
        if (waiting.length >= MOST_WAITING) {
          throw new OpenApiError("Too many documents are being imported: try again in a minute.");
        }
        await new Promise<void>((resolve) => waiting.push(resolve));
      } else running += 1;
      try {
        return await task();
      } finally {
        const next = waiting.shift();
        if (next === undefined) running -= 1;
        else next();
      }
    },
  };
}

/**
 * Makes a manifest of a document in a separate thread, so that the server stays responsive; throws `OpenApiError`, also
 * after 60 s.
 */
export async function runImport(
  { importTurns }: ImportDeps,
  source: DocumentSource,
  request: Omit<ImportRequest, "text">,
): Promise<ImportedDocument> {
  const reply = await importTurns.run(() => work({ kind: "import", source, request }));
  if (reply.kind !== "imported") throw new Error(`The import worker answered ${reply.kind}.`);
  return reply.imported;
}

/** Reads what an import would propose in a separate thread; throws `OpenApiError`, also after 60 s. */
export async function runPreview(
  { importTurns }: ImportDeps,
  source: DocumentSource,
  documentUrl?: string,
): Promise<DocumentPreview> {
  const reply = await importTurns.run(() => work({ kind: "preview", source, documentUrl }));
  if (reply.kind !== "preview") throw new Error(`The import worker answered ${reply.kind}.`);
  return reply.preview;
}

/** Splits a large request body in a separate thread; throws `OpenApiError`, also after 60 s. */
export async function runSplit({ importTurns }: ImportDeps, text: string): Promise<SplitBody> {
  const reply = await importTurns.run(() => work({ kind: "split", source: text }));
  if (reply.kind !== "split") throw new Error(`The import worker answered ${reply.kind}.`);
  return reply.body;
}

async function work(job: ImportJob): Promise<ImportReply> {
  const worker = startThread(new URL("./import-worker.ts", import.meta.url), {
    data: { job },
    transferList: typeof job.source === "string" ? [] : [job.source.bytes.buffer],
    resourceLimits: { maxOldGenerationSizeMb: 768, stackSizeMb: 16 },
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    const reply = await new Promise<ImportReply>((resolve, reject) => {
      worker.once("message", resolve);
      worker.once("error", (error) => reject(lost(error)));
      worker.once("exit", () => reject(new Error("The import worker ended without an answer.")));
      timer = setTimeout(
        () =>
          reject(
            new OpenApiError(
              `The document takes longer than ${LONGEST_IMPORT_MS / 1000} s to read: choose fewer operations, or send a smaller document (as JSON if it is YAML).`,
            ),
          ),
        LONGEST_IMPORT_MS,
      );
    });
    if (reply.kind === "refused") throw new OpenApiError(reply.message);
    return reply;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

function lost(error: Error & { code?: string }): Error {
  if (error.code !== "ERR_WORKER_OUT_OF_MEMORY") return error;
  return new OpenApiError(
    "The document needs more memory than an import may use: send a smaller one (as JSON if it is YAML).",
  );
}
