import { createHash } from "node:crypto";
import type { AccountScope } from "../auth/scope.ts";
import type { Deps } from "../deps.ts";
import type { Json } from "../platform/json.ts";
import { defineJob, Interrupted, type JobContext } from "../platform/queue/job.ts";
import type { Roots } from "../workflows/expressions.ts";
import type { Definition, Fields, WorkflowNode } from "../workflows/graph.ts";
import { nodeType } from "../workflows/nodes/list.ts";
import type { NodeType, Outcome } from "../workflows/nodes/node.ts";
import { RenderError, render } from "../workflows/render.ts";
import { findVersion } from "../workflows/store.ts";
import { settingsProblem, withoutNulls } from "../workflows/validate.ts";
import { advance, type StepState } from "./advance.ts";
import { retryDelayMs } from "./backoff.ts";
import { finish } from "./finish.ts";
import { type Park, parkRun } from "./park.ts";
import { OF_APPLICATION, openSettings } from "./secret-settings.ts";
import {
  commitStep,
  deleteOrphanSteps,
  type LoadedRun,
  loadOpenRun,
  loadSteps,
  type StepRow,
} from "./store.ts";

// A run that takes the process down with it must not do so for ever.
const MAX_RECOVERIES = 20;
// When a step that waits for its customer may be repeated, as far as `advance` is concerned: after everything else.
const ON_RECONNECT = new Date(8.64e15);

interface Progress {
  readonly run: LoadedRun;
  readonly scope: AccountScope;
  readonly definition: Definition;
  readonly steps: Map<string, StepState>;
  /** Steps that wait for their customer to connect again, and how they stood before. */
  readonly parked: Map<string, { park: Park; before: StepState | undefined }>;
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
      finish(deps, { run, scope }, context, { decision: { kind: "fail", error: { code, message } } });
    // Before anything else is read: what always throws must not keep the run open for ever.
    if (context.attempt > MAX_RECOVERIES)
      return giveUp("INTERRUPTED", "This execution was interrupted too often and was given up.");
    const definition = await findVersion(deps.db, run.workflow_id, run.workflow_version);
    if (!definition)
      return giveUp("UNKNOWN_VERSION", "The version of the workflow that this execution runs is gone.");
    const steps = await loadSteps(deps.db, runId);
    await carryOn(deps, { run, scope, definition, steps, parked: new Map() }, context);
  },
});

async function carryOn(deps: Deps, progress: Progress, context: JobContext): Promise<void> {
  for (;;) {
    const decision = advance(progress.definition, progress.steps, deps.clock.now());
    if (decision.kind === "wait" && decision.until === ON_RECONNECT) {
      if (await park(deps, progress, context)) return;
      continue;
    }
    if (decision.kind === "wait") return waitUntil(deps, progress, context, decision.until);
    if (decision.kind !== "run") return finish(deps, progress, context, { decision });
    if (context.stopping) throw new Interrupted();
    const endings = await Promise.allSettled(
      decision.nodes.map(({ node, attempt }) => runStep(deps, progress, context, { node, attempt })),
    );
    const failed = endings.find((ending) => ending.status === "rejected");
    if (failed) throw failed.reason;
  }
}

/** Parks the run, where nothing but parked steps is left; otherwise they are tried again. */
async function park(
  deps: Deps,
  { run, scope, steps, parked }: Progress,
  context: JobContext,
): Promise<boolean> {
  const [first] = parked.values();
  if (first && (await parkRun(deps, { run, scope }, context, first.park))) return true;
  for (const [path, { before }] of parked) {
    if (before) steps.set(path, before);
    else steps.delete(path);
  }
  parked.clear();
  return false;
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
  if (outcome.kind !== "next" && context.signal.aborted) throw new Interrupted();
  if (outcome.kind === "park") {
    const { slug, reason } = outcome;
    progress.parked.set(node.id, { park: { nodeId: node.id, slug, reason }, before: steps.get(node.id) });
    // Not committed: the attempt is not made yet, and is repeated under its number.
    const waiting = { status: "Errored" as const, attempt: attempt - 1, retryAt: ON_RECONNECT };
    steps.set(node.id, { ...waiting, output: null, error: null });
    return;
  }
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
    return { outcome: parkOrFail(progress, await type.run(deps, call)), input, warnings };
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

/** Somebody waits for a synchronous run: it fails at once. */
function parkOrFail({ run }: Progress, outcome: Outcome): Outcome {
  if (outcome.kind !== "park" || run.execution_type === "ASYNC") return outcome;
  return failure("AUTH", outcome.reason);
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
      ...openSettings(vault, { ...run, workflow_id: OF_APPLICATION }, run.settings.applicationSecrets ?? {}),
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

/** One key for a step of a run, whatever process carries it out and how often: 32 hex characters (D35). */
function idempotencyKey(runId: string, path: string): string {
  return createHash("sha256").update(`${runId}/${path}`).digest("hex").slice(0, 32);
}

function failure(code: string, message: string): Outcome {
  return { kind: "fail", error: { code, message }, mayRetry: false };
}
