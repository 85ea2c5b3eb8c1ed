import type { JsonObject } from "../apps/connector.ts";
import type { Environment } from "../auth/scope.ts";
import { type Db, jsonb, runStatement, type Tx } from "../platform/database/database.ts";
import type { SubscriptionKind } from "./table.ts";

/** A trigger of one organization's application, as start nodes name it. */
export interface NamedTrigger {
  org_id: string;
  environment: Environment;
  slug: string;
  trigger_id: string;
}

/** A subscription that is wanted but does not exist. */
export interface MissingSubscription extends NamedTrigger {
  account_id: string;
  workflow_id: string;
  config_id: string;
  input: JsonObject;
  input_key: string;
  connection_id: string;
  facts: string;
}

const SAME = `s.account_id = w.account_id and s.slug = w.slug and s.workflow_id = w.workflow_id
  and s.config_id = w.config_id and s.trigger_id = w.trigger_id and s.input_key = w.input_key
  and s.connection_id = w.connection_id`;
// "offset 0" forces lookups by key, row by row: as a join, the other side would be scanned for each row whenever the
// planner believes it to be small. For the same reason the view has no `distinct`.
const IS_MISSING = `($1::text is null or w.account_id = $1)
  and not exists (select from trigger_subscriptions s where ${SAME} and s.wanted offset 0)`;
const IS_UNWANTED = `not exists (select from wanted_triggers w where ${SAME} offset 0)`;

const MISSING_TRIGGERS = {
  text: `select distinct w.org_id, w.environment, w.slug, w.trigger_id from wanted_triggers w where ${IS_MISSING}`,
};
const MISSING = {
  text: `select w.* from wanted_triggers w where ${IS_MISSING}
    and w.org_id = $2 and w.environment = $3 and w.slug = $4 and w.trigger_id = $5 limit $6`,
};
// A poll of a workflow that is merely unpublished keeps its cursor until it is published again.
const RESTS = `s.kind = 'poll'
  and exists (select from workflows w where w.id = s.workflow_id and w.org_id = s.org_id
    and s.environment = any (w.environments))
  and not exists (select from workflow_publications p
    where p.workflow_id = s.workflow_id and p.environment = s.environment)
  and exists (select from connections c where c.account_id = s.account_id and c.slug = s.slug)`;
// The current holder of the lease finishes first; "next_at" makes the subscription due right after.
const UNWANT = {
  text: `with batch as materialized (
      select id from trigger_subscriptions s where s.wanted and ($1::text is null or s.account_id = $1)
        and ${IS_UNWANTED} limit $3 for update skip locked)
    update trigger_subscriptions s set wanted = false, failures = 0, updated_at = $2, revision = s.revision + 1,
      next_at = case when ${RESTS} then null else $2::timestamptz end
    from batch where s.id = batch.id returning s.id`,
};
const END_REST = {
  text: `update trigger_subscriptions s set next_at = $2, updated_at = $2, revision = s.revision + 1
    where not s.wanted and s.kind = 'poll' and s.next_at is null and ($1::text is null or s.account_id = $1)
      and not (${RESTS}) and ${IS_UNWANTED}`,
};
const LOOK_AGAIN = {
  text: `update trigger_subscriptions s set facts = w.facts, next_at = $2, updated_at = $2, revision = s.revision + 1
    from wanted_triggers w where ${SAME} and s.wanted and s.kind = 'webhook' and s.facts <> w.facts
      and ($1::text is null or s.account_id = $1)`,
};

/** The triggers that lack subscriptions, for one account (row id) or for all. */
export function listMissingTriggers(db: Db, accountId: string | null): Promise<NamedTrigger[]> {
  return runStatement(db, MISSING_TRIGGERS, [accountId]);
}

/** Some of the missing subscriptions to one trigger. */
export function listMissingSubscriptions(
  db: Db,
  accountId: string | null,
  { org_id, environment, slug, trigger_id }: NamedTrigger,
  limit: number,
): Promise<MissingSubscription[]> {
  return runStatement(db, MISSING, [accountId, org_id, environment, slug, trigger_id, limit]);
}

export interface NewSubscription extends MissingSubscription {
  id: string;
  kind: SubscriptionKind;
  token_hash: Buffer;
  secrets: Buffer;
}

/** Stores a subscription, due at once; one that rests, or has not ended yet, continues from where it was. */
export async function insertSubscription(tx: Tx, row: NewSubscription, now: Date): Promise<void> {
  await tx
    .insertInto("trigger_subscriptions")
    .values({ ...row, input: jsonb(row.input), next_at: now, created_at: now, updated_at: now })
    .onConflict((conflict) =>
      conflict
        .columns([
          "account_id",
          "slug",
          "workflow_id",
          "config_id",
          "trigger_id",
          "input_key",
          "connection_id",
        ])
        .doUpdateSet((has) => ({
          wanted: true,
          failures: 0,
          facts: row.facts,
          next_at: now,
          updated_at: now,
          revision: has("trigger_subscriptions.revision", "+", 1),
        })),
    )
    .execute();
}

/** Marks at most `limit` unwanted subscriptions to end or to rest; returns how many there were. */
export async function markUnwanted(
  db: Db,
  accountId: string | null,
  { now, limit }: { now: Date; limit: number },
): Promise<number> {
  return (await runStatement(db, UNWANT, [accountId, now, limit])).length;
}

/** Ends resting subscriptions whose workflow will not resume them. */
export async function expireResting(db: Db, accountId: string | null, now: Date): Promise<void> {
  await runStatement(db, END_REST, [accountId, now]);
}

/** Makes due the webhook subscriptions whose workflow was published again or whose config changed. */
export async function scheduleReview(db: Db, accountId: string | null, now: Date): Promise<void> {
  await runStatement(db, LOOK_AGAIN, [accountId, now]);
}
