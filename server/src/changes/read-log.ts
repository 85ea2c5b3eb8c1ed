import type { Scope } from "../auth/scope.ts";
import { type Db, runStatement, type Tx } from "../platform/database/database.ts";
import { advancePosition, type IdRange, type LogPosition } from "./position.ts";
import type { ChangeKind } from "./table.ts";

/** A row of the log, in the form that readers get. */
export interface Change {
  readonly id: number;
  readonly org_id: string;
  readonly environment: Scope["environment"];
  readonly kind: ChangeKind;
  readonly subject: string;
  readonly status: string;
  /** ISO 8601. */
  readonly at: string;
  readonly workflow_id: string | null;
  readonly parent: string | null;
  readonly name: string | null;
  readonly failing_application: string | null;
  readonly duration_ms: number | null;
  /** The organization's own id; null if the account was deleted. */
  readonly linked_account_id: string | null;
}

/** Changes that many readers get, with what was written to them: each slow reader would otherwise hold its own text. */
export interface ChangeBatch {
  readonly changes: readonly Change[];
  readonly texts: Map<string, readonly string[]>;
}

/** The changes, not yet written to anyone. */
export function toBatch(changes: readonly Change[]): ChangeBatch {
  return { changes, texts: new Map() };
}

/** What was added to the log since a position. */
export interface LogReading {
  readonly position: LogPosition;
  /** All new ids, in order. */
  readonly ranges: readonly IdRange[];
  /** The new changes of the requested scopes, in order. */
  readonly changes: readonly Change[];
  /** Whether there may be more. */
  readonly isFull: boolean;
}

// All in one statement: ids, rows and open transactions are of the same snapshot.
const READ = {
  text: `with seen as materialized (
      (select * from changes where id > $1::bigint order by id limit $2)
      union all
      select c.* from unnest($3::bigint[], $4::bigint[]) as gap (first, last)
      join changes c on c.id between gap.first and gap.last
    )
    select (select range_agg(int8range(id, id, '[]'))::text from seen) as ids,
      pg_snapshot_xmin(pg_current_snapshot())::text as xmin, pg_snapshot_xmax(pg_current_snapshot())::text as xmax,
      (select json_agg(told order by id) from (
        select s.id, s.org_id, s.environment, s.kind, s.subject, s.status, s.at, s.workflow_id, s.parent, s.name,
          s.failing_application, s.duration_ms, a.account_id as linked_account_id
        from seen s join unnest($5::text[], $6::text[]) as scope (org_id, environment)
          on scope.org_id = s.org_id and scope.environment = s.environment
        left join linked_accounts a on a.id = s.account_id) told) as changes`,
};

interface LogRow {
  readonly ids: string | null;
  readonly xmin: string;
  readonly xmax: string;
  readonly changes: (Omit<Change, "at"> & { readonly at: string })[] | null;
}

/**
 * Reads what was added to the log since `position`, at most `limit` rows beyond it and everything that filled its gaps:
 * nothing is missed, however late its transaction commits, and nothing is read twice. It depends only on the snapshot.
 */
export async function readLog(
  db: Db,
  position: LogPosition,
  { limit, scopes }: { readonly limit: number; readonly scopes: readonly Scope[] },
): Promise<LogReading> {
  const { last, gaps } = position;
  const [row] = await runStatement<LogRow>(db, READ, [
    last,
    limit,
    gaps.map((gap) => gap.first),
    gaps.map((gap) => gap.last),
    scopes.map(({ orgId }) => orgId),
    scopes.map(({ environment }) => environment),
  ]);
  if (!row) throw new Error("An aggregate answered nothing.");
  const ranges = readRanges(row.ids);
  const count = ranges.reduce((sum, [first, end]) => sum + end - first + 1, 0);
  return {
    ranges,
    position: advancePosition(position, {
      ranges,
      xmin: Number(row.xmin),
      xmax: Number(row.xmax),
      nowMs: Date.now(),
    }),
    changes: (row.changes ?? []).map((change) => ({ ...change, at: new Date(change.at).toISOString() })),
    isFull: count >= limit,
  };
}

// Parses ranges such as `{[1,4),[7,8)}`, whose second number is exclusive.
function readRanges(ids: string | null): IdRange[] {
  return [...(ids ?? "").matchAll(/\[(\d+),(\d+)\)/g)].map(([, first, end]) => [
    Number(first),
    Number(end) - 1,
  ]);
}

// How far before the last id uncommitted changes are looked for.
const LOOK_BACK = 10_000;

/** The last id of the log that was assigned, committed or not. */
export async function readLastId(db: Db): Promise<number> {
  const text = "select pg_sequence_last_value(pg_get_serial_sequence('changes', 'id')::regclass)::text as id";
  const [row] = await runStatement<{ id: string | null }>(db, { text }, []);
  return Number(row?.id ?? 0);
}

/** A position at the end of the log that misses nothing that commits from now on. */
export async function readLogEnd(db: Db): Promise<LogPosition> {
  let position: LogPosition = { last: Math.max(0, (await readLastId(db)) - LOOK_BACK), gaps: [] };
  for (let isFull = true; isFull; )
    ({ position, isFull } = await readLog(db, position, { limit: LOOK_BACK, scopes: [] }));
  return position;
}

const DELETE_AT_ONCE = 10_000;
// The first row tells whether the others are worth reading.
const DELETE_READ = {
  text: `with oldest as materialized (
      select id, at from changes where id <= $1::bigint
        and (select at from changes order by id limit 1) < now() - interval '1 hour'
      order by id limit ${DELETE_AT_ONCE}
    )
    delete from changes c using oldest
    where c.id = oldest.id and oldest.at < now() - interval '1 hour' and not exists (
      select from unnest($2::bigint[], $3::bigint[]) as gap (first, last) where c.id between gap.first and gap.last)`,
};

/** Deletes up to 10,000 changes that are older than an hour and before `position`. */
export async function deleteRead(tx: Tx, { last, gaps }: LogPosition): Promise<void> {
  await runStatement(tx, DELETE_READ, [last, gaps.map((gap) => gap.first), gaps.map((gap) => gap.last)]);
}

// At most this many changes are sent to a returning reader; beyond that, reloading is cheaper.
const MOST_BEHIND = 50_000;
// At most this many ids may be missing: they are read at once, and the position is whatever the client says.
const MOST_MISSING = 2000;

/** Whether everything since `position` is still in the log and not too much to read. */
export async function canReadFrom(db: Db, { last, gaps }: LogPosition): Promise<boolean> {
  const end = await readLastId(db);
  if (last > end || end - last > MOST_BEHIND) return false;
  if (gaps.reduce((sum, gap) => sum + gap.last - gap.first + 1, 0) > MOST_MISSING) return false;
  if (last === end && gaps.length === 0) return true;
  const [row] = await runStatement<{ id: string | null }>(
    db,
    { text: "select min(id)::text as id from changes" },
    [],
  );
  const oldest = Number(row?.id ?? end + 1);
  return last + 1 >= oldest && gaps.every(({ first }) => first >= oldest);
}
