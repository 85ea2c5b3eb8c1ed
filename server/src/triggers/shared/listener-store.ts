import type { SharedListener } from "../../apps/connector-events.ts";
import type { Scope } from "../../auth/scope.ts";
import type { Db, Tx } from "../../platform/database/database.ts";
import type { SubscriptionRow } from "../table.ts";
import type {} from "./table.ts";

/** Replaces what a subscription listens to. */
export async function saveListeners(
  tx: Tx,
  { id, org_id, environment, slug }: SubscriptionRow,
  listeners: readonly SharedListener[],
): Promise<void> {
  await tx.deleteFrom("trigger_listeners").where("subscription_id", "=", id).execute();
  if (listeners.length === 0) return;
  const rows = listeners.map((one) => ({ ...one, subscription_id: id, org_id, environment, slug }));
  await tx
    .insertInto("trigger_listeners")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The ids of the wanted subscriptions that listen to an event of an application. */
export async function listListening(
  db: Db,
  { orgId, environment }: Scope,
  { slug, event, identifier }: SharedListener & { slug: string },
): Promise<string[]> {
  const rows = await listening(db, { event, identifier })
    .select("s.id")
    .where("l.org_id", "=", orgId)
    .where("l.environment", "=", environment)
    .where("l.slug", "=", slug)
    .execute();
  return rows.map(({ id }) => id);
}

/** A subscription, if it is wanted and still listens to the event. */
export async function findListening(
  db: Db,
  id: string,
  listener: SharedListener,
): Promise<SubscriptionRow | undefined> {
  return listening(db, listener)
    .innerJoin("linked_accounts as a", "a.id", "s.account_id")
    .selectAll("s")
    .select("a.account_id as accountId")
    .where("s.id", "=", id)
    .executeTakeFirst();
}

function listening(db: Db, { event, identifier }: SharedListener) {
  return db
    .selectFrom("trigger_listeners as l")
    .innerJoin("trigger_subscriptions as s", "s.id", "l.subscription_id")
    .where("l.event", "=", event)
    .where("l.identifier", "=", identifier)
    .where("s.wanted", "=", true);
}
