import type { AccountScope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import type { Tx } from "../../platform/database/database.ts";
import { buildConnectionPayload, type ConnectionEvent, notify } from "../../webhooks/notify.ts";

/** Notifies the organization's webhooks about a connection, in the transaction that changes it (spec 6). */
export async function notifyOfConnection(
  deps: Pick<Deps, "queue" | "clock">,
  tx: Tx,
  scope: AccountScope,
  { event, slug, connectionId }: { event: ConnectionEvent; slug: string; connectionId: string },
): Promise<void> {
  const facts = { event, slug, connectionId, linkedAccountId: scope.account.accountId, at: deps.clock.now() };
  await notify(deps, tx, scope, event, buildConnectionPayload(scope, facts), { slug });
}
