import type { AccountScope } from "../../auth/scope.ts";
import type { Tx } from "../../platform/database/database.ts";
import { lockConnecting } from "../store.ts";

/**
 * Whether the default connections of an account to an application, or the one given, have expired, so that only the customer can help.
 * Nobody can connect or disconnect it before `tx` ends: if `tx` decides to wait, `connectionChanged` ends the wait.
 */
export async function needsReconnect(
  tx: Tx,
  scope: AccountScope,
  { slug, connectionId }: { slug: string; connectionId?: string | undefined },
): Promise<boolean> {
  await lockConnecting(tx, scope, slug);
  const ofAll = tx
    .selectFrom("connections")
    .select("status")
    .where("org_id", "=", scope.orgId)
    .where("environment", "=", scope.environment)
    .where("account_id", "=", scope.account.id)
    .where("slug", "=", slug)
    .forShare();
  const rows = await (connectionId === undefined
    ? ofAll.where("is_default", "=", true)
    : ofAll.where("id", "=", connectionId)
  ).execute();
  return rows.length > 0 && rows.every(({ status }) => status === "expired");
}
