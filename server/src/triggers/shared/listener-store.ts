import type { SharedListener } from "../../apps/connector-events.ts";
import type { Scope } from "../../auth/scope.ts";
import type { Db, Tx } from "../../platform/database/database.ts";
import { toStorableText } from "../../platform/storable-text.ts";
import type { SubscriptionRow } from "../table.ts";
import type {} from "./table.ts";

/** What is listened to, with text that the database stores: a provider may send any. */
export function toStorableListener({ event, identifier }: SharedListener): SharedListener {
  return { event: toStorableText(event), identifier: toStorableText(identifier) };
}

/** Replaces what a subscription listens to. */
export async function saveListeners(
  tx: Tx,
  { id, org_id, environment, slug }: SubscriptionRow,
  listeners: readonly SharedListener[],
): Promise<void> {
  await tx.deleteFrom("trigger_listeners").where("subscription_id", "=", id).execute();
  if (listeners.length === 0) return;
  const rows = listeners.map((one) => ({
    ...toStorableListener(one),
    subscription_id: id,
    org_id,
    environment,
    slug,
  }));
  await tx
    .insertInto("trigger_listeners")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The wanted subscriptions to an application of the customer whose the event is, and whether each listens to it. */
export async function listOfCustomer(
  db: Db,
  { orgId, environment }: Scope,
  { slug, event, identifier }: SharedListener & { slug: string },
): Promise<{ id: string; listens: boolean }[]> {
  return wanted(db, identifier)
    .select((row) => ["s.id", row("l.event", "=", event).$castTo<boolean>().as("listens")])
    .where("l.org_id", "=", orgId)
    .where("l.environment", "=", environment)
    .where("l.slug", "=", slug)
    .execute();
}

/** A subscription, if it is wanted and still listens to the event. */
export async function findListening(
  db: Db,
  id: string,
  listener: SharedListener,
): Promise<SubscriptionRow | undefined> {
  return wanted(db, listener.identifier)
    .where("l.event", "=", listener.event)
    .innerJoin("linked_accounts as a", "a.id", "s.account_id")
    .selectAll("s")
    .select("a.account_id as accountId")
    .where("s.id", "=", id)
    .executeTakeFirst();
}

function wanted(db: Db, identifier: string) {
  return db
    .selectFrom("trigger_listeners as l")
    .innerJoin("trigger_subscriptions as s", "s.id", "l.subscription_id")
    .where("l.identifier", "=", identifier)
    .where("s.wanted", "=", true);
}
