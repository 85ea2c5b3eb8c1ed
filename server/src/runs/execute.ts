import { createHash } from "node:crypto";
import type { AccountScope } from "../auth/scope.ts";
import type { Deps } from "../deps.ts";
import type { Json } from "../platform/json.ts";
import { defineJob, Interrupted, type JobContext } from "../platform/queue/job.ts";
import { notify, type WorkflowFacts, workflowPayload } from "../webhooks/notify.ts";
import type { Roots } from "../workflows/expressions.ts";
import type { Definition, Fields, WorkflowNode } from "../workflows/graph.ts";
import { nodeType } from "../workflows/nodes/list.ts";
import type { NodeType, Outcome } from "../workflows/nodes/node.ts";
import { RenderError, render } from "../workflows/render.ts";
import { findVersion } from "../workflows/store.ts";
import { settingsProblem, withoutNulls } from "../workflows/validate.ts";
import { advance, type Decision, type StepState } from "./advance.ts";
import { retryDelayMs } from "./backoff.ts";
import { openSettings } from "./secret-settings.ts";
import {
  commitStep,
  deleteOrphanSteps,
  finishRun,
  type LoadedRun,
  loadOpenRun,
  loadSteps,
  type StepRow,
} from "./store.ts";
import type { RunError } from "./table.ts";

// A run that takes the process down with it must not do so for ever.
const MAX_RECOVERIES = 20;

interface Progress {
  readonly run: LoadedRun;
  readonly scope: AccountScope;
  readonly definition: Definition;
  readonly steps: Map<string, StepState>;
}

/**
 * Carries one run from its first missing step to its end, or to the next wait. Each step's result is a committed
 * row before the next step begins; after a crash another process goes on at the first step without one.
 */
export const executeRun = defineJob<{ runId: string }, Deps>({
  name: "runs.execute",
  concurrency: 32,
  run: async (deps, { runId }, context) => {
    const run = await loadOpenRun(deps.db, runId);
    if (!run) return deleteOrphanSteps(deps.db, runId);
    const scope = { orgId: run.org_id, environment: run.environment, account: run.account };
    const giveUp = (code: string, message: string) =>
      finish(deps, { run, scope }, context, { kind: "fail", error: { code, message } });
    // Before anything else is read: what always throws must not keep the run open for ever.
    if (context.attempt > MAX_RECOVERIES)
      return giveUp("INTERRUPTED", "This execution was interrupted too often and was given up.");
    const definition = await findVersion(deps.db, run.workflow_id, run.workflow_version);
    if (!definition)
      return giveUp("UNKNOWN_VERSION", "The version of the workflow that this execution runs is gone.");
    await carryOn(deps, { run, scope, definition, steps: await loadSteps(deps.db, runId) }, context);
  },
});

async function carryOn(deps: Deps, progress: Progress, context: JobContext): Promise<void> {
  for (;;) {
    const decision = advance(progress.definition, progress.steps, deps.clock.now());
    if (decision.kind === "wait") return waitUntil(deps, progress, context, decision.until);
    if (decision.kind !== "run") return finish(deps, progress, context, decision);
    if (context.stopping) throw new Interrupted();
    const endings = await Promise.allSettled(
      decision.nodes.map(({ node, attempt }) => runStep(deps, progress, context, { node, attempt })),
    );
    const failed = endings.find((ending) => ending.status === "rejected");
    if (failed) throw failed.reason;
  }
}

/** Runs one attempt at a node and commits its result. */
async function runStep(
  deps: Deps,
  progress: Progress,
  context: JobContext,
  { node, attempt }: { node: WorkflowNode; attempt: number },
): Promise<void> {
  const { run, steps } = progress;
  const startedAt = deps.clock.now();
  const start = performance.now();
  const { outcome, input, warnings } = await callNode(deps, progress, context, node);
  // The call was cut off by us, not by the other side: it counts as not made and is repeated with the same key.
  if (outcome.kind === "fail" && context.signal.aborted) throw new Interrupted();
  const retryAt = nextAttempt(outcome, attempt, node.maximum_attempts, deps.clock.now());
  const error =
    outcome.kind === "fail"
      ? { ...outcome.error, nodeId: node.id, nodeName: node.name, attempts: attempt }
      : null;
  const step: StepRow = {
    run_id: run.id,
    path: node.id,
    attempt,
    node_id: node.id,
    status: outcome.kind === "next" ? "Success" : "Errored",
    input,
    output: outcome.kind === "next" ? outcome.output : null,
    error,
    logs: [...warnings, ...(outcome.logs ?? [])],
    retry_at: retryAt,
    started_at: startedAt,
    duration_ms: Math.round(performance.now() - start),
  };
  await commitStep(deps.db, context, step);
  steps.set(node.id, { status: step.status, attempt, retryAt, output: step.output, error });
}

async function callNode(
  deps: Deps,
  progress: Progress,
  context: JobContext,
  node: WorkflowNode,
): Promise<{ outcome: Outcome; input: Json; warnings: string[] }> {
  const type = nodeType(node.type);
  if (!type)
    return {
      outcome: failure("UNKNOWN_NODE", `There is no node type "${node.type}".`),
      input: null,
      warnings: [],
    };
  const roots = rootsOf(deps.vault, progress);
  const recorded = type.recorded ?? ((data: Fields) => data);
  try {
    const { data, warnings } = await renderData(deps, node, type, roots);
    const input = node.type === "start" ? progress.run.input : recorded(data);
    const problem = settingsProblem(type.settings, data);
    if (problem)
      return { outcome: failure("INVALID_SETTINGS", `Node "${node.id}": ${problem}`), input, warnings };
    const call = {
      scope: progress.scope,
      slug: progress.run.slug,
      action: node.action ?? "",
      data,
      roots,
      idempotencyKey: idempotencyKey(progress.run.id, node.id),
      signal: context.signal,
    };
    return { outcome: await type.run(deps, call), input, warnings };
  } catch (error) {
    if (error instanceof RenderError)
      return {
        outcome: failure("EXPRESSION", error.message),
        input: recorded(node.data ?? {}),
        warnings: [],
      };
    throw context.signal.aborted ? new Interrupted() : error;
  }
}

async function renderData(
  deps: Deps,
  node: WorkflowNode,
  { settings, verbatim = [], readings }: NodeType,
  roots: Roots,
): Promise<{ data: Fields; warnings: string[] }> {
  const entries = Object.entries(node.data ?? {});
  const kept = Object.fromEntries(entries.filter(([key]) => verbatim.includes(key)));
  const templates = Object.fromEntries(entries.filter(([key]) => !verbatim.includes(key)));
  const { value, warnings } = await render(templates, roots, deps.sandbox, readings);
  // An object is rendered to an object of the same keys.
  return { data: withoutNulls(settings, { ...(value as Fields), ...kept }), warnings };
}

/** What the run's expressions see (platform-surface 3.13); user fields but no credentials of the account. */
function rootsOf(vault: Deps["vault"], { run, steps }: Progress): Roots {
  return {
    input: run.input,
    node: Object.fromEntries(
      [...steps].filter(([, step]) => step.status === "Success").map(([id, step]) => [id, step.output]),
    ),
    linked_account: {
      account_id: run.account.accountId,
      name: run.accountName,
      udf: Object.fromEntries(run.udf.map(({ key_name, key_value }) => [key_name, key_value])),
    },
    config: {
      ...run.settings.fields,
      ...run.settings.workflowFields,
      ...openSettings(vault, run, run.settings.secrets ?? {}),
    },
    instance_meta_data: {
      instance_id: run.id,
      config_id: run.config_id,
      event_name: run.event_name ?? run.source,
      instance_created_time: run.created_at.toISOString(),
    },
  };
}

function nextAttempt(outcome: Outcome, attempt: number, maximum: number, now: Date): Date | null {
  if (outcome.kind !== "fail" || !outcome.mayRetry || attempt >= maximum) return null;
  return new Date(now.getTime() + retryDelayMs(attempt, outcome.retryAfterMs, Math.random()));
}

/** Ends this job and enqueues another, under a new id, for when a failed step may be repeated. */
async function waitUntil(
  { queue }: Deps,
  { run }: Progress,
  context: JobContext,
  until: Date,
): Promise<void> {
  await queue.transaction(async (tx) => {
    await context.settle(tx);
    await queue.enqueue(tx, executeRun, { runId: run.id }, { startAfter: until });
  });
}

/** Ends the run: its state, the end of its job and the webhooks that tell of it commit together. */
async function finish(
  deps: Deps,
  { run, scope }: Pick<Progress, "run" | "scope">,
  context: JobContext,
  decision: Exclude<Decision, { kind: "run" | "wait" }>,
): Promise<void> {
  const now = deps.clock.now();
  const end =
    decision.kind === "complete"
      ? { status: "COMPLETED" as const, response: decision.response, error: null, now }
      : { status: "ERRORED" as const, response: null, error: decision.error, now };
  const facts = describeEnd(run, end.error, now);
  await deps.queue.transaction(async (tx) => {
    await context.settle(tx);
    if (!(await finishRun(tx, run.id, end))) return deleteOrphanSteps(tx, run.id);
    const about = { slug: run.slug ?? undefined, workflowId: run.workflow_id };
    await notify(deps, tx, scope, facts.event, workflowPayload(scope, facts), about);
  });
  deps.log.debug({ runId: run.id, status: end.status }, "run.finished");
}

function describeEnd(run: LoadedRun, error: RunError | null, at: Date): WorkflowFacts {
  return {
    event: error ? "Workflow Errored" : "Workflow Completed",
    linkedAccountId: run.account.accountId,
    executionId: run.id,
    workflowId: run.workflow_id,
    workflowName: run.workflow_name,
    configId: run.config_id,
    failure: error
      ? { ...error, at, error: { code: error.code, message: error.message, status: error.status ?? null } }
      : undefined,
  };
}

/** One key for a step of a run, whatever process carries it out and how often: 32 hex characters (D35). */
function idempotencyKey(runId: string, path: string): string {
  return createHash("sha256").update(`${runId}/${path}`).digest("hex").slice(0, 32);
}

function failure(code: string, message: string): Outcome {
  return { kind: "fail", error: { code, message }, mayRetry: false };
}
