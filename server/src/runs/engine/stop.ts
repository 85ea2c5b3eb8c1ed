import type { AccountRef, Scope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { type Db, runStatement, type Tx } from "../../platform/database/database.ts";
import { ApiError, notFound } from "../../platform/errors.ts";
import { CutOffError } from "../../platform/work/line.ts";
import { RUNS } from "../name.ts";
import { buildSignalStatement } from "../signals/wake.ts";
import type { RunStatus } from "../table.ts";
import { STOPPED_CHILD } from "./commit/run-commit.ts";
import { abortStopped, stopTree } from "./stop-called.ts";

const LOCK = {
  text: "select id, status from runs where id = any ($1::text[]) order by id for no key update",
};

/**
 * Stops an open run and the runs it has called: runs that nobody holds end at once, the others are cut off wherever
 * they run. 409 for one that has ended, which stays as it is; 404 if there is none in this scope.
 */
export async function stopRun(
  deps: Pick<Deps, "queue" | "work" | "clock">,
  scope: Scope & { account?: AccountRef },
  runId: string,
): Promise<void> {
  const stopped = await deps.queue.transaction(async (tx) => {
    const found = await requireRun(tx, scope, runId);
    // Its caller is told: locked first, because it is the older of the two.
    const locked = await runStatement<{ id: string; status: RunStatus }>(tx, LOCK, [
      [runId, found.parent_run],
    ]);
    refuseEnded(locked.find(({ id }) => id === runId));
    const all = await stopTree(tx, runId, deps.clock.now());
    if (all.some(({ id, status }) => id === runId && status === "STOPPED")) await tellParent(deps, tx, found);
    return all;
  });
  abortStopped(deps, stopped);
}

/** Cuts off what this process still runs although it was stopped: the message was lost. */
export async function abortStoppedRuns({ database, work }: Pick<Deps, "database" | "work">): Promise<void> {
  const own = work.line(RUNS);
  if (!own) return;
  const rows = await database.query<{ id: string }>(
    // Written so that no index of states serves it: what is held is few, open runs are many.
    { name: "runs-stopping", text: "select id from runs where worker = $1 and (status || '') = 'STOPPING'" },
    [own.workerId],
  );
  for (const { id } of rows) own.line.abort(id, new CutOffError());
}

function refuseEnded(run: { status: RunStatus } | undefined): void {
  // Deleted since it was found.
  if (!run) throw notFound("Execution");
  if (run.status === "RUNNING" || run.status === "STOPPING") return;
  throw new ApiError("conflict", "CONFLICT", `This execution has already ended: it is ${run.status}.`);
}

async function requireRun(
  db: Db,
  { orgId, environment, account }: Scope & { account?: AccountRef },
  id: string,
) {
  const found = await db
    .selectFrom("runs")
    .select(["id", "parent_run", "parent_path"])
    .where("org_id", "=", orgId)
    .where("environment", "=", environment)
    .where("id", "=", id)
    .$if(account !== undefined, (query) => query.where("account_id", "=", account?.id ?? ""))
    .executeTakeFirst();
  if (!found) throw notFound("Execution");
  return found;
}

/** For a calling run, a stopped run is a step that has failed. */
async function tellParent(
  { queue, clock }: Pick<Deps, "queue" | "clock">,
  tx: Tx,
  { id, parent_run: runId, parent_path: path }: Awaited<ReturnType<typeof requireRun>>,
): Promise<void> {
  if (runId === null || path === null) return;
  const body = { run_id: id, status: "STOPPED", error: STOPPED_CHILD, response: null };
  const statement = buildSignalStatement([{ runId, path, kind: "child", body }], clock.now());
  await runStatement(tx, statement, statement.values);
  queue.ready(tx, RUNS);
}
