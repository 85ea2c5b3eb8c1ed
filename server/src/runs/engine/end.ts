import type { Json } from "../../platform/json/json.ts";
import { buildWorkflowPayload, type NotifyEvent } from "../../webhooks/notify.ts";
import type { Region } from "../../workflows/definition/plan.ts";
import { collectRunApplications } from "../start/run-applications.ts";
import { collectErrorTerms, createTermHasher } from "../start/search-terms.ts";
import type { StepState } from "../store.ts";
import type { RunError } from "../table.ts";
import { buildRegionResult, type RegionState } from "./advance.ts";
import { type EndSettlement, type RunResponse, STOPPED_CHILD } from "./commit/run-commit.ts";
import type { Progress } from "./progress.ts";

/** How a run ends. */
export type RunEnd =
  | { readonly status: "COMPLETED"; readonly response: Json }
  | { readonly status: "ERRORED" | "TIMED_OUT"; readonly error: RunError; readonly response?: Json }
  | { readonly status: "STOPPED" };

/** The end that follows from a region's state; undefined while something is left to do. */
export function findRegionEnd(
  progress: Progress,
  standing: RegionState & { region: Region; stepOf: (id: string) => StepState | undefined },
  respond?: RunResponse,
): EndSettlement | undefined {
  const { ready, waiting, retryAt, failed, region, stepOf } = standing;
  if (failed) return buildEndSettlement(progress, { status: "ERRORED", error: failed });
  if (ready.length > 0 || waiting.length > 0 || retryAt) return undefined;
  return buildEndSettlement(
    progress,
    { status: "COMPLETED", response: buildRegionResult(region, stepOf) },
    respond,
  );
}

/**
 * What is written when a run ends: its state, the webhooks that announce it, and the news for the calling
 * run. A response node's answer takes precedence over the last node's output; `respond` is the one that ends
 * the run. No password leaves the run with it, not even to the calling run, which may not know that it is
 * one.
 */
export function buildEndSettlement(
  { run, scope, deps, version, responded, passwords }: Progress,
  end: RunEnd,
  respond?: Pick<RunResponse, "body">,
): EndSettlement {
  const error = "error" in end ? end.error : null;
  const said = responded ?? respond;
  const response = said ? said.body : "response" in end ? passwords.hide(end.response ?? null) : null;
  return {
    kind: "end",
    status: end.status,
    error,
    response,
    errorTerms:
      error && deps.config.searchValues > 0 ? collectErrorTerms(createTermHasher(scope), error) : undefined,
    notice:
      end.status === "STOPPED" || run.test ? undefined : noticeOf({ run, scope, deps }, error, response),
    parent:
      run.parent_run === null || run.parent_path === null
        ? undefined
        : { runId: run.parent_run, path: run.parent_path, error: failureOf(end) },
    applications: collectRunApplications(version, error),
  };
}

/** As the calling run sees it, for which a stop is a failure as well. */
function failureOf(end: RunEnd): Json {
  if (end.status === "STOPPED") return STOPPED_CHILD;
  return "error" in end ? { ...end.error } : null;
}

function noticeOf(
  { run, scope, deps }: Pick<Progress, "run" | "scope" | "deps">,
  error: RunError | null,
  response: Json,
): NotifyEvent {
  const at = deps.clock.now();
  const event = error ? ("Workflow Errored" as const) : ("Workflow Completed" as const);
  const payload = buildWorkflowPayload(scope, {
    event,
    linkedAccountId: run.account.accountId,
    executionId: run.id,
    workflowId: run.workflow_id,
    workflowName: run.workflow_name,
    configId: run.config_id,
    failure: error
      ? { ...error, at, error: { code: error.code, message: error.message, status: error.status ?? null } }
      : undefined,
  });
  const about = { slug: run.slug ?? undefined, workflowId: run.workflow_id };
  return { scope, event, payload, response, at, ...about };
}
