import { type Selectable, sql } from "kysely";
import type { AccountRef, AccountScope } from "../auth/scope.ts";
import type { Db } from "../platform/database/database.ts";
import { isObject, type Json } from "../platform/json/json.ts";
import { readBodies, readStepPayloads } from "./results/payload-store.ts";
import { getFullSize } from "./results/payloads.ts";
import { readResponse } from "./sealed-response.ts";
import type { StandIn } from "./stand-in.ts";
import type { RunError, RunStepTable, RunTable, StepStatus, Wait } from "./table.ts";

/** The newest attempt at one step, as its row says. */
export interface StepState {
  readonly status: StepStatus;
  readonly attempt: number;
  /** When a failed attempt may be retried; null after the last one. */
  readonly retryAt: Date | null;
  /** The branch taken; see `RunStepTable.handle`. */
  readonly handle: string | null;
  readonly output: Json;
  /** The output with the passwords that `output` hides, as stored; absent once it was opened. */
  readonly sealed?: string | null;
  readonly error: RunError | null;
  readonly wait: Wait | null;
}

/** A run's row with its account's own id. */
export type RunWithAccount = RunRow & { accountId: string };

export type RunRow = Selectable<RunTable>;
/** A step as it is written. */
export type StepRow = Omit<Selectable<RunStepTable>, "is_copied" | "refs" | "sealed" | "stand_in"> & {
  sealed?: string | null;
  stand_in?: StandIn;
};
/** A step as it is read, complete. */
export type StoredStep = Omit<Selectable<RunStepTable>, "refs" | "sealed">;
/** The same with the bytes of its JSON. */
export type SizedStep = StoredStep & { input_size: number | null; output_size: number | null };

/** The small columns of a step. */
const STEP_COLUMNS = [
  "run_id",
  "path",
  "attempt",
  "node_id",
  "status",
  "error",
  "logs",
  "handle",
  "wait",
  "retry_at",
  "started_at",
  "duration_ms",
  "is_copied",
  "stand_in",
  "refs",
] as const satisfies (keyof RunStepTable)[];

/** A run with what its expressions may read of its linked account. */
export type LoadedRun = RunRow & {
  account: AccountRef;
  accountName: string | null;
  udf: { key_name: string; key_value: Json }[];
};

/** The account that a run belongs to. */
export function getRunScope({ org_id: orgId, environment, account }: LoadedRun): AccountScope {
  return { orgId, environment, account };
}

/**
 * Answers that a run got and ends of its children, by `<kind> <path>`; without those that a step has already used,
 * which may be large. `open` opens what is sealed.
 */
export async function loadSignals(
  db: Db,
  { id, org_id: orgId }: Pick<RunRow, "id" | "org_id">,
  open: (sealed: string) => Json,
): Promise<Map<string, Json>> {
  const rows = await db
    .selectFrom("run_signals as g")
    .select(["path", "kind", "body", "body_refs", "sealed"])
    .where("run_id", "=", id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("run_steps as s")
            .whereRef("s.run_id", "=", "g.run_id")
            .whereRef("s.path", "=", "g.path")
            .where("s.status", "in", ["Success", "Rejected", "Errored_and_Skipped"]),
        ),
      ),
    )
    .execute();
  const whole = await readBodies(db, orgId, rows);
  return new Map(
    whole.map(({ path, kind, body, sealed }) => [
      `${kind} ${path}`,
      sealed === null ? body : openSignal(body, open(sealed)),
    ]),
  );
}

/** An answer is sealed as a whole; of a called run, only its response is. */
function openSignal(body: Json, original: Json): Json {
  return isObject(body) ? { ...body, response: readResponse(original).body } : original;
}

/** The state of the newest attempt at each path of a run, without its output. */
export async function loadStates(db: Db, runId: string): Promise<Map<string, StepState>> {
  const rows = await db
    .selectFrom("run_steps")
    .select(["path", "status", "attempt", "retry_at as retryAt", "handle", "wait", "error"])
    .distinctOn("path")
    .where("run_id", "=", runId)
    .orderBy("path")
    .orderBy("attempt", "desc")
    .execute();
  return new Map(rows.map(({ path, ...state }) => [path, { ...state, output: null }]));
}

/** How many steps of a node inside loops have the same state. */
export interface ItemSum {
  readonly nodeId: string;
  readonly status: StepStatus;
  /** Whether they are to be retried. */
  readonly isRetried: boolean;
  readonly count: number;
  /** Path of the first one. */
  readonly path: string;
}

/** The states of the nodes inside loops, over all items. */
export function countItems(db: Db, runId: string): Promise<ItemSum[]> {
  const newest = db
    .selectFrom("run_steps")
    .select(["path", "node_id", "status", "retry_at"])
    .distinctOn("path")
    .where("run_id", "=", runId)
    .where(sql<boolean>`strpos(path, '[') > 0`)
    .orderBy("path")
    .orderBy("attempt", "desc");
  return (
    db
      .selectFrom(newest.as("s"))
      .select(["node_id as nodeId", "status", sql<boolean>`retry_at is not null`.as("isRetried")])
      .select(sql<number>`count(*)::int`.as("count"))
      // Longer paths have the higher numbers.
      .select(sql<string>`(array_agg(path order by length(path), path))[1]`.as("path"))
      .groupBy(["node_id", "status", sql`retry_at is not null`])
      .execute()
  );
}

/** The newest attempts at these paths, if reached; without values, input and output are null. */
export async function readStepsAt(
  db: Db,
  { id, org_id: orgId }: Pick<RunRow, "id" | "org_id">,
  paths: readonly string[],
  { withValues = true }: { withValues?: boolean } = {},
): Promise<SizedStep[]> {
  const rows = await db
    .selectFrom("run_steps")
    .select(STEP_COLUMNS)
    .$if(withValues, (query) => query.select(["input", "output"]))
    .select([
      sql<number | null>`octet_length(input::text)`.as("input_size"),
      sql<number | null>`octet_length(output::text)`.as("output_size"),
    ])
    .distinctOn("path")
    .where("run_id", "=", id)
    .where(sql<boolean>`path = any (${paths})`)
    .orderBy("path")
    .orderBy("attempt", "desc")
    .execute();
  const valued = rows.map(({ input = null, output = null, ...row }) => ({ ...row, input, output }));
  const whole = withValues ? await readStepPayloads(db, orgId, valued) : valued;
  return whole.map((row) => ({
    ...row,
    input_size: getFullSize(row.input_size, "input", row.refs),
    output_size: getFullSize(row.output_size, "output", row.refs),
  }));
}

/** All attempts at a step, first one first. */
export async function readStepAttempts(
  db: Db,
  { id, org_id: orgId }: Pick<RunRow, "id" | "org_id">,
  path: string,
): Promise<StoredStep[]> {
  const rows = db.selectFrom("run_steps").selectAll().where("run_id", "=", id).where("path", "=", path);
  return readStepPayloads(db, orgId, await rows.orderBy("attempt").execute());
}

/** Steps that wait for a time, an answer or a called workflow, including those inside loops; at most `limit`. */
export function readWaitingSteps(db: Db, runId: string, limit: number) {
  return db
    .selectFrom("run_steps")
    .select(["path", "node_id", "wait", "started_at"])
    .where("run_id", "=", runId)
    .where("status", "=", "Waiting")
    .where(sql<boolean>`wait ->> 'kind' <> 'each'`)
    .orderBy("started_at")
    .limit(limit)
    .execute();
}
