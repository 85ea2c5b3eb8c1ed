import { type Db, runStatement, type Statement } from "../../platform/database/database.ts";
import { createFirstId } from "../../platform/id.ts";
import { DAY_MS } from "../../platform/moment.ts";
import type { DeliveryStatus } from "../../webhooks/table.ts";
import type { FindingKind, ReceivedEventTable } from "../table.ts";

/** The columns of an event that its balance needs. */
export type BalancedEvent = Pick<ReceivedEventTable, "id" | "account_id" | "matched" | "received_at">;

/** A run that an event started. */
export interface StartedRun {
  readonly id: string;
  readonly event_id: string;
  readonly workflow_id: string;
  readonly workflow_name: string;
  readonly status: string;
  /** Running, but set aside until somebody answers, reconnects, or a time has come. */
  readonly is_waiting: boolean;
  /** Its deliveries, counted by status. */
  readonly deliveries: Readonly<Partial<Record<DeliveryStatus, number>>>;
  /** Open, but no worker will claim it. */
  readonly is_lost: boolean;
  /** Number of missing deliveries. */
  readonly unsent: number;
  /** Pending deliveries that no worker will send. */
  readonly lost_deliveries: readonly string[];
}

/** A discrepancy of an event or run. */
export interface Imbalance {
  readonly kind: FindingKind;
  readonly runId: string | null;
  readonly message: string;
}

/** Runs get their ids this soon after their event's, unless the process was paused in between. */
export const SOON_MS = 2000;
/** How long a missing record can be told from one deleted for its age; the audit runs well before that. */
export const LIVE_MS = DAY_MS;

/** SQL: whether the run `r` is open and in no queue; a run that waits for an answer has a waiting step. */
export const IS_LOST = `r.status in ('RUNNING', 'STOPPING') and r.ready_at is null and r.worker is null
  and r.wake_at is null and r.parked_at is null
  and not exists (select from run_steps s where s.run_id = r.id and s.status = 'Waiting')`;

/** SQL: whether the delivery `d` is pending and in no queue; matches the index `webhook_deliveries_lost`. */
export const IS_LOST_DELIVERY = `d.status = 'pending' and d.next_attempt_at is null and d.ready_at is null and d.worker is null`;

/** SQL: whether the run `r` waits for something while no process runs it, as in the list of executions. */
const IS_WAITING = `r.status = 'RUNNING' and r.worker is null and r.ready_at is null`;

/**
 * SQL: how many webhooks listened for the end of the run `r` but have no delivery of it; webhooks that this server
 * disabled count too, because a delivery is kept for them. Webhooks changed since then, or up to a minute before,
 * are ignored.
 */
export const UNSENT = `(select count(*)::int from webhooks h where h.org_id = r.org_id and h.environment = r.environment
  and r.status in ('COMPLETED', 'ERRORED', 'TIMED_OUT') and (h.is_enabled or h.disabled_at is not null)
  and h.events ? (case when r.status = 'COMPLETED' then 'Workflow Completed' else 'Workflow Errored' end)
  and (h.slug is null or h.slug = r.slug) and (h.workflow_ids is null or h.workflow_ids ? r.workflow_id)
  and h.updated_at < r.finished_at - interval '1 minute'
  and h.id not in (select d.webhook_id from webhook_deliveries d where d.run_id = r.id))`;

const STARTED: Statement = {
  name: "events-started-runs",
  text: `select r.id, r.event_id, r.workflow_id, r.workflow_name, r.status, ${IS_WAITING} as is_waiting, ${IS_LOST} as is_lost, ${UNSENT} as unsent,
      array(select d.id from webhook_deliveries d where d.run_id = r.id and ${IS_LOST_DELIVERY} order by d.id) as lost_deliveries,
      coalesce((select json_object_agg(status, number) from (
        select d.status, count(*)::int as number from webhook_deliveries d where d.run_id = r.id group by d.status) n), '{}') as deliveries
    from unnest($1::text[], $2::text[], $3::text[]) as e (id, until, account_id)
    cross join lateral (select r.* from runs r where r.account_id = e.account_id and r.id > e.id and r.id < e.until
      and r.event_id = e.id and r.replay_of is null order by r.id) r
    order by r.id`,
};

/** The runs that events started, by event id, oldest first. */
export async function readStartedRuns(
  db: Db,
  events: readonly BalancedEvent[],
): Promise<Map<string, StartedRun[]>> {
  const soon = byEvent(await readStarted(db, events, SOON_MS));
  // A wider search is worth its cost only if the number differs.
  const unsure = events.filter(({ id, matched }) => (soon.get(id)?.length ?? 0) !== matched);
  const late = byEvent(await readStarted(db, unsure, DAY_MS));
  return new Map([...soon, ...late]);
}

/** The discrepancies of an event that is younger than a day. */
export function findImbalances({ matched }: BalancedEvent, runs: readonly StartedRun[]): Imbalance[] {
  const count = runs.length;
  return [
    ...(count === matched
      ? []
      : [{ kind: "executions" as const, runId: null, message: missing(matched, count) }]),
    ...runs.flatMap(findRunImbalances),
    ...runs.flatMap((run) => run.lost_deliveries.map((id) => createLostDelivery(id, run.id))),
  ];
}

/** The imbalance of a pending delivery that is in no queue; `runId` is the run that it reports, if any. */
export function createLostDelivery(id: string, runId: string | null): Imbalance {
  return { kind: "queue", runId, message: `The delivery ${id} is pending, but is in no queue.` };
}

/** The discrepancies of a run. */
export function findRunImbalances({
  id,
  is_lost,
  unsent,
}: Pick<StartedRun, "id" | "is_lost" | "unsent">): Imbalance[] {
  return [
    ...(is_lost
      ? [{ kind: "queue" as const, runId: id, message: `The execution ${id} is open, but is in no queue.` }]
      : []),
    ...(unsent > 0
      ? [
          {
            kind: "deliveries" as const,
            runId: id,
            message: `The execution ${id} has ended, but ${unsent} of the webhooks that listened for it got no delivery.`,
          },
        ]
      : []),
  ];
}

function missing(matched: number, found: number): string {
  return `The event matched ${matched} ${matched === 1 ? "workflow" : "workflows"}, but has ${found} ${found === 1 ? "execution" : "executions"}.`;
}

async function readStarted(
  db: Db,
  events: readonly BalancedEvent[],
  withinMs: number,
): Promise<StartedRun[]> {
  if (events.length === 0) return [];
  return runStatement<StartedRun>(db, STARTED, [
    events.map(({ id }) => id),
    events.map(({ id }) => createIdAfter(id, withinMs)),
    events.map(({ account_id }) => account_id),
  ]);
}

/** The first possible id that is `ms` later than another one. */
export function createIdAfter(id: string, ms: number): string {
  return createFirstId(new Date(Number.parseInt(id.slice(0, 12), 16) + ms));
}

function byEvent(runs: readonly StartedRun[]): Map<string, StartedRun[]> {
  const found = new Map<string, StartedRun[]>();
  for (const one of runs) found.set(one.event_id, [...(found.get(one.event_id) ?? []), one]);
  return found;
}
