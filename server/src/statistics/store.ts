import type { Scope } from "../auth/scope.ts";
import { type Database, type Db, runStatement } from "../platform/database/database.ts";
import type { Dimension, Histogram, Interval, Subject } from "./table.ts";

/** Which counters to read; `to` is exclusive. */
export interface CounterFilter {
  readonly subject: Subject;
  readonly every: Interval;
  readonly dimension: Dimension;
  readonly from: Date;
  readonly to: Date;
}

/** A counter as read from the table. */
export interface Counter {
  readonly value: string;
  readonly at: Date;
  readonly status: string;
  readonly count: number;
  readonly duration_ms: number;
  readonly histogram: Histogram;
}

/** Statuses that mean a failure. */
export const FAILED: readonly string[] = [
  "ERRORED",
  "TIMED_OUT",
  "failed",
  "expired",
  "degraded",
  "4xx",
  "5xx",
  "no_answer",
];
/** Statuses that are not final. */
export const PASSING: readonly string[] = ["STARTED", "retrying"];

const WHERE = `org_id = $1 and environment = $2 and subject = $3 and every = $4 and dimension = $5
  and at >= $6::timestamptz and at < $7::timestamptz`;

const valuesOf = ({ orgId, environment }: Scope, { subject, every, dimension, from, to }: CounterFilter) => [
  orgId,
  environment,
  subject,
  every,
  dimension,
  from,
  to,
];

/** The values of a dimension with the most ends or failures; values without any are left out. */
export async function findTopValues(
  db: Db,
  scope: Scope,
  filter: CounterFilter,
  { sort, limit }: { readonly sort: "count" | "failed"; readonly limit: number },
): Promise<string[]> {
  const counted = sort === "failed" ? "status = any ($8::text[])" : "status <> all ($8::text[])";
  const text = `select value from statistics where ${WHERE} and ${counted}
    group by value order by sum(count) desc, value limit $9`;
  const rows = await runStatement<{ value: string }>(db, { text }, [
    ...valuesOf(scope, filter),
    sort === "failed" ? FAILED : PASSING,
    limit,
  ]);
  return rows.map(({ value }) => value);
}

/** All counters of these values, oldest first. */
export async function readCounters(
  db: Db,
  scope: Scope,
  filter: CounterFilter,
  values: readonly string[],
): Promise<Counter[]> {
  const text = `select value, at, status, count::float8 as count, duration_ms::float8 as duration_ms, histogram
    from statistics where ${WHERE} and value = any ($8::text[]) order by at`;
  return runStatement<Counter>(db, { text }, [...valuesOf(scope, filter), values]);
}

/** How many of a scope's connections have each health. */
export interface ConnectionGauge {
  readonly healthy: number;
  readonly degraded: number;
  readonly expired: number;
}

/** The current health of connections, counted. */
export async function readConnectionGauge(db: Db, { orgId, environment }: Scope): Promise<ConnectionGauge> {
  const text = `with counts as (
      select count(*) filter (where status = 'active') as active, count(*) filter (where status = 'expired') as expired
      from connections where org_id = $1 and environment = $2
    ), failing as (
      select count(*) as degraded from connection_health h join connections c on c.id = h.connection_id
      where h.failures > 0 and c.org_id = $1 and c.environment = $2 and c.status = 'active'
    )
    select (active - degraded)::int as healthy, degraded::int, expired::int from counts, failing`;
  const [gauge] = await runStatement<ConnectionGauge>(db, { text }, [orgId, environment]);
  return gauge ?? { healthy: 0, degraded: 0, expired: 0 };
}

export interface Backlog {
  readonly ready: number;
  readonly running: number;
  readonly waiting: number;
  readonly parked: number;
  readonly is_capped: boolean;
}

const MOST_COUNTED = 10_000;

/** The open executions of a scope right now, at most 10,000. */
export async function readBacklog(db: Db, { orgId, environment }: Scope): Promise<Backlog> {
  const text = `with open as (
      select worker, ready_at, parked_at from runs
      where org_id = $1 and environment = $2 and status = 'RUNNING' and test is null limit ${MOST_COUNTED + 1}
    )
    select count(ready_at)::int as ready, count(worker)::int as running, count(parked_at)::int as parked,
      (count(*) filter (where worker is null and ready_at is null and parked_at is null))::int as waiting,
      count(*) > ${MOST_COUNTED} as is_capped from open`;
  const [backlog] = await runStatement<Backlog>(db, { text }, [orgId, environment]);
  return backlog ?? { ready: 0, running: 0, waiting: 0, parked: 0, is_capped: false };
}

const NAMES: Partial<Record<Dimension, string>> = {
  workflow: `select id, name from workflow_names where org_id = $1 and environment = $2 and id = any ($3::text[])`,
  account: `select id, account_id as name from linked_accounts where org_id = $1 and environment = $2 and id = any ($3::text[])`,
  webhook: `select id, url as name from webhooks where org_id = $1 and environment = $2 and id = any ($3::text[])`,
  server: `select id, name from mcp_servers where org_id = $1 and environment = $2 and id = any ($3::text[])`,
};

/** The names of a dimension's values, if they have any. */
export async function findNames(
  db: Db,
  { orgId, environment }: Scope,
  dimension: Dimension,
  values: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const text = NAMES[dimension];
  if (text === undefined || values.length === 0) return new Map();
  const rows = await runStatement<{ id: string; name: string | null }>(db, { text }, [
    orgId,
    environment,
    values,
  ]);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const DELETE_OLD = (age: string) => `with old as materialized (
    select ctid as place from statistics where every = $1 and at < ${age} limit $2 for update skip locked)
  delete from statistics s using old where s.ctid = old.place returning 1 as gone`;

/**
 * Deletes at most `limit` counters of minutes after 50 hours, and of hours after 60 days; returns the larger of the
 * two counts.
 */
export async function deleteOldCounters(database: Database, _before: Date, limit: number): Promise<number> {
  const deleted = await database.batch([
    {
      name: "statistics-old-minutes",
      text: DELETE_OLD("now() - interval '50 hours'"),
      values: ["minute", limit],
    },
    { name: "statistics-old-hours", text: DELETE_OLD("now() - interval '60 days'"), values: ["hour", limit] },
  ]);
  return Math.max(...deleted.map((rows) => rows.length));
}

/** Deletes at most `limit` counters of days after 400 days, or when the server deletes executions if that is later. */
export async function deleteOldDays(
  database: Database,
  before: Date,
  limit: number,
  scope?: Scope,
): Promise<number> {
  if (scope !== undefined) return 0;
  const text = DELETE_OLD("least($3::timestamptz, now() - interval '400 days')");
  const rows = await database.query({ name: "statistics-old-days", text }, ["day", limit, before]);
  return rows.length;
}
