import { type BoundStatement, type Database, getSqlState } from "../database/database.ts";

/** A row that a worker holds: the fencing token is its claim together with the worker's id. */
export interface HeldRow {
  readonly id: string;
  /** Grows each time the row changes hands. */
  readonly claim: number;
}

/**
 * Tables whose rows are work (D90): with the columns lane, ready_at, worker, claim, and recoveries, which counts how
 * often a row was left unfinished by a process that died, or threw, since its last progress (see the migration
 * `work`).
 */
export type WorkTable = "runs" | "webhook_deliveries";

/** A held row with the worker that holds it. */
export interface WorkerRow extends HeldRow {
  readonly workerId: string;
}

/**
 * Fails, as a data error that rolls back the whole transaction (SQLSTATE 22012, `isTakenOver`), unless all of `held`
 * are still held so; they stay locked until the transaction ends. The first statement of every transaction that
 * writes for held rows (D420).
 */
export function buildFenceStatement(table: WorkTable, held: readonly WorkerRow[]): BoundStatement {
  return {
    name: `work-hold-${table}`,
    // Locked in one order, so that two transactions do not wait for each other. The worker is compared so that no index
    // serves it: a plan that was made while little was held would read everything held for each row.
    text: `with mine as (
        select t.id from ${table} t join unnest($1::text[], $2::int[], $3::text[]) as h (id, claim, worker)
        on t.id = h.id and t.claim = h.claim and t.worker is not distinct from h.worker
        order by t.id for no key update of t)
      select 1 / (case when count(*) = $4 then 1 else 0 end) as held from mine`,
    values: [
      held.map(({ id }) => id),
      held.map(({ claim }) => claim),
      held.map(({ workerId }) => workerId),
      held.length,
    ],
  };
}

/** Whether a transaction was rolled back because its holder had lost what it wrote for. */
export function isTakenOver(error: unknown): boolean {
  return getSqlState(error) === "22012";
}

/** Releases rows that nobody executes: they are ready again at once, counted as a recovery if so marked. */
export async function releaseRows(
  database: Database,
  table: WorkTable,
  workerId: string,
  held: readonly (HeldRow & { readonly isRecovery: boolean })[],
): Promise<void> {
  if (held.length === 0) return;
  await database.query(
    {
      name: `work-release-unfinished-${table}`,
      text: `update ${table} t set worker = null, claim = t.claim + 1, recoveries = t.recoveries + h.more, ready_at = now()
        from unnest($1::text[], $2::int[], $4::int[]) as h (id, claim, more)
        where t.id = h.id and t.claim = h.claim and t.worker = $3`,
    },
    [
      held.map(({ id }) => id),
      held.map(({ claim }) => claim),
      workerId,
      held.map(({ isRecovery }) => (isRecovery ? 1 : 0)),
    ],
  );
}

/** Takes back a recovery of rows that were taken from this process: it was paused, not dead. */
export async function removeRecovery(
  database: Database,
  table: WorkTable,
  held: readonly HeldRow[],
): Promise<void> {
  if (held.length === 0) return;
  await database.query(
    {
      name: `work-forgive-${table}`,
      text: `update ${table} t set recoveries = t.recoveries - 1 from unnest($1::text[], $2::int[]) as h (id, claim)
        where t.id = h.id and t.claim > h.claim and t.recoveries > 0`,
    },
    [held.map(({ id }) => id), held.map(({ claim }) => claim)],
  );
}

/** Whether anything is ready, claimed or not: far cheaper than a claim that finds nothing. */
export async function isAnyReady(database: Database, table: WorkTable): Promise<boolean> {
  const statement = {
    name: `work-any-ready-${table}`,
    text: `select from ${table} where ready_at is not null and ready_at <= now() limit 1`,
  };
  return (await database.query(statement, [])).length > 0;
}

/** What `workerId` holds according to the database. */
export function readHeldRows(database: Database, table: WorkTable, workerId: string): Promise<HeldRow[]> {
  return database.query<HeldRow>(
    { name: `work-held-${table}`, text: `select id, claim from ${table} where worker = $1` },
    [workerId],
  );
}

/** Makes everything ready again that unlisted workers hold; returns how much it was. */
export async function releaseOrphans(database: Database, table: WorkTable): Promise<number> {
  const rows = await database.query(
    {
      name: `work-release-${table}`,
      text: `with orphan as (
          select t.id from ${table} t
          where t.worker is not null and not exists (select from workers w where w.id = t.worker)
          order by t.id limit 1000 for no key update of t skip locked)
        update ${table} t set worker = null, claim = t.claim + 1, recoveries = t.recoveries + 1, ready_at = now()
        from orphan where t.id = orphan.id returning t.id`,
    },
    [],
  );
  return rows.length;
}
