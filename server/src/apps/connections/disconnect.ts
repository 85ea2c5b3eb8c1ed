import type { AccountScope, Scope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import type { Tx } from "../../platform/database/database.ts";
import { ApiError, notFound } from "../../platform/errors.ts";
import { type Application, findApplication, findOAuthClient } from "../catalog/application.ts";
import { deleteCustomRow, findCustomRow, lockCustomRow } from "../catalog/application-store.ts";
import { type AuthType, needsConnection, type OAuth2Spec, type OAuthClient } from "../connector-auth.ts";
import { findTypedClient } from "../oauth2/minted-token.ts";
import { revokeToken } from "../oauth2/revoke.ts";
import {
  type ConnectionRow,
  deleteConnections,
  deleteConnectionsTo,
  findPreferred,
  keepConfigs,
  listConnectionsTo,
  lockConnecting,
  type RemovedConnection,
} from "../store.ts";
import { notifyOfConnection } from "./announce.ts";
import { enqueueConnectionChange } from "./connection-changed.ts";
import { type ConnectionSecrets, decryptConnectionSecrets } from "./credential.ts";

export type DisconnectDeps = Pick<Deps, "catalog" | "db" | "vault" | "queue" | "clock" | "outbound" | "log">;
export type RevokeDeps = Pick<Deps, "catalog" | "db" | "vault" | "outbound" | "log">;

// A transaction must not grow with the number of customers.
const BATCH = 100;
const REVOKED_AT_ONCE = 20;
// A deletion waits for its provider no longer than this.
const REVOKE_MS = 20_000;

/**
 * Removes an account's connections to an application, those of one kind, or one, and revokes their tokens; 404 if there
 * is none (platform-surface 4.4), 409 for the default connection while there are others.
 */
export async function disconnect(
  deps: DisconnectDeps,
  scope: AccountScope,
  slug: string,
  { authType, id }: { authType?: AuthType; id?: string } = {},
): Promise<void> {
  const application = await findApplication(deps, scope, slug);
  const { removed, left } = await deps.queue.transaction(async (tx) => {
    await lockConnecting(tx, scope, slug);
    const before = await listConnectionsTo(tx, scope, slug);
    if (application && !needsConnection(application.connector.info.auth)) await keepConfigs(tx);
    const removed = await deleteConnections(tx, scope, { slug, authType, id });
    const left = before.filter((row) => !removed.some((one) => one.id === row.id));
    if (id !== undefined && left.length > 0) refuseDefault(application, before, removed);
    for (const row of removed)
      await notifyOfConnection(deps, tx, scope, { event: "Connection Deleted", slug, connectionId: row.id });
    if (removed.length > 0) await enqueueConnectionChange(deps, tx, scope, slug);
    return { removed, left };
  });
  if (removed.length === 0) throw notFound("Connection");
  deps.log.info({ slug, connections: removed.map((row) => row.id) }, "connection.deleted");
  const revoked = removed.filter((row) => !left.some((other) => isSameSignIn(row, other)));
  await revokeConnections(deps, scope, revoked);
}

/** Another account must not silently take the place of the one that workflows use (D513). */
function refuseDefault(
  application: Application | undefined,
  before: readonly ConnectionRow[],
  removed: readonly ConnectionRow[],
): void {
  const defaults = before.filter((row) => row.is_default);
  const inUse = findPreferred(application ?? { authTypes: [] }, defaults);
  if (removed.every((row) => row.id !== inUse?.id)) return;
  throw new ApiError(
    "conflict",
    "CONFLICT",
    "This is the default connection: make another one the default before you disconnect it.",
  );
}

/** Providers that revoke a token end the customer's whole consent, which the other connection depends on too. */
function isSameSignIn(one: ConnectionRow, other: ConnectionRow): boolean {
  return one.auth_type === other.auth_type && one.identifier !== null && one.identifier === other.identifier;
}

/**
 * Removes all connections of an account about to be deleted, in its transaction, and announces each; returns them for
 * `revokeConnections`.
 */
export async function removeAllConnections(
  deps: Pick<Deps, "queue" | "clock">,
  tx: Tx,
  scope: AccountScope,
): Promise<ConnectionRow[]> {
  const rows = await deleteConnections(tx, scope, {});
  for (const { id, slug } of rows) {
    await notifyOfConnection(deps, tx, scope, { event: "Connection Deleted", slug, connectionId: id });
  }
  return rows;
}

/**
 * Deletes an organization's own application with all connections to it, and revokes their tokens; 404 if there is
 * none.
 */
export async function removeCustomApplication(
  deps: DisconnectDeps,
  scope: Scope,
  slug: string,
): Promise<void> {
  if ((await findCustomRow(deps.db, scope, slug)) === undefined) throw notFound("Application");
  // Its client is deleted with it, and revokes the tokens of its connections.
  const revoker = revokerOf(deps, await findApplication(deps, scope, slug));
  const endsAt = performance.now() + REVOKE_MS;
  let count = BATCH;
  while (count === BATCH) {
    const removed = await removeSome(deps, scope, slug, revoker !== undefined);
    await revokeTokens(deps, revoker, removed, endsAt);
    count = removed.length;
  }
  deps.log.info({ slug }, "application.deleted");
}

/** Short transactions; the last one deletes the application as well. */
function removeSome(deps: DisconnectDeps, scope: Scope, slug: string, withSecrets: boolean) {
  return deps.queue.transaction(async (tx) => {
    // In the same order as connecting: the application first.
    await lockCustomRow(tx, scope, slug);
    const removed = await deleteConnectionsTo(tx, scope, slug, { limit: BATCH, withSecrets });
    for (const { id, account } of removed) {
      const owner = { ...scope, account };
      await notifyOfConnection(deps, tx, owner, { event: "Connection Deleted", slug, connectionId: id });
      await enqueueConnectionChange(deps, tx, owner, slug);
    }
    if (removed.length < BATCH) await deleteCustomRow(tx, scope, slug);
    return removed;
  });
}

/** Asks the providers to revoke the tokens of connections whose removal is committed; failures are only logged. */
export async function revokeConnections(
  deps: RevokeDeps,
  scope: Scope,
  rows: readonly RemovedConnection[],
): Promise<void> {
  const endsAt = performance.now() + REVOKE_MS;
  for (const slug of new Set(rows.map((row) => row.slug))) {
    const revoker = revokerOf(deps, await findApplication(deps, scope, slug));
    const ofSlug = rows.filter((row) => row.slug === slug);
    await revokeTokens(deps, revoker, ofSlug, endsAt);
  }
}

interface Revoker {
  spec: OAuth2Spec;
  /** The client that obtained a connection's token. */
  clientFor(secrets: ConnectionSecrets): OAuthClient | undefined;
}

/** What revoking tokens requires; undefined if the provider does not offer it. */
function revokerOf(deps: RevokeDeps, application: Application | undefined): Revoker | undefined {
  const spec = application?.connector.info.auth.oauth2;
  if (application === undefined || spec?.revokeUrl === undefined) return undefined;
  const token = spec.customerClient?.token;
  if (token !== undefined)
    return { spec, clientFor: (secrets) => findTypedClient({ ...secrets, spec: token }) };
  const client = findOAuthClient(deps, application);
  return { spec, clientFor: ({ client: own }) => own ?? client };
}

/** The connections are gone whatever the provider says; a slow one is not waited for beyond `endsAt`. */
async function revokeTokens(
  deps: RevokeDeps,
  revoker: Revoker | undefined,
  rows: readonly RemovedConnection[],
  endsAt: number,
): Promise<void> {
  if (revoker === undefined) return;
  for (let start = 0; start < rows.length; start += REVOKED_AT_ONCE) {
    if (performance.now() > endsAt) {
      deps.log.info({ connections: rows.slice(start).map(({ id }) => id) }, "connection.revoke-left");
      return;
    }
    const some = rows.slice(start, start + REVOKED_AT_ONCE);
    await Promise.all(some.map((row) => revoke(deps, revoker, row)));
  }
}

async function revoke(
  deps: RevokeDeps,
  { spec, clientFor }: Revoker,
  { id, auth_type: authType, secrets: sealed }: RemovedConnection,
): Promise<void> {
  if (authType !== "oauth2" || sealed === null) return;
  try {
    const secrets = decryptConnectionSecrets(deps.vault, { id, secrets: sealed });
    const { settings, callback, values, refreshToken } = secrets;
    const client = clientFor(secrets);
    const token = refreshToken ?? values.access_token;
    if (client && typeof token === "string")
      await revokeToken(deps.outbound, { spec, client, settings, callback, token });
  } catch (error) {
    deps.log.info({ err: error, connection: id }, "connection.revoke-failed");
  }
}
