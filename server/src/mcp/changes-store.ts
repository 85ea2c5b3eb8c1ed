import { sql } from "kysely";
import type { AccountScope } from "../auth/scope.ts";
import { jsonb, type Tx } from "../platform/database/database.ts";
import type { ServerFields } from "./table.ts";

/** Sets fields of a server of the organization for one account. */
export async function updateServerForAccount(
  tx: Tx,
  { orgId, environment, account }: AccountScope,
  id: string,
  { fields, now }: { fields: ServerFields; now: Date },
): Promise<void> {
  await tx
    .insertInto("mcp_server_changes")
    .values({
      server_id: id,
      account_id: account.id,
      org_id: orgId,
      environment,
      fields: jsonb(fields),
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(["server_id", "account_id"]).doUpdateSet({
        fields: sql`mcp_server_changes.fields || excluded.fields`,
        revision: sql`mcp_server_changes.revision + 1`,
        updated_at: now,
      }),
    )
    .execute();
}

/** Drops the account's own changes of these fields. */
export async function deleteChangedFields(
  tx: Tx,
  scope: AccountScope,
  id: string,
  names: readonly string[],
): Promise<void> {
  await ownChanges(tx, scope, id)
    .set({ fields: sql`fields - ${[...names]}::text[]` })
    .execute();
}

/** Drops all that an account has changed on a server. */
export async function deleteServerChanges(tx: Tx, scope: AccountScope, id: string, now: Date): Promise<void> {
  await ownChanges(tx, scope, id)
    .set({ fields: jsonb({}), revision: sql`revision + 1`, updated_at: now })
    .execute();
}

function ownChanges(tx: Tx, { orgId, environment, account }: AccountScope, id: string) {
  return tx
    .updateTable("mcp_server_changes")
    .where("server_id", "=", id)
    .where("account_id", "=", account.id)
    .where("org_id", "=", orgId)
    .where("environment", "=", environment);
}
