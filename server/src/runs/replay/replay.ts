import type { AccountScope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { runStatement as execute, type Tx } from "../../platform/database/database.ts";
import { ApiError, badField, badRequest } from "../../platform/errors.ts";
import type { Json } from "../../platform/json/json.ts";
import type { Fields } from "../../workflows/definition/graph.ts";
import { requireRunnable } from "../../workflows/definition/runnable.ts";
import type { PlacedNode } from "../node-at.ts";
import type { VersionPlan } from "../plan-cache.ts";
import { readRunInput } from "../results/payload-store.ts";
import { readRunSettings } from "../settings/run-settings.ts";
import { insertRun, type PrepareDeps, type RunRequest } from "../start/start.ts";
import { loadStates, type RunWithAccount } from "../store.ts";
import { requireNoKeptAnswers } from "./kept-answers.ts";
import { isReached, listKeptPaths } from "./kept-steps.ts";
import { findReplayStart } from "./replay-begin.ts";
import type { ReplayOptions } from "./replay-table.ts";
import { insertLoops, type ResumedLoop, readLoops } from "./resumed-loops.ts";

/** What one replay may do differently, besides where it starts. */
export interface ReplayRequest extends ReplayOptions {
  /** Replaces the trigger's payload. */
  readonly input?: Json;
  /** Replaces the rendered settings of `fromNode`. */
  readonly nodeInput?: Fields;
}

export type ReplayDeps = Pick<Deps, "queue"> & PrepareDeps;

/** From the start, with the original version and settings. */
export const RERUN: ReplayRequest = { version: "same", settings: "same" };

/**
 * Starts a run that repeats `source`, and returns its id. Steps that succeeded and neither are `fromNode` nor come
 * after it are reused; all others run again. If it starts inside a loop, the loop continues with the same items. 400
 * if that is not possible.
 */
export async function replayRun(
  deps: ReplayDeps,
  tx: Tx,
  found: RunWithAccount,
  request: ReplayRequest,
): Promise<string> {
  if (found.status === "RUNNING" || found.status === "STOPPING")
    throw new ApiError(
      "conflict",
      "CONFLICT",
      "This execution has not ended: wait until it ends, or stop it, before you replay it.",
    );
  if (found.test)
    throw badRequest(
      "This execution was a test of a draft and cannot be replayed: test the workflow with its execution_id.",
    );
  requireOriginals(found, request);
  const source = await readRunInput(tx, found);
  const scope: AccountScope = {
    orgId: source.org_id,
    environment: source.environment,
    account: { id: source.account_id, accountId: source.accountId },
  };
  const workflow = await workflowOf(tx, scope, source, request);
  const version = await deps.plans.get(tx, workflow.id, workflow.version);
  if (!version) throw badRequest("The version of the workflow that this execution ran no longer exists.");
  const begin = findReplayStart(version, workflow.version, source, request);
  const taken = begin && (await takenOver(tx, source, begin, version));
  if (taken && request.byAccount) await requireNoKeptAnswers(tx, source, taken.kept);
  const id = await insertRun(deps, tx, scope, {
    workflow,
    configId: source.config_id,
    settings: {
      ...(request.settings === "same"
        ? source.settings
        : await readRunSettings(tx, scope, source.config_id, workflow)),
      // It belongs to the input.
      sealedInput: request.input === undefined ? source.settings.sealedInput : undefined,
      sealedContext: request.settings === "same" ? source.settings.sealedContext : undefined,
      request: source.settings.request,
      // A replay acts again: the keys of the first run would make third parties ignore it.
      keyRoot: undefined,
    },
    input: request.input === undefined ? source.input : request.input,
    inherited: source.redaction ?? undefined,
    source: source.source,
    eventName: source.event_name ?? undefined,
    replay: {
      of: source.id,
      root: source.replay_root ?? source.id,
      overrides:
        begin === undefined || request.nodeInput === undefined
          ? undefined
          : { path: begin.path, data: request.nodeInput },
    },
  });
  if (taken) {
    await execute(tx, COPY, [source.id, id, taken.kept, source.org_id]);
    await insertLoops(tx, id, taken.loops, deps.clock.now());
  }
  return id;
}

/** 409 if what the replay needs was not kept, or only with marks in place of what was redacted (D540). */
function requireOriginals({ redaction }: RunWithAccount, { input, fromNode, settings }: ReplayRequest): void {
  const { state } = redaction ?? {};
  if (state === undefined || state === "sealed") return;
  if (input !== undefined && fromNode === undefined && settings !== "same") return;
  const why =
    state === "removed"
      ? "The data of this execution were not kept"
      : "What was redacted in this execution was not kept";
  throw new ApiError(
    "conflict",
    "CONFLICT",
    `${why}, so it cannot be replayed. Send "input" and "settings": "current" to run it with new data.`,
  );
}

/**
 * A run that repeats `source` and has not ended, or began after `since`; the latest of several. Until `tx` ends, no
 * other caller of this function can start one.
 */
export async function findReplay(tx: Tx, source: RunWithAccount, since: Date): Promise<string | undefined> {
  await tx.selectFrom("runs").select("id").where("id", "=", source.id).forNoKeyUpdate().execute();
  const found = await tx
    .selectFrom("runs")
    .select("id")
    .where("replay_root", "=", source.replay_root ?? source.id)
    .where("replay_of", "=", source.id)
    .where("org_id", "=", source.org_id)
    .where((is) => is.or([is("status", "in", ["RUNNING", "STOPPING"]), is("created_at", ">", since)]))
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return found?.id;
}

async function workflowOf(
  tx: Tx,
  scope: AccountScope,
  source: RunWithAccount,
  { version }: ReplayRequest,
): Promise<RunRequest["workflow"]> {
  const { workflow_id: id, workflow_name: name, slug } = source;
  if (version === "same") return { id, version: source.workflow_version, name, slug };
  return requireRunnable(tx, scope, id, undefined).catch((error: unknown) => {
    throw error instanceof ApiError ? badField("version", "version: the workflow is not published.") : error;
  });
}

// One row for each attempt at the reused steps, including those inside loops. One of their large values may also be
// the run's input.
const COPY = {
  text: `with copied as (
      insert into run_steps (run_id, path, attempt, node_id, status, input, output, error, logs, handle, wait, retry_at,
        started_at, duration_ms, refs, sealed, is_copied)
      select $2, path, attempt, node_id, status, input, output, error, logs, handle, wait, retry_at,
        started_at, duration_ms, refs, sealed, true
      from run_steps where run_id = $1 and path = any ($3::text[]) returning refs)
    insert into payload_uses (org_id, sha256, holder_id)
    select distinct $4, ref ->> 'sha256', $2 from copied, json_array_elements(refs) ref
    on conflict do nothing`,
};

interface KeptProgress {
  /** Paths of the reused steps. */
  readonly kept: readonly string[];
  /** The loops in which it continues. */
  readonly loops: readonly ResumedLoop[];
}

/** What a replay from `begin` reuses of the first run; 400 if the run never reached that node. */
async function takenOver(
  tx: Tx,
  from: RunWithAccount,
  begin: PlacedNode,
  { startId }: VersionPlan,
): Promise<KeptProgress> {
  const loops = await readLoops(tx, from, begin.around);
  const states = await loadStates(tx, from.id);
  if (!isReached(states, begin))
    throw badField(
      "from_node",
      `from_node: this execution never reached the node "${begin.path}", so it cannot start there. Name a node that it reached, or leave out from_node.`,
    );
  return { kept: listKeptPaths(states, begin, startId), loops };
}
