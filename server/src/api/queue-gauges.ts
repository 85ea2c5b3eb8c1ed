import type { Deps } from "../deps.ts";
import type { Statement } from "../platform/database/database.ts";
import type { GaugeDefinition, GaugeValue } from "../platform/metrics/metrics.ts";
import { JOBS } from "./app.ts";

// Counting a longer backlog exactly would cost the database more than anybody needs to know.
const MOST_COUNTED = 100_000;

const IS_DUE_JOB = "j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= now()";

const READY: Statement = {
  name: "metrics-queue-ready",
  text: `select
    (select count(*) from (select from runs where ready_at is not null limit ${MOST_COUNTED}) r)::int as executions,
    (select count(*) from (select from webhook_deliveries where ready_at is not null limit ${MOST_COUNTED}) d)::int as deliveries,
    (select count(*) from (select from trigger_subscriptions where next_at <= now() limit ${MOST_COUNTED}) s)::int as polls,
    (select count(*) from (select from unnest($1::text[]) as q (name) join pgboss.job j on ${IS_DUE_JOB}
      limit ${MOST_COUNTED}) j)::int as jobs`,
};

// The oldest of each lane, or webhook, is the first in the order of their index: a long backlog is not read for it.
const OLDEST: Statement = {
  name: "metrics-queue-oldest",
  text: `with recursive lanes (lane) as (
      (select lane from runs where ready_at is not null order by lane limit 1)
      union all
      select (select r.lane from runs r where r.ready_at is not null and r.lane > lanes.lane order by r.lane limit 1)
      from lanes where lane is not null
    ), endpoints (id) as (
      (select webhook_id from webhook_deliveries where ready_at is not null order by webhook_id limit 1)
      union all
      select (select d.webhook_id from webhook_deliveries d where d.ready_at is not null and d.webhook_id > endpoints.id
        order by d.webhook_id limit 1)
      from endpoints where id is not null
    ), oldest as (
      select
        (select min(first.ready_at) from lanes cross join lateral (
          select ready_at from runs r where r.lane = lanes.lane and r.ready_at is not null order by r.ready_at limit 1
        ) first) as executions,
        (select min(first.ready_at) from endpoints cross join lateral (
          select ready_at from webhook_deliveries d where d.webhook_id = endpoints.id and d.ready_at is not null
          order by d.ready_at limit 1
        ) first) as deliveries,
        (select min(next_at) from trigger_subscriptions where next_at <= now()) as polls,
        (select min(j.start_after) from unnest($1::text[]) as q (name) join pgboss.job j on ${IS_DUE_JOB}) as jobs
    )
    select ${["executions", "deliveries", "polls", "jobs"]
      .map((queue) => `greatest(0, extract(epoch from now() - ${queue}))::float8 as ${queue}`)
      .join(", ")} from oldest`,
};

const FAILING: Statement = {
  name: "metrics-webhooks-failing",
  text: "select count(*)::int as count from webhooks where is_enabled and failing_since is not null",
};

const WORKERS: Statement = {
  name: "metrics-workers",
  text: "select count(*)::int as count from workers",
};

/** What the database knows, which is the same for all processes. */
export const QUEUE_GAUGES: readonly GaugeDefinition<Deps>[] = [
  {
    kind: "gauge",
    name: "junctor_queue_ready",
    about: `What is ready and waits for a process, up to ${MOST_COUNTED} of each queue.`,
    labels: ["queue"],
    isShared: true,
    read: (deps) => readQueues(deps, READY),
  },
  {
    kind: "gauge",
    name: "junctor_queue_oldest_seconds",
    about: "For how long the oldest of what is ready has waited; 0 if nothing is.",
    labels: ["queue"],
    isShared: true,
    read: (deps) => readQueues(deps, OLDEST),
  },
  {
    kind: "gauge",
    name: "junctor_webhooks_failing",
    about: "Webhooks whose last deliveries have failed, and which are not disabled yet.",
    labels: [],
    isShared: true,
    read: (deps) => readCount(deps, FAILING),
  },
  {
    kind: "gauge",
    name: "junctor_workers",
    about: "Processes that carry out work.",
    labels: [],
    isShared: true,
    read: (deps) => readCount(deps, WORKERS),
  },
];

async function readQueues({ database }: Pick<Deps, "database">, statement: Statement): Promise<GaugeValue[]> {
  const names = JOBS.map(({ name }) => name);
  const [row = {}] = await database.query<Record<string, number | null>>(statement, [names]);
  return Object.entries(row).map(([queue, value]) => ({ labels: { queue }, value: value ?? 0 }));
}

async function readCount({ database }: Pick<Deps, "database">, statement: Statement): Promise<GaugeValue[]> {
  const [row] = await database.query<{ count: number }>(statement, []);
  return row ? [{ labels: {}, value: row.count }] : [];
}
