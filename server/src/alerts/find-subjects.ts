import { type Db, runStatement } from "../platform/database/database.ts";
import { FAILED, PASSING } from "../statistics/store.ts";
import { describeReached } from "../usage/plans/notify-of-limits.ts";
import type { AlertRuleRow, AlertSubject } from "./table.ts";
import { type AlertType, describeMinutes, LEAST_ENDED } from "./types.ts";

/** What a rule finds: the first subjects, and how many there are. */
export interface FoundSubjects {
  readonly subjects: readonly AlertSubject[];
  readonly count: number;
}

/** How many subjects an alert names at most. */
export const MOST_SUBJECTS = 100;
const MINUTE_MS = 60_000;
// Counters of minutes for longer windows would be many rows for each check.
const LONGEST_BY_MINUTE = 120;
const MOST_COUNTED = 10_000;

type Find = (db: Db, rule: AlertRuleRow, now: Date) => Promise<FoundSubjects>;

/**
 * What fulfils a rule's condition now; nothing: the rule does not fire. Only names, ids and numbers are read, so that
 * nothing of a payload leaves with a notification.
 */
export function findSubjects(db: Db, rule: AlertRuleRow, now: Date): Promise<FoundSubjects> {
  return FIND[rule.type](db, rule, now);
}

const FIND: Readonly<Record<AlertType, Find>> = {
  workflow_failures: findFailingWorkflows,
  connection_expired: findExpiredConnections,
  webhook_failing: findFailingWebhooks,
  queue_age: findOldWork,
  trigger_stuck: findStuckTriggers,
  usage_limit: findReachedLimits,
};

const before = (now: Date, minutes: number) => new Date(now.getTime() - minutes * MINUTE_MS);

/** The rows of a query that has `total` in each row, as subjects. */
async function readSubjects<Found extends { total: number }>(
  db: Db,
  text: string,
  values: readonly unknown[],
  toSubject: (row: Found) => AlertSubject,
): Promise<FoundSubjects> {
  const rows = await runStatement<Found>(db, { text }, values);
  return { subjects: rows.map(toSubject), count: rows[0]?.total ?? 0 };
}

interface FailingWorkflow {
  id: string;
  name: string | null;
  failed: number;
  ended: number;
  total: number;
}

const FAILING_WORKFLOWS = `with counted as (
    select value as id, coalesce(sum(count) filter (where status = any ($3::text[])), 0)::float8 as failed,
      sum(count)::float8 as ended
    from statistics
    where org_id = $1 and environment = $2 and subject = 'executions' and every = $5 and dimension = 'workflow'
      and at >= date_trunc($5, $6::timestamptz, 'UTC') and status <> all ($4::text[])
      and ($7::text is null or value = $7)
    group by value
  ), failing as (
    select * from counted where case when $8 = 'percent' then ended >= ${LEAST_ENDED} and failed * 100 > $9 * ended
      else failed > $9 end
  )
  select f.*, w.name, (select count(*) from failing)::int as total
  from failing f left join workflow_names w on w.id = f.id and w.org_id = $1 and w.environment = $2
  order by f.failed desc, f.id limit ${MOST_SUBJECTS}`;

/** Workflows by failed executions of the last minutes; for more than two hours, since the beginning of an hour. */
function findFailingWorkflows(db: Db, rule: AlertRuleRow, now: Date): Promise<FoundSubjects> {
  const { workflow_id: workflowId, above, unit, minutes } = rule;
  const every = minutes > LONGEST_BY_MINUTE ? "hour" : "minute";
  const since = before(now, minutes);
  const values = [rule.org_id, rule.environment, FAILED, PASSING, every, since, workflowId, unit, above];
  return readSubjects<FailingWorkflow>(db, FAILING_WORKFLOWS, values, ({ id, name, failed, ended }) => ({
    id,
    text: `${name ?? "Deleted workflow"}: ${failed.toLocaleString("en")} of ${ended.toLocaleString("en")} executions failed`,
  }));
}

interface CustomersRecord {
  id: string;
  slug: string;
  accountId: string;
  accountName: string | null;
  total: number;
}

/** A customer as pages name it. */
function nameCustomer({ accountId, accountName }: CustomersRecord): string {
  return accountName === null || accountName === accountId ? accountId : `${accountName} (${accountId})`;
}

const EXPIRED_CONNECTIONS = `with expired as materialized (
    select id, slug, account_id, updated_at from connections
    where org_id = $1 and environment = $2 and status = 'expired' and updated_at >= $3 and ($4::text is null or slug = $4)
    order by updated_at desc limit ${MOST_COUNTED}
  )
  select e.id, e.slug, a.account_id as "accountId", a.name as "accountName", (select count(*) from expired)::int as total
  from expired e join linked_accounts a on a.id = e.account_id order by e.updated_at desc, e.id limit ${MOST_SUBJECTS}`;

function findExpiredConnections(db: Db, rule: AlertRuleRow, now: Date): Promise<FoundSubjects> {
  const values = [rule.org_id, rule.environment, before(now, rule.minutes), rule.application];
  return readSubjects<CustomersRecord>(db, EXPIRED_CONNECTIONS, values, (row) => ({
    id: row.id,
    text: `${row.slug} of ${nameCustomer(row)}`,
    linked_account_id: row.accountId,
  }));
}

interface FailingWebhook {
  id: string;
  name: string;
  since: Date | null;
  total: number;
}

// The path of an address may hold a secret, its host does not.
const FAILING_WEBHOOKS = `select id, coalesce(description, substring(url from '^https?://([^/?#]+)'), id) as name,
    case when is_enabled then failing_since end as since, (count(*) over ())::int as total
  from webhooks
  where org_id = $1 and environment = $2
    and (is_enabled and failing_since <= $3 or not is_enabled and disabled_at is not null)
  order by coalesce(disabled_at, failing_since), id limit ${MOST_SUBJECTS}`;

function findFailingWebhooks(db: Db, rule: AlertRuleRow, now: Date): Promise<FoundSubjects> {
  const values = [rule.org_id, rule.environment, before(now, rule.minutes)];
  return readSubjects<FailingWebhook>(db, FAILING_WEBHOOKS, values, ({ id, name, since }) => ({
    id,
    text: since
      ? `${name}: failing since ${toMinute(since)}`
      : `${name}: disabled by the server after failures`,
  }));
}

// As for metrics (api/queue-gauges): the oldest of each lane is the first in the order of its index, so that a long
// backlog is not read. Lanes belong to one account.
const OLD_WORK = `with recursive lanes (lane) as (
    (select lane from runs where ready_at is not null order by lane limit 1)
    union all
    select (select r.lane from runs r where r.ready_at is not null and r.lane > lanes.lane order by r.lane limit 1)
    from lanes where lane is not null
  ), oldest (id, ready_at) as (
    select 'executions', min(first.ready_at) from lanes cross join lateral (
      select ready_at, org_id, environment from runs r where r.lane = lanes.lane and r.ready_at is not null
      order by r.ready_at limit 1) first
    where first.org_id = $1 and first.environment = $2
    union all
    select 'deliveries', min(first.ready_at) from webhooks w cross join lateral (
      select ready_at from webhook_deliveries d where d.webhook_id = w.id and d.ready_at is not null
      order by d.ready_at limit 1) first
    where w.org_id = $1 and w.environment = $2
  )
  select id, ready_at as since, (count(*) over ())::int as total from oldest where ready_at < $3 order by ready_at`;

const WORK_NAMES: Readonly<Record<string, string>> = {
  executions: "Executions",
  deliveries: "Webhook deliveries",
};

function findOldWork(db: Db, rule: AlertRuleRow, now: Date): Promise<FoundSubjects> {
  const values = [rule.org_id, rule.environment, before(now, rule.minutes)];
  return readSubjects<{ id: string; since: Date; total: number }>(db, OLD_WORK, values, ({ id, since }) => ({
    id,
    text: `${WORK_NAMES[id]}: the oldest has waited for ${waited(since, now)}`,
  }));
}

const STUCK_TRIGGERS = `with stuck as materialized (
    select id, slug, trigger_id, account_id, workflow_id, failing_since as since from trigger_subscriptions
    where org_id = $1 and environment = $2 and failing_since <= $3 and wanted and status = 'broken'
      and ($4::text is null or slug = $4)
    union
    select id, slug, trigger_id, account_id, workflow_id, next_at from trigger_subscriptions
    where next_at <= $3 and org_id = $1 and environment = $2 and wanted and ($4::text is null or slug = $4)
    limit ${MOST_COUNTED}
  )
  select distinct on (s.id) s.id, s.slug, s.trigger_id as "triggerId", s.since, a.account_id as "accountId",
    a.name as "accountName", w.name as workflow, (select count(distinct id) from stuck)::int as total
  from stuck s join linked_accounts a on a.id = s.account_id
  left join workflow_names w on w.id = s.workflow_id and w.org_id = $1 and w.environment = $2
  order by s.id, s.since limit ${MOST_SUBJECTS}`;

type StuckTrigger = CustomersRecord & { triggerId: string; since: Date; workflow: string | null };

/** Triggers that have failed for that long, and polls that nobody has made for that long. */
function findStuckTriggers(db: Db, rule: AlertRuleRow, now: Date): Promise<FoundSubjects> {
  const values = [rule.org_id, rule.environment, before(now, rule.minutes), rule.application];
  return readSubjects<StuckTrigger>(db, STUCK_TRIGGERS, values, (row) => ({
    id: row.id,
    text: `${row.slug} ${row.triggerId} of ${nameCustomer(row)}${row.workflow ? ` for ${row.workflow}` : ""}: for ${waited(row.since, now)}`,
    linked_account_id: row.accountId,
  }));
}

type CustomerAtLimit = CustomersRecord & { limits: Parameters<typeof describeReached>[0][] };

const REACHED_LIMITS = `with reached as materialized (
    select n.* from usage_notices n where n.org_id = $1 and n.environment = $2 and n.created_at >= $3 and n.ends_on > $4::date
    order by n.created_at limit ${MOST_COUNTED}
  )
  select a.id, '' as slug, a.account_id as "accountId", a.name as "accountName",
    (select count(distinct account_id) from reached)::int as total,
    json_agg(json_build_object('accountId', a.account_id, 'cap', r.cap, 'level', r.level, 'most', r.most, 'used', r.used)
      order by r.level, r.cap) as limits
  from reached r join linked_accounts a on a.id = r.account_id
  group by a.id order by min(r.level), a.id limit ${MOST_SUBJECTS}`;

/** Customers who came to a soft or hard limit lately, in a period that is not over. */
function findReachedLimits(db: Db, rule: AlertRuleRow, now: Date): Promise<FoundSubjects> {
  const today = now.toISOString().slice(0, 10);
  const values = [rule.org_id, rule.environment, before(now, rule.minutes), today];
  return readSubjects<CustomerAtLimit>(db, REACHED_LIMITS, values, (row) => ({
    id: row.id,
    text: row.limits.map((limit) => describeReached({ ...limit, accountId: nameCustomer(row) })).join("; "),
    linked_account_id: row.accountId,
  }));
}

function waited(since: Date, now: Date): string {
  return describeMinutes(Math.max(1, Math.floor((now.getTime() - since.getTime()) / MINUTE_MS)));
}

/** A moment for people, in UTC. */
export function toMinute(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
