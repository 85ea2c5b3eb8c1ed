import type { AccountScope } from "../auth/scope.ts";
import { readSettings } from "../configs/run-settings.ts";
import type { Deps } from "../deps.ts";
import type { Database, Statement } from "../platform/database/database.ts";
import type { Json } from "../platform/json.ts";
import { findRun } from "../runs/list.ts";
import { startRun } from "../runs/start.ts";
import type { RunRow } from "../runs/store.ts";
import type { RunStatus } from "../runs/table.ts";
import { API_CALL } from "../workflows/graph.ts";
import { requireRunnable } from "../workflows/runnable.ts";

const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 500;

const STATUS: Statement = {
  name: "events-run-status",
  text: "select status from runs where org_id = $1 and environment = $2 and account_id = $3 and id = $4",
};

/** A call of a workflow by its id or alias. */
export interface WorkflowCall {
  readonly workflow: string;
  /** Application that the workflow must belong to, if it has one. */
  readonly slug: string | undefined;
  readonly configId: string;
  readonly input: Json;
  readonly executionType: "SYNC" | "ASYNC";
}

/** Starts a run of a published workflow, enabled or not, and returns the execution id; 404 when there is none. */
export function execute(
  deps: Pick<Deps, "queue" | "clock">,
  scope: AccountScope,
  { workflow: idOrAlias, slug, configId, input, executionType }: WorkflowCall,
): Promise<string> {
  return deps.queue.transaction(async (tx) => {
    const workflow = await requireRunnable(tx, scope, idOrAlias, slug);
    return startRun(deps, tx, scope, {
      workflow,
      configId,
      settings: await readSettings(tx, scope, workflow.slug, configId, workflow.id),
      input,
      source: "API Call",
      eventName: API_CALL,
      executionType,
    });
  });
}

/** Waits until a run has ended; undefined when it has not by then: after `limitMs`, on `signal`, or because it was deleted. */
export async function waitForEnd(
  { database, db }: Pick<Deps, "database" | "db">,
  scope: AccountScope,
  runId: string,
  { limitMs, signal }: { limitMs: number; signal: AbortSignal },
): Promise<RunRow | undefined> {
  const end = performance.now() + limitMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS)) {
    const status = await readStatus(database, scope, runId);
    if (status === undefined) return undefined;
    if (status !== "RUNNING" && status !== "STOPPING") return findRun(db, scope, runId, scope.account);
    const leftMs = end - performance.now();
    if (leftMs <= 0 || signal.aborted) return undefined;
    await pause(Math.min(pauseMs, leftMs), signal);
  }
}

async function readStatus(
  database: Database,
  { orgId, environment, account }: AccountScope,
  runId: string,
): Promise<RunStatus | undefined> {
  const [row] = await database.query<{ status: RunStatus }>(STATUS, [orgId, environment, account.id, runId]);
  return row?.status;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done, { once: true });
    function done() {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    }
  });
}
