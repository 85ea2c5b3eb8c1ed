import { listOperatorKeys, type OperatorKey, revokeOperatorKeys } from "../auth/keys/operator-keys.ts";
import type { Db } from "../platform/database/database.ts";
import { deleteOperator } from "./store.ts";

/**
 * Removes an operator with sessions, links and the session tokens that they issued in the dashboard. Returns the
 * API keys that the operator created, and revokes them if `deletesKeys` says so. Call it in a transaction, and the
 * credential cache's `forget` after the commit.
 */
export async function removeOperator(
  tx: Db,
  { orgId, id, deletesKeys }: { orgId: string; id: string; deletesKeys: boolean },
  now: Date,
): Promise<OperatorKey[]> {
  const keys = await listOperatorKeys(tx, orgId, [id], now);
  if (deletesKeys) await revokeOperatorKeys(tx, orgId, id, now);
  await deleteOperator(tx, orgId, id);
  return keys;
}
