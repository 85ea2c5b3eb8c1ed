import { type RawBuilder, type Selectable, type SqlBool, sql } from "kysely";
import type { AccountRef, Scope } from "../../auth/scope.ts";
import { type Db, runStatement } from "../../platform/database/database.ts";
import {
  buildScopedList,
  type LongList,
  type LongPage,
  readPage,
} from "../../platform/database/long-list.ts";
import { createId } from "../../platform/id.ts";
import type { Page } from "../../platform/page.ts";
import { toStorableText } from "../../platform/storable-text.ts";
import type { ConnectionRow } from "../store.ts";
import type { ConnectionEventTable, ConnectionHealthTable } from "../table.ts";

export type HealthRow = Selectable<ConnectionHealthTable>;
export type HealthEventRow = Selectable<ConnectionEventTable>;

/**
 * What can happen to a connection; `answered` only says that the provider responded to a call, `trigger_resumed` that a
 * failed trigger works again; both are not in the timeline.
 */
export type HealthKind =
  | "connected"
  | "reconnected"
  | "checked"
  | "check_failed"
  | "refreshed"
  | "refresh_failed"
  | "refused"
  | "expired"
  | "trigger_failed"
  | "trigger_resumed"
  | "answered";

/** One event of a connection. */
export interface HealthNote {
  readonly kind: HealthKind;
  readonly at: Date;
  /** In plain words, for people; it is shown in the timeline, and failures become the connection's cause. */
  readonly message?: string;
  /** HTTP status of the provider's response, if there was one. */
  readonly status?: number;
  /** The kind of request: `action`, `check`, `token` or `trigger`. */
  readonly where?: string;
  readonly scopes?: readonly string[];
  /** Whether it included a check, with the same outcome. */
  readonly checked?: boolean;
}

const TIMELINE = 50;

// A token that still works may still not be renewable, and a provider that answers may still not report events.
const LACKS_EVENTS = "($3::text = 'answered' and h.failures > 0 and h.answer_where = 'trigger')";
const NO_CURE = `(($3::text in ('answered', 'checked') and h.last_refresh_ok is false) or ${LACKS_EVENTS})`;

// The statement that trims the timeline does not see the new entry, so it leaves room for it.
const NOTE = {
  text: `with event as (
      insert into connection_events (id, connection_id, kind, message, status, at)
      select $2, id, $3::text, $4, $5::integer, $6::timestamptz from connections where id = $1 and $4::text is not null
      returning id
    ), trimmed as (
      delete from connection_events where connection_id = $1 and exists (select from event) and id in (
        select id from connection_events where connection_id = $1 order by id desc offset ${TIMELINE - 1})
    )
    insert into connection_health as h (connection_id, checks_ok, checks_failed, last_check_at, last_check_ok,
      refreshes_ok, refreshes_failed, last_refresh_at, last_refresh_ok, failures, cause, answer_status, answer_at,
      answer_where, scopes_granted)
    select id, $8::integer, $9::integer, case when $8::integer + $9::integer > 0 then $6::timestamptz end,
      case when $8::integer + $9::integer > 0 then $8::integer > 0 end,
      $10::integer, $11::integer, case when $10::integer + $11::integer > 0 then $6::timestamptz end,
      case when $10::integer + $11::integer > 0 then $10::integer > 0 end,
      case when $7::boolean then 0 else 1 end, case when not $7::boolean then $4::text end,
      $5::integer, case when $5::integer is not null then $6::timestamptz end,
      case when $5::integer is not null or $12::text = 'trigger' then $12::text end, $13::jsonb
    from connections where id = $1
    on conflict (connection_id) do update set
      checks_ok = h.checks_ok + excluded.checks_ok, checks_failed = h.checks_failed + excluded.checks_failed,
      last_check_at = coalesce(excluded.last_check_at, h.last_check_at),
      last_check_ok = coalesce(excluded.last_check_ok, h.last_check_ok),
      refreshes_ok = h.refreshes_ok + excluded.refreshes_ok,
      refreshes_failed = h.refreshes_failed + excluded.refreshes_failed,
      last_refresh_at = coalesce(excluded.last_refresh_at, h.last_refresh_at),
      last_refresh_ok = coalesce(excluded.last_refresh_ok, h.last_refresh_ok),
      failures = case when excluded.failures > 0 then h.failures + 1 when ${NO_CURE} then h.failures else 0 end,
      cause = case when excluded.failures = 0 and ${NO_CURE} then h.cause else excluded.cause end,
      answer_status = coalesce(excluded.answer_status, h.answer_status),
      answer_at = coalesce(excluded.answer_at, h.answer_at),
      answer_where = case when ${LACKS_EVENTS} then h.answer_where
        else coalesce(excluded.answer_where, h.answer_where) end,
      scopes_granted = coalesce(excluded.scopes_granted, h.scopes_granted)`,
};

const BAD: readonly HealthKind[] = ["check_failed", "refresh_failed", "refused", "expired", "trigger_failed"];

/** Records an event of a connection, in one statement; does nothing if the connection no longer exists. */
export async function insertNote(db: Db, connectionId: string, note: HealthNote): Promise<void> {
  const { kind, at, message, status, where, scopes, checked } = note;
  const isGood = !BAD.includes(kind);
  const count = (wanted: boolean) => (wanted ? 1 : 0);
  await runStatement(db, NOTE, [
    connectionId,
    createId(at.getTime()),
    kind,
    message === undefined ? null : toStorableText(message).slice(0, 1000),
    status ?? null,
    at,
    isGood,
    count(kind === "checked" || (checked === true && isGood)),
    count(kind === "check_failed" || (checked === true && !isGood)),
    count(kind === "refreshed"),
    count(kind === "refresh_failed"),
    where ?? null,
    scopes === undefined ? null : JSON.stringify(scopes),
  ]);
}

/**
 * Whether the provider refuses the credential itself, so that only the customer can help: the last call was answered
 * with 401, also with a renewed token, and no check has ever said that the credential is good (D512).
 */
export function isCredentialRefused(health: HealthRow): boolean {
  const { failures, answer_status: status, answer_where: where, last_check_at: checkedAt } = health;
  const isRenewable = health.last_refresh_ok !== false;
  return failures > 0 && status === 401 && where === "action" && checkedAt === null && isRenewable;
}

/** The health of connections that were read in their scope, by connection id. */
export async function readHealth(db: Db, connectionIds: readonly string[]): Promise<Map<string, HealthRow>> {
  if (connectionIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("connection_health")
    .selectAll()
    .where("connection_id", "in", connectionIds)
    .execute();
  return new Map(rows.map((row) => [row.connection_id, row]));
}

/** How many connections an application has, at most `MOST_CONNECTIONS`, and how many of those that expired are its. */
export interface ConnectionCount {
  readonly slug: string;
  readonly total: number;
  readonly expired: number;
}

/** The limit for counting connections of an application, and expired ones in all. */
export const MOST_CONNECTIONS = 1000;

const COUNT = {
  text: `with expired as (
      select slug, count(*)::int as expired from (select slug from connections
        where org_id = $1 and environment = $2 and status = 'expired' limit ${MOST_CONNECTIONS}) as capped group by slug
    )
    select one.slug, counted.total, coalesce(expired.expired, 0) as expired from unnest($3::text[]) as one (slug)
    cross join lateral (select count(*)::int as total from (select from connections c
      where c.org_id = $1 and c.environment = $2 and c.slug = one.slug limit ${MOST_CONNECTIONS}) as capped) as counted
    left join expired on expired.slug = one.slug`,
};

/** Counts connections by application. */
export function countConnections(
  db: Db,
  { orgId, environment }: Scope,
  slugs: readonly string[],
): Promise<ConnectionCount[]> {
  return runStatement<ConnectionCount>(db, COUNT, [orgId, environment, slugs]);
}

/** The timelines of connections that were read in their scope, newest first. */
export function readTimelines(db: Db, connectionIds: readonly string[]): Promise<HealthEventRow[]> {
  if (connectionIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom("connection_events")
    .selectAll()
    .where("connection_id", "in", connectionIds)
    .orderBy("id", "desc")
    .execute();
}

/** How many connections an account has, by their health. */
export type HealthCounts = Readonly<Record<"healthy" | "degraded" | "expired", number>>;

/** The health of the connections of accounts, by the accounts' row ids; accounts without connections are left out. */
export async function countHealth(
  db: Db,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, HealthCounts>> {
  if (accountIds.length === 0) return new Map();
  const { rows } = await sql<HealthCounts & { id: string }>`
    select c.account_id as id, (count(*) filter (where c.status = 'expired'))::int as expired,
      (count(*) filter (where c.status = 'active' and coalesce(h.failures, 0) = 0))::int as healthy,
      (count(*) filter (where c.status = 'active' and h.failures > 0))::int as degraded
    from connections c left join connection_health h on h.connection_id = c.id
    where c.account_id = any (${accountIds}) group by c.account_id`.execute(db);
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

/** Filters of a list of connections. */
export interface HealthFilter {
  status?: "healthy" | "degraded" | "expired";
  slug?: string;
  account?: AccountRef;
}

/** One page of an organization's connections, the longest connected first. */
export function listHealth(
  db: Db,
  scope: Scope,
  filter: HealthFilter,
  page: Page,
): Promise<LongPage<ConnectionRow & { accountId: string; accountName: string | null }>> {
  return readPage(db, listOf(scope, filter), page, ({ where, order }) =>
    db
      .selectFrom("connections")
      .innerJoin("linked_accounts", "linked_accounts.id", "connections.account_id")
      .selectAll("connections")
      .select(["linked_accounts.account_id as accountId", "linked_accounts.name as accountName"])
      .where(where)
      .orderBy("connections.id", order)
      .execute(),
  );
}

function listOf(scope: Scope, { status, slug, account }: HealthFilter): LongList {
  const all = { ...buildScopedList("connections", scope), oldestFirst: true };
  const { table, oldestFirst } = all;
  const ofSlug = slug === undefined ? [] : [sql<SqlBool>`connections.slug = ${slug}`];
  const ofState = status === undefined ? [] : [stateIs(status)];
  if (account) {
    const indexed = sql<SqlBool>`connections.account_id = ${account.id}`;
    return { table, oldestFirst, indexed, further: [...ofSlug, ...ofState] };
  }
  if (slug !== undefined) {
    const indexed = sql<SqlBool>`${all.indexed} and ${sql.join(ofSlug)}`;
    return { table, oldestFirst, indexed, owner: `${all.owner}/${slug}`, further: ofState };
  }
  if (status !== "expired") return { ...all, further: ofState };
  return { table, oldestFirst, indexed: sql`${all.indexed} and ${sql.join(ofState)}` };
}

function stateIs(status: NonNullable<HealthFilter["status"]>): RawBuilder<SqlBool> {
  if (status === "expired") return sql`connections.status = 'expired'`;
  const failing = sql`exists (
    select from connection_health h where h.connection_id = connections.id and h.failures > 0)`;
  return sql`connections.status = 'active' and ${status === "healthy" ? sql`not ${failing}` : failing}`;
}
