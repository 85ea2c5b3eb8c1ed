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
// $2 are the slugs of the catalog's applications that need no connection (D515).
const needsConnection = (slug: string, own: string) =>
  `coalesce(${own}.needs_connection, ${slug} <> all ($2::text[]))`;
const isOwn = (own: string, row: string, slug: string) =>
  `${own}.org_id = ${row}.org_id and ${own}.environment = ${row}.environment and ${own}.slug = ${slug}`;
const SLUG = "t ->> 'application'";

/**
 * The triggers that some accounts should have: those with a connection or, where none is needed, all of them. Of
 * several connections only the chosen or the default one counts.
 */
function buildWanted({
  accounts,
  connection,
  where,
}: {
  accounts: string;
  connection: string;
  where: string;
}) {
  // "limit 1" has a choice looked up by its key, row by row.
  return `select p.org_id, p.environment, a.id as account_id, p.workflow_id,
      coalesce(c.config_id, a.account_id) as config_id, ${SLUG} as slug, t ->> 'event' as trigger_id,
      coalesce(t -> 'input', '{}') as input, md5(coalesce(t -> 'input', '{}')::text) as input_key,
      ${connection} collate "C" as connection_id, p.version || '/' || coalesce(c.revision, 0) as facts
    from workflow_publications p
    cross join lateral jsonb_array_elements(p.start_triggers) t
    left join custom_applications own on ${isOwn("own", "p", SLUG)}
    ${accounts}
    left join configs c on c.org_id = p.org_id and c.environment = p.environment
      and c.account_id = a.id and c.slug = p.slug
    left join lateral (select h.enabled, h.connections from config_workflows h
      where h.config = c.id and h.workflow_id = p.workflow_id limit 1) choice on true
    where ${where} and (p.slug is null or (c.id is not null and coalesce(choice.enabled, p.auto_enable)))`;
}

const CHOSEN = `coalesce(choice.connections ->> (${SLUG}), c.connections ->> (${SLUG}))`;
const WANTED = [
  buildWanted({
    accounts: `join connections con on con.org_id = p.org_id and con.slug = ${SLUG}
        and con.environment = p.environment and (p.account_id is null or p.account_id = con.account_id)
      join linked_accounts a on a.id = con.account_id`,
    connection: `coalesce(${CHOSEN}, '')`,
    where: `${needsConnection(SLUG, "own")} and coalesce(con.id = ${CHOSEN}, con.is_default)`,
  }),
  buildWanted({
    accounts: `join linked_accounts a on a.org_id = p.org_id and a.environment = p.environment
        and (p.account_id is null or p.account_id = a.id)`,
    connection: "''::text",
    where: `not ${needsConnection(SLUG, "own")}`,
  }),
].join(" union all ");

// "offset 0" forces lookups by key, row by row: as a join, the other side would be scanned for each row whenever the
// planner believes it to be small. For the same reason there is no `distinct`: a trigger that is named twice, or an
// application connected in two ways, gives the same row twice.
const IS_MISSING = `($1::text is null or w.account_id = $1)
  and not exists (select from trigger_subscriptions s where ${SAME} and s.wanted offset 0)`;
const IS_UNWANTED = `not exists (select from (${WANTED}) w where ${SAME} offset 0)`;

const MISSING_TRIGGERS = {
  text: `select distinct w.org_id, w.environment, w.slug, w.trigger_id from (${WANTED}) w where ${IS_MISSING}`,
};
const MISSING = {
  text: `select w.* from (${WANTED}) w where ${IS_MISSING}
    and w.org_id = $3 and w.environment = $4 and w.slug = $5 and w.trigger_id = $6 limit $7`,
};
// A poll of a workflow that is merely unpublished keeps its cursor until it is published again.
const RESTS = `s.kind = 'poll'
  and exists (select from workflows w where w.id = s.workflow_id and w.org_id = s.org_id
    and s.environment = any (w.environments))
  and not exists (select from workflow_publications p
    where p.workflow_id = s.workflow_id and p.environment = s.environment)
  and (exists (select from connections c where c.account_id = s.account_id and c.slug = s.slug)
    or not coalesce((select o.needs_connection from custom_applications o where ${isOwn("o", "s", "s.slug")}),
      s.slug <> all ($2::text[])))`;
// The current holder of the lease finishes first; "next_at" makes the subscription due right after.
const UNWANT = {
  text: `with batch as materialized (
      select id from trigger_subscriptions s where s.wanted and ($1::text is null or s.account_id = $1)
        and ${IS_UNWANTED} limit $4 for update skip locked)
    update trigger_subscriptions s set wanted = false, failures = 0, updated_at = $3, revision = s.revision + 1,
      next_at = case when ${RESTS} then null else $3::timestamptz end
    from batch where s.id = batch.id returning s.id`,
};
const END_REST = {
  text: `update trigger_subscriptions s set next_at = $3, updated_at = $3, revision = s.revision + 1
    where not s.wanted and s.kind = 'poll' and s.next_at is null and ($1::text is null or s.account_id = $1)
      and not (${RESTS}) and ${IS_UNWANTED}`,
};
const LOOK_AGAIN = {
  text: `update trigger_subscriptions s set facts = w.facts, next_at = $3, updated_at = $3, revision = s.revision + 1
    from (${WANTED}) w where ${SAME} and s.wanted and s.kind = 'webhook' and s.facts <> w.facts
      and ($1::text is null or s.account_id = $1)`,
};

/** What the questions are about: one account (row id) or all, and the catalog's applications that need no connection. */
export interface WantedScope {
  readonly accountId: string | null;
  readonly connectionless: readonly string[];
}

/** The triggers that lack subscriptions. */
export function listMissingTriggers(db: Db, whose: WantedScope): Promise<NamedTrigger[]> {
  return runStatement(db, MISSING_TRIGGERS, valuesOf(whose));
}

/** Some of the missing subscriptions to one trigger. */
export function listMissingSubscriptions(
  db: Db,
  whose: WantedScope,
  { org_id, environment, slug, trigger_id }: NamedTrigger,
  limit: number,
): Promise<MissingSubscription[]> {
  return runStatement(db, MISSING, [...valuesOf(whose), org_id, environment, slug, trigger_id, limit]);
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
  whose: WantedScope,
  { now, limit }: { now: Date; limit: number },
): Promise<number> {
  return (await runStatement(db, UNWANT, [...valuesOf(whose), now, limit])).length;
}

/** Ends resting subscriptions whose workflow will not resume them. */
export async function expireResting(db: Db, whose: WantedScope, now: Date): Promise<void> {
  await runStatement(db, END_REST, [...valuesOf(whose), now]);
}

/** Makes due the webhook subscriptions whose workflow was published again or whose config changed. */
export async function scheduleReview(db: Db, whose: WantedScope, now: Date): Promise<void> {
  await runStatement(db, LOOK_AGAIN, [...valuesOf(whose), now]);
}

function valuesOf({ accountId, connectionless }: WantedScope): unknown[] {
  return [accountId, connectionless];
}
