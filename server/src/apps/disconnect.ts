import type { AccountScope, Scope } from "../auth/scope.ts";
import type { Deps } from "../deps.ts";
import type { Tx } from "../platform/database/database.ts";
import { notFound } from "../platform/errors.ts";
import { announceConnection } from "./announce.ts";
import { clientOf, findApplication } from "./application.ts";
import { deleteCustom } from "./application-store.ts";
import type { AuthType } from "./connector.ts";
import { openSecrets } from "./credential.ts";
import { revokeToken } from "./oauth2/revoke.ts";
import { type ConnectionRow, deleteConnections, deleteConnectionsTo } from "./store.ts";

export type DisconnectDeps = Pick<Deps, "config" | "db" | "vault" | "queue" | "clock" | "outbound" | "log">;

/** Removes an account's connections to an application, or those of one kind, and lets the provider know; 404 when there is none (platform-surface 4.4). */
export async function disconnect(
  deps: DisconnectDeps,
  scope: AccountScope,
  slug: string,
  authType?: AuthType,
): Promise<void> {
  const rows = await deps.queue.transaction(async (tx) => {
    const removed = await deleteConnections(tx, scope, { slug, authType });
    for (const _row of removed)
      await announceConnection(deps, tx, scope, { event: "Connection Deleted", slug });
    return removed;
  });
  if (rows.length === 0) throw notFound("Connection");
  deps.log.info({ slug, connections: rows.map((row) => row.id) }, "connection.deleted");
  await Promise.all(rows.map((row) => revoke(deps, scope, row)));
}

/** Removes all connections of an account that is about to be deleted, in its transaction, and announces each. */
export async function removeAllConnections(
  deps: Pick<Deps, "queue" | "clock">,
  tx: Tx,
  scope: AccountScope,
): Promise<void> {
  for (const { slug } of await deleteConnections(tx, scope, {})) {
    await announceConnection(deps, tx, scope, { event: "Connection Deleted", slug });
  }
}

/** Deletes an organization's own application with all connections to it; 404 when there is none. */
export async function removeCustomApplication(
  deps: DisconnectDeps,
  scope: Scope,
  slug: string,
): Promise<void> {
  await deps.queue.transaction(async (tx) => {
    if (!(await deleteCustom(tx, scope, slug))) throw notFound("Application");
    for (const { row, accountId } of await deleteConnectionsTo(tx, scope, slug)) {
      const account = { id: row.account_id, accountId };
      await announceConnection(deps, tx, { ...scope, account }, { event: "Connection Deleted", slug });
    }
  });
}

/** The connection is gone whatever the provider says: a failure here is only logged. */
async function revoke(deps: DisconnectDeps, scope: AccountScope, row: ConnectionRow): Promise<void> {
  if (row.auth_type !== "oauth2") return;
  try {
    const application = await findApplication(deps, scope, row.slug);
    const spec = application?.connector.info.auth.oauth2;
    const client = application && clientOf(deps, application);
    if (spec === undefined || client === undefined) return;
    const { settings, values, refreshToken } = openSecrets(deps.vault, row);
    const token = refreshToken ?? values.access_token;
    if (typeof token === "string") await revokeToken(deps.outbound, { spec, client, settings, token });
  } catch (error) {
    deps.log.info({ err: error, connection: row.id }, "connection.revoke-failed");
  }
}
