import type { AccountScope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { type Database, isTransient, type Statement } from "../../platform/database/database.ts";
import { waitForResult } from "../../platform/work/wait-for-result.ts";
import { openResponse } from "../sealed-response.ts";
import type { RunRow } from "../store.ts";
import type { RunStatus } from "../table.ts";
import { findRun } from "./list.ts";

const STATUS: Statement = {
  name: "runs-status",
  text: "select status, responded_at is not null as responded from runs where org_id = $1 and environment = $2 and account_id = $3 and id = $4",
};

type WaitDeps = Pick<Deps, "database" | "db" | "work" | "vault">;

/**
 * Waits until a run has answered, by a response node or its end, with what the answer was before redaction; undefined if it has not by then: after `limitMs`, on
 * `signal`, or because it was deleted. The run continues while the database is unreachable, and so does the waiting.
 */
export async function waitForAnswer(
  deps: WaitDeps,
  scope: AccountScope,
  runId: string,
  limits: { limitMs: number; signal: AbortSignal },
): Promise<RunRow | undefined> {
  const answer = await waitForResult(deps.work, runId, () => findAnswer(deps, scope, runId), limits);
  return answer?.run;
}

/** The run, or that it is gone; undefined while it may still answer. */
async function findAnswer(
  { database, db, vault }: Pick<Deps, "database" | "db" | "vault">,
  scope: AccountScope,
  runId: string,
): Promise<{ run: RunRow | undefined } | undefined> {
  try {
    const state = await readState(database, scope, runId);
    if (state === undefined) return { run: undefined };
    const isOpen = state.status === "RUNNING" || state.status === "STOPPING";
    if (isOpen && !state.responded) return undefined;
    const run = await findRun(db, scope, runId, scope.account);
    return { run: run && openResponse(vault, run) };
  } catch (error) {
    // The next look makes up for it.
    if (isTransient(error)) return undefined;
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
