import { findApplication } from "../apps/catalog/application.ts";
import type { ConnectionChange } from "../apps/connections/connection-changed.ts";
import type { ConnectorTrigger } from "../apps/connector.ts";
import { needsConnection } from "../apps/connector-auth.ts";
import type { Deps } from "../deps.ts";
import { createId } from "../platform/id.ts";
import { hashToken } from "../platform/secret-text.ts";
import { createHookSecrets, encryptHookSecrets } from "./secrets.ts";
import { scheduleConnectionReview } from "./store.ts";
import {
  expireResting,
  insertSubscription,
  listMissingSubscriptions,
  listMissingTriggers,
  type MissingSubscription,
  markUnwanted,
  type NamedTrigger,
  scheduleReview,
  type WantedScope,
} from "./wanted-store.ts";

type ReconcileDeps = Pick<Deps, "db" | "catalog" | "log" | "queue" | "vault" | "clock">;

// A transaction must not grow with the number of customers.
const BATCH = 200;

/**
 * Reconciles subscriptions with the facts: one for each connector trigger of a published workflow, each account
 * that has connected the application or needs no connection to it, and each config in which the workflow is on. No provider is called: new and
 * unwanted ones become due for `tend`. A poll of an unpublished workflow rests with its cursor. For one account
 * (row id) or for all.
 */
export async function reconcileSubscriptions(deps: ReconcileDeps, accountId?: string): Promise<void> {
  const catalog = await deps.catalog.load();
  const connectionless = catalog.list().filter(({ info }) => !needsConnection(info.auth));
  const whose = {
    accountId: accountId ?? null,
    connectionless: connectionless.map(({ info }) => info.slug),
  };
  for (const named of await listMissingTriggers(deps.db, whose)) {
    const trigger = await offeredTrigger(deps, named);
    // The organization's own events may look like this.
    if (trigger !== undefined) await addMissing(deps, whose, named, trigger);
  }
  let count = BATCH;
  while (count === BATCH) count = await markUnwanted(deps.db, whose, { now: deps.clock.now(), limit: BATCH });
  await expireResting(deps.db, whose, deps.clock.now());
  await scheduleReview(deps.db, whose, deps.clock.now());
}

/**
 * The same after a connection was made, renewed by its customer or removed; subscriptions that waited for it resume.
 */
export async function reconcileConnection(
  deps: ReconcileDeps,
  { accountId, slug }: ConnectionChange,
): Promise<void> {
  await scheduleConnectionReview(deps.db, accountId, slug, deps.clock.now());
  await reconcileSubscriptions(deps, accountId);
}

async function offeredTrigger(
  deps: ReconcileDeps,
  { org_id: orgId, environment, slug, trigger_id }: NamedTrigger,
): Promise<ConnectorTrigger | undefined> {
  const application = await findApplication(deps, { orgId, environment }, slug);
  return application?.connector.info.triggers.find(({ id }) => id === trigger_id);
}

async function addMissing(
  deps: ReconcileDeps,
  whose: WantedScope,
  named: NamedTrigger,
  trigger: ConnectorTrigger,
): Promise<void> {
  let count = BATCH;
  while (count === BATCH) {
    count = await deps.queue.transaction(async (tx) => {
      const missing = await listMissingSubscriptions(tx, whose, named, BATCH);
      for (const one of missing) {
        await insertSubscription(tx, newSubscription(deps, one, trigger), deps.clock.now());
      }
      return missing.length;
    });
  }
}

function newSubscription(
  { vault, clock }: ReconcileDeps,
  missing: MissingSubscription,
  { delivery }: ConnectorTrigger,
) {
  const id = createId(clock.now().getTime());
  const secrets = createHookSecrets();
  return {
    ...missing,
    id,
    kind: delivery.kind,
    token_hash: hashToken(secrets.token),
    secrets: encryptHookSecrets(vault, id, secrets),
  };
}
