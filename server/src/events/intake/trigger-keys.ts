import { createHash } from "node:crypto";
import type { BoundStatement, Database, Statement } from "../../platform/database/database.ts";

/** Identifies a key: the account (row id), what the keys belong to, and the key itself. */
export interface TriggerKey {
  readonly accountId: string;
  /** As in the table `trigger_keys`. */
  readonly scope: string;
  readonly key: string;
}

/** The holder of a key: the event and the run, if any, that first came with it. */
export interface KeyHolder {
  readonly eventId: string | null;
  readonly runId: string | null;
  readonly fingerprint: string | null;
  /** How many runs the event started. */
  readonly executions: number;
}

/** A key to be reserved. */
export interface KeyReservation extends TriggerKey {
  readonly eventId: string | null;
  readonly runId: string | null;
  readonly fingerprint: string | null;
  readonly claimedAt: Date;
  /** When it may be used again; null: never. */
  readonly freeAt: Date | null;
}

const FIND: Statement = {
  name: "events-find-keys",
  text: `select k.account_id as "accountId", k.scope, k.key, k.event_id as "eventId", k.run_id as "runId", k.fingerprint,
      coalesce(e.matched, 0) as executions
    from unnest($1::text[], $2::text[], $3::text[]) as wanted (account_id, scope, key)
    cross join lateral (select * from trigger_keys k where k.account_id = wanted.account_id and k.scope = wanted.scope
      and k.key = wanted.key and (k.free_at is null or k.free_at > $4) limit 1) k
    left join lateral (select matched from received_events e where e.id = k.event_id limit 1) e on true`,
};

// In a fixed order, so that two transactions that claim the same keys do not deadlock.
const TAKEN = `with given as (
    select * from json_to_recordset($1::json) as k (account_id text, scope text, key text, event_id text, run_id text,
      fingerprint text, claimed_at timestamptz, free_at timestamptz)
  ), taken as (
    insert into trigger_keys (account_id, scope, key, event_id, run_id, fingerprint, claimed_at, free_at)
    select account_id, scope, key, event_id, run_id, fingerprint, claimed_at, free_at from given
    order by account_id, scope, key
    on conflict (account_id, scope, key) do update set event_id = excluded.event_id, run_id = excluded.run_id,
      fingerprint = excluded.fingerprint, claimed_at = excluded.claimed_at, free_at = excluded.free_at
    where trigger_keys.free_at <= excluded.claimed_at
    returning key
  )`;

/** A key as a string, for maps. */
export function formatKey({ accountId, scope, key }: TriggerKey): string {
  return JSON.stringify([accountId, scope, key]);
}

/** A key as stored: the text itself, or its SHA-256 if the text is unsuitable for an index. */
export function toStoredKey(text: string): string {
  return /^[\x20-\x7e]{1,255}$/.test(text) ? text : createHash("sha256").update(text).digest("hex");
}

/** Those of `keys` that are held at `now`, by `formatKey`. */
export async function findHolders(
  database: Database,
  keys: readonly TriggerKey[],
  now: Date,
): Promise<Map<string, KeyHolder>> {
  if (keys.length === 0) return new Map();
  const rows = await database.query<TriggerKey & KeyHolder>(FIND, [
    keys.map(({ accountId }) => accountId),
    keys.map(({ scope }) => scope),
    keys.map(({ key }) => key),
    now,
  ]);
  return new Map(rows.map((row) => [formatKey(row), row]));
}

/** Reserves keys. Unless all are free, fails with a data error (SQLSTATE 22012) that rolls back the whole transaction. */
export function buildReserveAllStatement(reservations: readonly KeyReservation[]): BoundStatement {
  return {
    name: "events-take-keys",
    text: `${TAKEN} select 1 / (case when count(*) = $2 then 1 else 0 end) as done from taken`,
    values: [encode(reservations), reservations.length],
  };
}

/** Reserves those keys that are free; the rows are the `key`s reserved. */
export function buildReserveFreeStatement(reservations: readonly KeyReservation[]): BoundStatement {
  return {
    name: "events-take-free-keys",
    text: `${TAKEN} select key from taken`,
    values: [encode(reservations)],
  };
}

function encode(reservations: readonly KeyReservation[]): string {
  return JSON.stringify(
    reservations.map(({ accountId, eventId, runId, claimedAt, freeAt, ...same }) => ({
      ...same,
      account_id: accountId,
      event_id: eventId,
      run_id: runId,
      claimed_at: claimedAt,
      free_at: freeAt,
    })),
  );
}
