import { parentPort, workerData } from "node:worker_threads";
import { ApiError } from "../../../platform/errors.ts";
import { type Imported, type ImportRequest, importDocument, listOperations } from "./import-document.ts";
import { OpenApiError } from "./openapi-error.ts";
import type { OperationSummary } from "./operations.ts";
import { type SplitBody, splitBody } from "./split-body.ts";

/** What the worker is started with. */
export type ImportJob =
  | { kind: "import"; request: ImportRequest }
  | { kind: "list"; text: string }
  | { kind: "split"; text: string };

/** What it sends back, once. */
export type ImportReply =
  | { kind: "imported"; imported: Imported }
  | { kind: "operations"; operations: OperationSummary[] }
  | { kind: "split"; body: SplitBody }
  | { kind: "refused"; message: string };

parentPort?.postMessage(carryOut(workerData as ImportJob)); // its one starter is run-import.ts

function carryOut(job: ImportJob): ImportReply {
  try {
    if (job.kind === "split") return { kind: "split", body: splitBody(job.text) };
    if (job.kind === "list") return { kind: "operations", operations: listOperations(job.text) };
    return { kind: "imported", imported: importDocument(job.request) };
  } catch (error) {
    if (error instanceof OpenApiError || error instanceof ApiError)
      return { kind: "refused", message: error.message };
    if (error instanceof RangeError)
      return { kind: "refused", message: "The document is nested too deeply." };
    throw error;
  }
}
