import type { Json } from "../../../platform/json/json.ts";
import type { WorkerRow } from "../../../platform/work/work-table.ts";
import type { NotifyEvent } from "../../../webhooks/notify.ts";
import type { ResponseRecord } from "../../sealed-response.ts";
import type { RunApplications } from "../../start/run-applications.ts";
import type { StepRow } from "../../store.ts";
import type { RunError, RunStatus } from "../../table.ts";

/** How a run ends. */
export type RunEnd =
  | { readonly status: "COMPLETED"; readonly response: Json }
  | { readonly status: "ERRORED" | "TIMED_OUT"; readonly error: RunError; readonly response?: Json }
  | { readonly status: "STOPPED" };

/** How a held run is released. */
export type RunSettlement =
  | {
      readonly kind: "end";
      readonly status: Exclude<RunStatus, "RUNNING" | "STOPPING">;
      /** As its record shows it. */
      readonly response: Json;
      /** See `ResponseRecord`. */
      readonly sealedResponse?: string | undefined;
      readonly error: RunError | null;
      /** The search terms from now on. */
      readonly errorTerms: readonly number[] | undefined;
      readonly notice: NotifyEvent | undefined;
      /** The calling run, its step that waits, and the failure that the end of this run is to it. */
      readonly parent: { readonly runId: string; readonly path: string; readonly error: Json } | undefined;
      /** The applications of its workflow, and the one whose step failed. */
      readonly applications: RunApplications;
    }
  /**
   * Until `wakeAt`, if given, or a signal; kept awake if a signal arrived that is not among the `signals` seen,
   * or a stop.
   */
  | { readonly kind: "sleep"; readonly wakeAt: Date | null; readonly signals: number };

/** What is written when a run ends. */
export type EndSettlement = Extract<RunSettlement, { readonly kind: "end" }>;

/** What a response node set, if it is the first. */
export interface RunResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Json;
  readonly record: ResponseRecord;
}

/** What one run commits at once. */
export interface RunCommit {
  readonly held: WorkerRow;
  readonly now: Date;
  readonly steps?: readonly StepRow[];
  /** Whether one of them has waited, and so is stored already. */
  readonly rewrites?: boolean;
  readonly respond?: RunResponse;
  readonly settle?: RunSettlement;
  /** A run that was released unfinished earlier has made progress: its remembered size is deleted. */
  readonly recovered?: boolean;
}

/** The failure that a stopped run is to its caller. */
export const STOPPED_CHILD = { code: "STOPPED", message: "It was stopped." };
