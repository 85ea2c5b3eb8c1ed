import { parentPort, workerData } from "node:worker_threads";
import { ApiError } from "../../../platform/errors.ts";
import {
  type ImportedDocument,
  type ImportRequest,
  importDocument,
  listOperations,
} from "./import-document.ts";
import { OpenApiError } from "./openapi-error.ts";
import type { OperationSummary } from "./operations.ts";
import { type SplitBody, splitBody } from "./split-body.ts";

/** A document's text, or its bytes, which move to the worker instead of being copied. */
export type DocumentSource = string | Uint8Array<ArrayBuffer>;

/** What the worker is started with. */
export type ImportJob =
  | { kind: "import"; source: DocumentSource; request: Omit<ImportRequest, "text"> }
  | { kind: "list"; source: DocumentSource }
  | { kind: "split"; source: DocumentSource };

/** What it sends back, once. */
export type ImportReply =
  | { kind: "imported"; imported: ImportedDocument }
  | { kind: "operations"; operations: OperationSummary[] }
  | { kind: "split"; body: SplitBody }
  | { kind: "refused"; message: string };

parentPort?.postMessage(carryOut(workerData.job as ImportJob)); // its one starter is run-import.ts

function carryOut(job: ImportJob): ImportReply {
  const { source } = job;
  const text = typeof source === "string" ? source : new TextDecoder().decode(source);
  try {
    if (job.kind === "split") return { kind: "split", body: splitBody(text) };
    if (job.kind === "list") return { kind: "operations", operations: listOperations(text) };
    return { kind: "imported", imported: importDocument({ ...job.request, text }) };
  } catch (error) {
    if (error instanceof OpenApiError || error instanceof ApiError)
      return { kind: "refused", message: error.message };
    if (error instanceof RangeError)
      return { kind: "refused", message: "The document is nested too deeply." };
    throw error;
  }
}
