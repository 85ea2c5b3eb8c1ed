import type { Json } from "../../platform/json/json.ts";
import { buildWorkflowPayload, type NotifyEvent } from "../../webhooks/notify.ts";
import { encryptNotice } from "../../webhooks/sealed-notice.ts";
import type { RunPasswords } from "../passwords.ts";
import { buildResponseRecord } from "../sealed-response.ts";
import { collectRunApplications } from "../start/run-applications.ts";
import { collectErrorTerms, createTermHasher } from "../start/search-terms.ts";
import { getRunScope, type LoadedRun } from "../store.ts";
import type { RunError } from "../table.ts";
import { advanceRegion, buildRegionResult } from "./advance.ts";
import { type EndSettlement, type RunEnd, type RunResponse, STOPPED_CHILD } from "./commit/run-commit.ts";
import { findStepState, type Progress, type RunningStep } from "./progress.ts";
import type { StepChange } from "./state-after.ts";

/** The end of the run that a change of a step brings with it; undefined while something is left to do. */
export function findEnd(
  progress: Progress,
  { frame, planNode }: RunningStep,
  { state, end, respond }: StepChange,
): EndSettlement | undefined {
  if (end !== "ifLast") return end && buildEndSettlement(progress, end);
  // Nothing else may be running; a loop around it is.
  if (progress.running.size > 1 || progress.parked.size > 0) return undefined;
  // Others see the state only once it is committed.
  const stepOf = (id: string) => (id === planNode.node.id ? state : findStepState(progress, frame, id));
  const region = advanceRegion(frame.region, stepOf, progress.deps.clock.now());
  if (region.failed) return buildEndSettlement(progress, { status: "ERRORED", error: region.failed });
  if (region.ready.length > 0 || region.waiting.length > 0 || region.retryAt) return undefined;
  const response = buildRegionResult(frame.region, stepOf);
  return buildEndSettlement(progress, { status: "COMPLETED", response }, respond);
}

/**
 * What is written when a run ends: its state, the webhooks that announce it, and the news for the calling
 * run. A response node's answer takes precedence over the last node's output; `respond` is the one that ends
 * the run. No password leaves the run with it, not even to the calling run, which may not know that it is
 * one.
 */
export function buildEndSettlement(
  { run, deps, version, state, passwords, span }: Progress,
  end: RunEnd,
  respond?: Pick<RunResponse, "body">,
): EndSettlement {
  const scope = getRunScope(run);
  const known = "error" in end ? end.error : null;
  const error = redactError(passwords, known);
  const said = state.responded ?? respond;
  const response = said ? said.body : "response" in end ? passwords.hide(end.response ?? null) : null;
  const record = buildResponseRecord(passwords, run, { body: response, headers: {} });
  return {
    kind: "end",
    status: end.status,
    error,
    response: record.body,
    sealedResponse: record.sealed,
    errorTerms:
      error && deps.config.searchValues > 0 ? collectErrorTerms(createTermHasher(scope), error) : undefined,
    notice:
      end.status === "STOPPED" || run.test
        ? undefined
        : {
            ...buildNotice({ run, deps }, { error: known, response }, { error, response: record.body }),
            traceparent: span?.traceparent,
          },
    parent:
      run.parent_run === null || run.parent_path === null
        ? undefined
        : { runId: run.parent_run, path: run.parent_path, error: error ? { ...error } : failureOf(end) },
    applications: collectRunApplications(version, error),
  };
}

type Ended = { readonly error: RunError | null; readonly response: Json };

function buildNotice({ run, deps }: Pick<Progress, "run" | "deps">, original: Ended, shown: Ended) {
  const notice = noticeOf(run, deps.clock.now(), original);
  // Results may be large, and most runs have no policy: nothing of them is compared.
  if (original.error === shown.error && original.response === shown.response) return notice;
  return encryptNotice(deps.vault, { original: notice, shown: noticeOf(run, deps.clock.now(), shown) });
}

/** An error as records show it. */
export function redactError(
  { plan, show }: Pick<RunPasswords, "plan" | "show">,
  error: RunError | null,
): RunError | null {
  return error && plan?.redactor ? { ...error, message: show(error.message) } : error;
}

/** As the calling run sees it, for which a stop is a failure as well. */
function failureOf(end: RunEnd): Json {
  if (end.status === "STOPPED") return STOPPED_CHILD;
  return "error" in end ? { ...end.error } : null;
}

function noticeOf(
  run: LoadedRun,
  at: Date,
  { error, response }: { readonly error: RunError | null; readonly response: Json },
): NotifyEvent {
  const scope = getRunScope(run);
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
