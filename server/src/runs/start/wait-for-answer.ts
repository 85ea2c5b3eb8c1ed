import type { AccountScope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { type Database, isTransient, type Statement } from "../../platform/database/database.ts";
import { findRun } from "../read/list.ts";
import type { RunRow } from "../store.ts";
import type { RunStatus } from "../table.ts";

// Whoever ends the run says so; looking finds what nobody lived, or was there, to say.
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 500;

const STATUS: Statement = {
  name: "runs-status",
  text: "select status, responded_at is not null as responded from runs where org_id = $1 and environment = $2 and account_id = $3 and id = $4",
};

type WaitDeps = Pick<Deps, "database" | "db" | "work">;

/**
 * Waits until a run has answered, by a response node or its end; undefined when it has not by then: after `limitMs`, on
 * `signal`, or because it was deleted. The run goes on while the database is away, and so does the waiting.
 */
export async function waitForAnswer(
  deps: WaitDeps,
  scope: AccountScope,
  runId: string,
  { limitMs, signal }: { limitMs: number; signal: AbortSignal },
): Promise<RunRow | undefined> {
  const end = performance.now() + limitMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    // Before the look: what happens during it is told as well.
    const limit = Math.max(0, Math.min(pauseMs, end - performance.now()));
    const told = deps.work.untilAnswered(runId, limit, signal);
    const found = await look(deps, scope, runId);
    if (found !== "open") return found;
    if (performance.now() >= end || signal.aborted) return undefined;
    await told;
  }
}

async function look(
  { database, db }: Pick<Deps, "database" | "db">,
  scope: AccountScope,
  runId: string,
): Promise<RunRow | "open" | undefined> {
  try {
    const state = await readState(database, scope, runId);
    if (state === undefined) return undefined;
    const isOpen = state.status === "RUNNING" || state.status === "STOPPING";
    return isOpen && !state.responded ? "open" : await findRun(db, scope, runId, scope.account);
  } catch (error) {
    // The next look makes up for it.
    if (isTransient(error)) return "open";
    throw error;
  }
}

async function readState(
  database: Database,
  { orgId, environment, account }: AccountScope,
  runId: string,
): Promise<{ status: RunStatus; responded: boolean } | undefined> {
  const values = [orgId, environment, account.id, runId];
  const [row] = await database.query<{ status: RunStatus; responded: boolean }>(STATUS, values);
  return row;
}
