import { randomUUID } from "node:crypto";
import { type ExpressionBuilder, type Selectable, sql } from "kysely";
import type { SharedListener } from "../apps/connector-events.ts";
import type { AccountScope } from "../auth/scope.ts";
import {
  type Database,
  type Db,
  json,
  runStatement,
  type Statement,
  type Tables,
  type Tx,
} from "../platform/database/database.ts";
import type { Json } from "../platform/json/json.ts";
import { IS_UNLEASED, LeaseLostError, UNLEASED } from "../platform/work/row-lease.ts";
import { saveListeners } from "./shared/listener-store.ts";
import type { SubscriptionRow, SubscriptionStatus, TriggerSubscriptionTable } from "./table.ts";

/** The result of tending a subscription; absent members stay unchanged. */
export interface SubscriptionUpdate {
  status?: SubscriptionStatus;
  failures?: number;
  lastError?: string | null;
  setup?: Buffer;
  subscribed?: boolean;
  /** In an object, because null is a cursor too. */
  cursor?: { value: Json };
  hadEvents?: boolean;
  /** When it is due again, unless somebody has requested that in the meantime. */
  nextAt: Date | null;
}

const ANY_DUE: Statement = {
  name: "triggers-any-due",
  text: `select id from trigger_subscriptions
    where next_at <= $1 and ${IS_UNLEASED} limit 1`,
};
// Rows that this process holds come first in their lane, so that they use up its share. This only finds the turns:
// concurrent claims are noticed once the rows are locked.
const CLAIM = {
  text: `with candidates as materialized (
      select id, org_id, environment, slug, account_id, next_at, false as held from trigger_subscriptions
        where next_at <= $1 and ${IS_UNLEASED}
      union all
      select id, org_id, environment, slug, account_id, next_at, true from trigger_subscriptions where id = any ($4)
    ), of_account as (
      select *, row_number() over (partition by account_id, slug order by held desc, next_at, id) as of_account
      from candidates
    ), of_application as (
      select *, row_number() over (partition by org_id, environment, slug
        order by held desc, of_account, next_at, id) as turn
      from of_account where held or of_account <= $5
    ), in_turn as (
      select id, turn, row_number() over (order by turn, next_at, id) as place
      from of_application where turn <= $6 and not held
    ), due as materialized (
      select id from trigger_subscriptions
      where id = any (array(select id from in_turn where place <= $7 or (turn = 1 and place <= $8)))
        and next_at <= $1 and ${IS_UNLEASED}
      for update skip locked
    )
    update trigger_subscriptions s set lease = $2, leased_until = now() + make_interval(secs => $3::float8)
    from due, linked_accounts a where s.id = due.id and a.id = s.account_id
    returning s.*, a.account_id as "accountId"`,
};

/** How many subscriptions a process tends at a time, and the shares of them. */
export interface SubscriptionShares {
  slots: number;
  /** The last slots are reserved for applications that hold none, one for each. */
  spare: number;
  /** For one organization's application in one environment. */
  perApplication: number;
  /** For one account and application. */
  perAccount: number;
}

/**
 * Claims due subscriptions of this installation under a lease: applications take turns, and accounts within them.
 * `held` are the ids that this process already tends. Subscriptions held by another process are skipped.
 */
export async function claimDueSubscriptionRows(
  database: Database,
  {
    now,
    leaseMs,
    held,
    shares,
  }: { now: Date; leaseMs: number; held: readonly string[]; shares: SubscriptionShares },
): Promise<SubscriptionRow[]> {
  const free = shares.slots - held.length;
  if (free <= 0 || (await database.query(ANY_DUE, [now])).length === 0) return [];
  const { spare, perApplication, perAccount } = shares;
  const limits = [perAccount, perApplication, free - spare, free];
  return runStatement(database.db, CLAIM, [now, randomUUID(), leaseMs / 1000, held, ...limits]);
}

/** The account of a subscription, in its scope. */
export function toAccountScope(row: SubscriptionRow): AccountScope {
  const { org_id: orgId, environment, account_id: id, accountId } = row;
  return { orgId, environment, account: { id, accountId } };
}

/** The connection that a subscription belongs to; undefined: the default one. */
export function getConnectionId({
  connection_id: id,
}: Pick<SubscriptionRow, "connection_id">): string | undefined {
  return id === "" ? undefined : id;
}

/** Locks a subscription until `tx` ends; throws LeaseLostError if another process holds it. */
export async function lockLease(tx: Tx, row: SubscriptionRow): Promise<void> {
  const query = tx.selectFrom("trigger_subscriptions").where(isHeld(row));
  const held = await query.select("id").forUpdate().executeTakeFirst();
  if (!held) throw new LeaseLostError();
}

/** Saves the result and releases the lease; throws LeaseLostError if another process holds it. */
export async function saveSubscriptionUpdate(
  db: Db,
  row: SubscriptionRow,
  outcome: SubscriptionUpdate,
  now: Date,
): Promise<void> {
  const { status, failures, lastError, setup, subscribed, cursor, hadEvents, nextAt } = outcome;
  const next = sql<Date | null>`case when revision = ${row.revision} then ${nextAt}::timestamptz else next_at end`;
  const { numUpdatedRows } = await db
    .updateTable("trigger_subscriptions")
    .set({ next_at: next, ...UNLEASED, updated_at: now })
    .set({ status, failures, last_error: lastError, setup, subscribed })
    .set({ failing_since: status === "broken" ? sql`coalesce(failing_since, ${now})` : null })
    .$if(cursor !== undefined, (query) => query.set({ cursor: json(cursor?.value ?? null) }))
    .$if(hadEvents === true, (query) => query.set({ last_event_at: now }))
    .where(isHeld(row))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new LeaseLostError();
}

/** What is known of a subscription while it is still being tended. */
interface SetupUpdate {
  setup: Buffer;
  subscribed: boolean;
  status?: SubscriptionStatus;
  lastError?: string;
  /** In place of those that it has; absent: unchanged. */
  listeners?: readonly SharedListener[];
}

/** Saves the setup before or after the provider is called, while the lease continues; throws LeaseLostError. */
export async function saveSetup(
  db: Db,
  row: SubscriptionRow,
  { setup, subscribed, status, lastError, listeners }: SetupUpdate,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("trigger_subscriptions")
      .set({ setup, subscribed, status, last_error: lastError })
      .where(isHeld(row))
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new LeaseLostError();
    if (listeners !== undefined) await saveListeners(tx, row, listeners);
  });
}

/** Deletes a subscription that is no longer wanted; false if it is wanted again. */
export async function deleteUnwanted(db: Db, row: SubscriptionRow): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("trigger_subscriptions")
    .where(isHeld(row))
    .where("wanted", "=", false)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * Makes due an account's subscriptions to an application that wait, failed, should end or listen to what the connection
 * said its account is, because it changed.
 */
export async function scheduleConnectionReview(
  db: Db,
  accountId: string,
  slug: string,
  now: Date,
): Promise<void> {
  await db
    .updateTable("trigger_subscriptions")
    .set({ next_at: now, revision: sql`revision + 1` })
    .where("account_id", "=", accountId)
    .where("slug", "=", slug)
    .where((row) =>
      row.or([
        row("status", "in", ["waiting", "broken"]),
        row("wanted", "=", false),
        row.exists(
          row
            .selectFrom("trigger_listeners as l")
            .select("l.event")
            .whereRef("l.subscription_id", "=", "trigger_subscriptions.id"),
        ),
      ]),
    )
    // A poll that rests or ends needs no call to the provider.
    .where((row) => row.or([row("wanted", "=", true), row("kind", "=", "webhook")]))
    .execute();
}

/** The wanted subscription behind an address; undefined if there is none. */
export async function findSubscriptionByToken(db: Db, hash: Buffer): Promise<SubscriptionRow | undefined> {
  return db
    .selectFrom("trigger_subscriptions")
    .innerJoin("linked_accounts", "linked_accounts.id", "trigger_subscriptions.account_id")
    .selectAll("trigger_subscriptions")
    .select("linked_accounts.account_id as accountId")
    .where("token_hash", "=", hash)
    .where("kind", "=", "webhook")
    .where("wanted", "=", true)
    .executeTakeFirst();
}

/** Records that a subscription has reported events. */
export async function recordEvents(
  tx: Tx,
  { id, org_id, environment }: SubscriptionRow,
  now: Date,
): Promise<void> {
  await tx
    .updateTable("trigger_subscriptions")
    .set({ last_event_at: now })
    .where("id", "=", id)
    .where("org_id", "=", org_id)
    .where("environment", "=", environment)
    .execute();
}

/** The account's wanted subscriptions with the names of their workflows, oldest first. */
export function listSubscriptions(
  db: Db,
  { orgId, environment, account }: AccountScope,
): Promise<(Selectable<TriggerSubscriptionTable> & { workflowName: string | null })[]> {
  return db
    .selectFrom("trigger_subscriptions as s")
    .leftJoin("workflow_publications as p", (join) =>
      join
        .onRef("p.workflow_id", "=", "s.workflow_id")
        .onRef("p.environment", "=", "s.environment")
        .onRef("p.org_id", "=", "s.org_id"),
    )
    .selectAll("s")
    .select("p.name as workflowName")
    .where("s.org_id", "=", orgId)
    .where("s.environment", "=", environment)
    .where("s.account_id", "=", account.id)
    .where("s.wanted", "=", true)
    .orderBy("s.id")
    .execute();
}

/** An account's wanted subscription, locked until `tx` ends; undefined if it has none of this id. */
export function lockSubscription(
  tx: Tx,
  { orgId, environment, account }: AccountScope,
  id: string,
): Promise<Selectable<TriggerSubscriptionTable> | undefined> {
  return tx
    .selectFrom("trigger_subscriptions")
    .selectAll()
    .where("id", "=", id)
    .where("org_id", "=", orgId)
    .where("environment", "=", environment)
    .where("account_id", "=", account.id)
    .where("wanted", "=", true)
    .forUpdate()
    .executeTakeFirst();
}

/** Replaces the sealed secrets of a subscription that is locked. */
export async function saveHookSecrets(
  tx: Tx,
  { orgId, environment, account }: AccountScope,
  { id, secrets }: Pick<SubscriptionRow, "id" | "secrets">,
): Promise<void> {
  await tx
    .updateTable("trigger_subscriptions")
    .set({ secrets })
    .where("id", "=", id)
    .where("org_id", "=", orgId)
    .where("environment", "=", environment)
    .where("account_id", "=", account.id)
    .execute();
}

function isHeld({ id, org_id, environment, lease }: SubscriptionRow) {
  return (row: ExpressionBuilder<Tables, "trigger_subscriptions">) =>
    row.and([
      row("id", "=", id),
      row("org_id", "=", org_id),
      row("environment", "=", environment),
      row("lease", "=", lease),
    ]);
}
