import type { Json } from "../json/json.ts";
import type { SandboxLimits } from "./limits.ts";

/** A request of the guest's fetch() to the host. */
export interface SandboxFetchRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  body?: string | Uint8Array;
}

/**
 * The host's response to the guest's fetch(); header names in lower case. `binary` has the bytes, one character for
 * each, where they are not the UTF-8 of `body` (D467).
 */
export interface SandboxFetchResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
  binary?: string;
}

/** Why a run has no value; `line` counts from 1 in the given code. */
export interface SandboxError {
  kind: "syntax" | "thrown" | "timeout" | "memory" | "output" | "crashed";
  message: string;
  line?: number;
}

/** The sandbox was closed or lost the worker: says nothing about the code, which may run again elsewhere. */
export class SandboxUnavailableError extends Error {
  override readonly name = "SandboxUnavailableError";
}

/**
 * How one script or expression ended, its value still as JSON text; `workerLost` if its worker died over another
 * source before it could say.
 */
export type SandboxJobResult =
  | { ok: true; json: string; isRepeatable: boolean; logs: string[]; cpuMs: number }
  | { ok: false; error: SandboxError; logs: string[]; cpuMs: number; workerLost?: boolean };

/** A worker's task: run one function body, evaluate expressions, only parse, or check `value` against a schema. */
export interface SandboxJob {
  kind: "code" | "expressions" | "check-code" | "check-expression" | "check-value";
  sources: string[];
  globalsJson: string;
  limits: SandboxLimits;
  fetch: boolean;
  /** The time that the guest reads, in milliseconds since the epoch; undefined: the machine's. */
  nowMs?: number;
}

/** A waiting job: its globals are not serialized before there is a worker for it, because they may be large. */
export type UnsentJob = Omit<SandboxJob, "globalsJson"> & { globals: Record<string, Json> };

/** The reply to a fetch: the response, or a sentence that says why there is none. */
export type FetchReply = { response: SandboxFetchResponse } | { error: string };

/** Messages from the pool to a worker; `number` is that of the job, unique among those of the worker. */
export type ToWorker =
  | { type: "job"; number: number; job: SandboxJob }
  | { type: "fetched"; number: number; id: number; reply: FetchReply };

/** Messages from a worker to the pool. */
export type FromWorker =
  | { type: "ready" }
  | { type: "fetch"; number: number; id: number; request: SandboxFetchRequest }
  | { type: "ended"; number: number; endings: SandboxJobResult[] };

/** The ending of a source that was not run. */
export function createFailedResult(error: SandboxError): SandboxJobResult {
  return { ok: false, error, logs: [], cpuMs: 0 };
}

/** The endings of a job whose worker was lost over the source at `index`. */
export function createLostResults(index: number, error: SandboxError, count: number): SandboxJobResult[] {
  return Array.from({ length: count }, (_, at) => ({
    ...createFailedResult(error),
    ...(at !== index && { workerLost: true }),
  }));
}

/**
 * Cells of the Int32Array that a worker shares with the pool. The first ones show the pool whether a worker still
 * responds: a counter that increases with every sign of life, whether guest code is running, and how many
 * milliseconds it may still take. Then: the CPU time that this run has used, whether the pool pauses it (written by
 * the pool), how long this job has been paused in all, which of its sources is running, and the number of the job. The
 * last ones are the jobs on offer (`offers.ts`).
 */
export const pulse = {
  beat: 0,
  inside: 1,
  remainingMs: 2,
  usedMs: 3,
  held: 4,
  heldMs: 5,
  source: 6,
  job: 7,
  offers: 8,
  cells: 24,
} as const;
