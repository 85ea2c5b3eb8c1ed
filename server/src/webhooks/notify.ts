import type { AccountScope, Scope } from "../auth/scope.ts";
import type { Deps } from "../deps.ts";
import { type BoundStatement, runStatement, type Tx } from "../platform/database/database.ts";
import { createId } from "../platform/id.ts";
import type { Json } from "../platform/json/json.ts";
import { toStorableJson } from "../platform/storable-text.ts";
import { getSpan } from "../platform/tracing/tracing.ts";
import type { WebhookEvent } from "./event.ts";
import { WEBHOOKS } from "./table.ts";

export type ConnectionEvent = Extract<WebhookEvent, `Connection ${string}`>;
export type WorkflowEvent = Extract<WebhookEvent, `Workflow ${string}`>;
export type AlertEvent = Extract<WebhookEvent, `Alert ${string}`>;
export type UsageEvent = Extract<WebhookEvent, `Usage ${string}`>;

/** The subject of an event, by which webhooks can be limited. */
export interface EventSubject {
  /** The application. */
  readonly slug?: string | null;
  readonly workflowId?: string;
}

/** An event for webhooks. */
export interface NotifyEvent extends EventSubject {
  /** With the account that it is about, unless it is about the whole environment. */
  readonly scope: Scope & Partial<Pick<AccountScope, "account">>;
  readonly event: WebhookEvent;
  readonly payload: Readonly<Record<string, Json>>;
  /** The workflow's response, for webhooks with a body of their own (`workflow_response`). */
  readonly response?: Json;
  /** Where its deliveries continue a trace. */
  readonly traceparent?: string | undefined;
  /** What its deliveries carry, if `payload` and `response` are redacted; see `encryptNotice`. */
  readonly sealed?: string;
  readonly at: Date;
}

/** In characters of JSON: a webhook notifies about a workflow's response, and is not its transport. */
export const LONGEST_RESPONSE = 256 * 1024;

/** The name of the statement; its rows are the deliveries inserted. */
export const NOTIFY_STATEMENT = "webhooks-notify";

const NOTIFY = `with event as materialized (
    select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::timestamptz[],
      $11::text[], $12::text[]) as e (id, org_id, environment, event, payload, account_id, slug, workflow_id, response, at, traceparent, sealed)
  ), listener as materialized (
    -- Locked, so that no webhook is deleted before its deliveries are there: what is being deleted is left out.
    select w.id as webhook_id, w.type, w.is_enabled, e.* from event e join webhooks w on w.org_id = e.org_id and w.environment = e.environment
    where (w.is_enabled or w.disabled_at is not null) and w.events ? e.event and (w.slug is null or w.slug = e.slug)
      -- A connection belongs to no workflow, so the limit to workflows does not concern it.
      and (w.workflow_ids is null or e.event not like 'Workflow %' or w.workflow_ids ? e.workflow_id)
    for key share of w
  )
  insert into webhook_deliveries (id, org_id, environment, webhook_id, account_id, event, payload, response, sealed,
    status, next_attempt_at, ready_at, created_at, updated_at, traceparent)
  select substr(id, 1, 16) || lpad(to_hex((('x' || substr(id, 17))::bit(32)::bigint + place) & 4294967295), 8, '0'),
    org_id, environment, webhook_id, account_id, event, payload::json,
    case when type = 'custom' then response::json end, sealed,
    case when is_enabled then 'pending' else 'cancelled' end, case when is_enabled then at end,
    case when is_enabled then at end, at, at, traceparent
  from (select *, row_number() over (partition by id order by webhook_id) - 1 as place from listener) told
  returning id`;

/**
 * The statement that inserts a delivery, ready at once, for each webhook that listens for one of `events` (spec 6); for those that this
 * server has disabled a cancelled one, which can be resent. Run it in the transaction that causes the events; wake
 * `WEBHOOKS` when that has committed. The deliveries are deleted with the account, except for `Connection Deleted`,
 * which deleting the account causes itself. A response of more than 256 KB is left out.
 */
export function buildNotifyStatement(events: readonly NotifyEvent[]): BoundStatement {
  const column = <Value>(read: (event: NotifyEvent) => Value) => events.map(read);
  return {
    name: NOTIFY_STATEMENT,
    text: NOTIFY,
    values: [
      column(({ at }) => createId(at.getTime())),
      column(({ scope }) => scope.orgId),
      column(({ scope }) => scope.environment),
      column(({ event }) => event),
      column(({ payload }) => toStorableJson(JSON.stringify(payload))),
      column(({ event, scope }) => (event === "Connection Deleted" ? null : (scope.account?.id ?? null))),
      column(({ slug }) => slug ?? null),
      column(({ workflowId }) => workflowId ?? null),
      column(({ response }) => writeResponse(response)),
      column(({ at }) => at.toISOString()),
      column(({ traceparent }) => traceparent ?? null),
      column(({ sealed }) => sealed ?? null),
    ],
  };
}

function writeResponse(response: Json | undefined): string | null {
  const text = response === undefined ? null : toStorableJson(JSON.stringify(response));
  return text === null || text.length > LONGEST_RESPONSE ? null : text;
}

/** Notifies of one event in a transaction of `queue.transaction`, the one that causes it. */
export async function notify(
  { queue, clock }: Pick<Deps, "queue" | "clock">,
  tx: Tx,
  scope: NotifyEvent["scope"],
  event: WebhookEvent,
  payload: Record<string, Json>,
  about: EventSubject = {},
): Promise<void> {
  const statement = buildNotifyStatement([
    { ...about, scope, event, payload, traceparent: getSpan()?.traceparent, at: clock.now() },
  ]);
  const deliveries = await runStatement(tx, statement, statement.values);
  if (deliveries.length > 0) queue.ready(tx, WEBHOOKS);
}

/** The content of a connection event's payload; `linkedAccountId` is the organization's own id. */
export interface ConnectionFacts {
  event: ConnectionEvent;
  linkedAccountId: string;
  /** The application. */
  slug: string;
  connectionId: string;
  at: Date;
}

/** The payload of a connection event (platform-surface 3.7); `createdAt` in HTTP-date form. */
export function buildConnectionPayload(scope: Scope, facts: ConnectionFacts): Record<string, Json> {
  return {
    linked_account_id: facts.linkedAccountId,
    org_id: scope.orgId,
    environment: scope.environment,
    type: "General",
    event: facts.event,
    slug: facts.slug,
    connection_id: facts.connectionId,
    createdAt: facts.at.toUTCString(),
  };
}

/** The content of a workflow event's payload; `linkedAccountId` is the organization's own id. */
export interface WorkflowFacts {
  event: WorkflowEvent;
  linkedAccountId: string;
  executionId: string;
  workflowId: string;
  workflowName: string;
  configId: string;
  /** Of `Workflow Errored`: the node that failed, after how many attempts, when and with which error. */
  failure?: { nodeId?: string; nodeName?: string; attempts?: number; at: Date; error: Json };
}

/** The payload of a workflow event (platform-surface 3.7); `run_id` of its deliveries is generated from `instance_id`. */
export function buildWorkflowPayload(scope: Scope, facts: WorkflowFacts): Record<string, Json> {
  const { failure } = facts;
  return {
    linked_account_id: facts.linkedAccountId,
    instance_id: facts.executionId,
    workflow_id: facts.workflowId,
    config_id: facts.configId,
    event: facts.event,
    workflow_name: facts.workflowName,
    status: facts.event === "Workflow Completed" ? "COMPLETED" : "ERRORED",
    environment: scope.environment,
    ...(failure && {
      failed_node: { node_id: failure.nodeId ?? null, node_name: failure.nodeName ?? null },
      attempts: failure.attempts ?? null,
      failed_at: failure.at.toISOString(),
      error: failure.error,
    }),
  };
}

/** The content of an alert's payload. */
export interface AlertFacts {
  event: AlertEvent;
  alertId: string;
  ruleId: string;
  ruleName: string;
  ruleType: string;
  /** Why it is sent now. */
  reason: "fired" | "changed" | "reminder" | "resolved" | "test";
  summary: string;
  subjects: readonly { id: string; text: string; linked_account_id?: string }[];
  subjectCount: number;
  firedAt: Date;
  resolvedAt: Date | null;
  /** The alert in the dashboard. */
  url: string;
}

/** The payload of an alert; it has names and numbers, and nothing of what workflows process. */
export function buildAlertPayload(scope: Scope, facts: AlertFacts): Record<string, Json> {
  return {
    event: facts.event,
    type: "General",
    rule_name: facts.ruleName,
    summary: facts.summary,
    subjects: facts.subjects.map((subject) => ({ ...subject })),
    subject_count: facts.subjectCount,
    reason: facts.reason,
    fired_at: facts.firedAt.toISOString(),
    resolved_at: facts.resolvedAt?.toISOString() ?? null,
    url: facts.url,
    rule_type: facts.ruleType,
    alert_id: facts.alertId,
    rule_id: facts.ruleId,
    org_id: scope.orgId,
    environment: scope.environment,
  };
}

/** The content of a payload about a limit; `linkedAccountId` is the organization's own id. */
export interface UsageLimitFacts {
  event: UsageEvent;
  linkedAccountId: string;
  /** The name of the limit, such as `executions_per_month`. */
  limit: string;
  meter: string;
  period: "month" | "day" | null;
  /** Null for an account without one. */
  plan: string | null;
  most: number;
  used: number;
  /** First day of the period, and the day after its last one, in UTC; null without a period. */
  startsOn: string | null;
  resetsOn: string | null;
  /** One line for people. */
  message: string;
  at: Date;
}

/** The payload of an event about a limit of usage. */
export function buildUsagePayload(scope: Scope, facts: UsageLimitFacts): Record<string, Json> {
  return {
    event: facts.event,
    type: "General",
    linked_account_id: facts.linkedAccountId,
    message: facts.message,
    limit: facts.limit,
    meter: facts.meter,
    period: facts.period,
    plan: facts.plan,
    most: facts.most,
    used: facts.used,
    period_start: facts.startsOn && `${facts.startsOn}T00:00:00.000Z`,
    resets_at: facts.resetsOn && `${facts.resetsOn}T00:00:00.000Z`,
    reached_at: facts.at.toISOString(),
    org_id: scope.orgId,
    environment: scope.environment,
  };
}
