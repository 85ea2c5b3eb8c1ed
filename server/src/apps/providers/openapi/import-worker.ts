import { parentPort } from "node:worker_threads";
import { decodeText } from "../../../platform/decode-text.ts";
import { ApiError } from "../../../platform/errors.ts";
import {
  type DocumentPreview,
  type ImportedDocument,
  type ImportRequest,
  importDocument,
  previewDocument,
} from "./import-document.ts";
import { OpenApiError } from "./openapi-error.ts";
import { type SplitBody, splitBody } from "./split-body.ts";

/** A document's text, or what was downloaded, whose bytes are transferred to the worker without copying. */
export type DocumentSource = string | { bytes: Uint8Array<ArrayBuffer>; contentType: string | undefined };

/** A task of the worker. */
export type ImportJob =
  | { kind: "import"; source: DocumentSource; request: Omit<ImportRequest, "text"> }
  | { kind: "preview"; source: DocumentSource; documentUrl?: string }
  | { kind: "split"; source: DocumentSource };

/** The worker's reply to a task. */
export type ImportReply =
  | { kind: "imported"; imported: ImportedDocument }
  | { kind: "preview"; preview: DocumentPreview }
  | { kind: "split"; body: SplitBody }
  | { kind: "refused"; message: string };

const port = parentPort; // only run-import.ts starts it
port?.on("message", (job: ImportJob) => port.postMessage(carryOut(job)));

function carryOut(job: ImportJob): ImportReply {
  const { source } = job;
  const text = typeof source === "string" ? source : decodeText(source.bytes, source.contentType);
  try {
    if (job.kind === "split") return { kind: "split", body: splitBody(text) };
    if (job.kind === "preview") return { kind: "preview", preview: previewDocument(text, job.documentUrl) };
    return { kind: "imported", imported: importDocument({ ...job.request, text }) };
  } catch (error) {
    if (error instanceof OpenApiError || error instanceof ApiError)
      return { kind: "refused", message: error.message };
    if (error instanceof RangeError)
      return { kind: "refused", message: "The document is nested too deeply." };
    throw error;
  }
}
