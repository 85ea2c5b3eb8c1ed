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
// Loading the thread's modules takes longer than reading most documents, and an import follows its preview.
const IDLE_MS = 5_000;
// What a large document leaves in the heap is freed at once, with its thread.
const MOST_KEPT_UNITS = 2 ** 20;
const TOO_SLOW = `The document takes longer than ${LONGEST_IMPORT_MS / 1000} s to read: choose fewer operations, or send a smaller document (as JSON if it is YAML).`;

/** Carries out at most two imports at a time: each may use a whole core and some hundred megabytes. */
export interface ImportThreads {
  /** Throws `OpenApiError`, also if too many are waiting. */
  run(job: ImportJob): Promise<ImportReply>;
  close(): Promise<void>;
}

declare module "../../../deps.ts" {
  interface Features {
    readonly importThreads: ImportThreads;
  }
}

type ImportDeps = Pick<Deps, "importThreads">;

/** Nothing runs yet; a thread ends a few seconds after its last job. */
export function createImportThreads(): ImportThreads {
  const waiting: (() => void)[] = [];
  const idle = new Map<ImportThread, NodeJS.Timeout>();
  let running = 0;
  const take = (): ImportThread => {
    for (const [thread, timer] of idle) {
      clearTimeout(timer);
      idle.delete(thread);
      if (!thread.hasEnded()) return thread;
    }
    return startImportThread();
  };
  const keep = (thread: ImportThread): void => {
    const end = () => {
      idle.delete(thread);
      void thread.end();
    };
    idle.set(thread, setTimeout(end, IDLE_MS).unref());
  };
  return {
    run: async (job) => {
      if (running >= MOST_AT_ONCE) {
        if (waiting.length >= MOST_WAITING) {
          throw new OpenApiError("Too many documents are being imported: try again in a minute.");
        }
        await new Promise<void>((resolve) => waiting.push(resolve));
      } else running += 1;
      const isLarge = countUnits(job) > MOST_KEPT_UNITS;
      let thread: ImportThread | undefined;
      let isKept = false;
      try {
        // Throws when the system has no threads left, after which others must still get their turn.
        thread = take();
        const reply = await thread.carryOut(job);
        isKept = !isLarge;
        return reply;
      } finally {
        if (thread && isKept) keep(thread);
        else await thread?.end();
        const next = waiting.shift();
        if (next === undefined) running -= 1;
        else next();
      }
    },
    close: async () => {
      for (const timer of idle.values()) clearTimeout(timer);
      await Promise.all([...idle.keys()].map((thread) => thread.end()));
      idle.clear();
    },
  };
}

/**
 * Makes a manifest of a document in a separate thread, so that the server stays responsive; throws `OpenApiError`, also
 * after 60 s.
 */
export async function runImport(
  { importThreads }: ImportDeps,
  source: DocumentSource,
  request: Omit<ImportRequest, "text">,
): Promise<ImportedDocument> {
  const reply = await runJob(importThreads, { kind: "import", source, request });
  if (reply.kind !== "imported") throw new Error(`The import worker answered ${reply.kind}.`);
  return reply.imported;
}

/** Reads what an import would propose in a separate thread; throws `OpenApiError`, also after 60 s. */
export async function runPreview(
  { importThreads }: ImportDeps,
  source: DocumentSource,
  documentUrl?: string,
): Promise<DocumentPreview> {
  const reply = await runJob(importThreads, { kind: "preview", source, documentUrl });
  if (reply.kind !== "preview") throw new Error(`The import worker answered ${reply.kind}.`);
  return reply.preview;
}

/** Splits a large request body in a separate thread; throws `OpenApiError`, also after 60 s. */
export async function runSplit({ importThreads }: ImportDeps, text: string): Promise<SplitBody> {
  const reply = await runJob(importThreads, { kind: "split", source: text });
  if (reply.kind !== "split") throw new Error(`The import worker answered ${reply.kind}.`);
  return reply.body;
}

async function runJob(threads: ImportThreads, job: ImportJob): Promise<ImportReply> {
  const reply = await threads.run(job);
  if (reply.kind === "refused") throw new OpenApiError(reply.message);
  return reply;
}

interface ImportThread {
  /** One job at a time; throws `OpenApiError`. */
  carryOut(job: ImportJob): Promise<ImportReply>;
  hasEnded(): boolean;
  end(): Promise<unknown>;
}

function startImportThread(): ImportThread {
  const worker = startThread(new URL("./import-worker.ts", import.meta.url), {
    data: {},
    resourceLimits: { maxOldGenerationSizeMb: 768, stackSizeMb: 16 },
  });
  let hasEnded = false;
  let job = Promise.withResolvers<ImportReply>();
  worker.on("message", (reply: ImportReply) => job.resolve(reply));
  worker.on("error", (error) => job.reject(lost(error)));
  worker.on("exit", () => {
    hasEnded = true;
    job.reject(new Error("The import worker ended without an answer."));
  });
  return {
    carryOut: async (next) => {
      job = Promise.withResolvers();
      const timer = setTimeout(() => job.reject(new OpenApiError(TOO_SLOW)), LONGEST_IMPORT_MS);
      worker.ref();
      try {
        worker.postMessage(next, typeof next.source === "string" ? [] : [next.source.bytes.buffer]);
        return await job.promise;
      } finally {
        clearTimeout(timer);
        worker.unref();
      }
    },
    hasEnded: () => hasEnded,
    end: () => worker.terminate(),
  };
}

function countUnits({ source }: ImportJob): number {
  return typeof source === "string" ? source.length : source.bytes.length;
}

function lost(error: Error & { code?: string }): Error {
  if (error.code !== "ERR_WORKER_OUT_OF_MEMORY") return error;
  return new OpenApiError(
    "The document needs more memory than an import may use: send a smaller one (as JSON if it is YAML).",
  );
}
