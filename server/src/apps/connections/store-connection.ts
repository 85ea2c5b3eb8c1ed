import type { Application } from "../catalog/application.ts";
import { readToolsLater } from "../catalog/mcp-tools.ts";
import { holdOwn } from "../catalog/own-application.ts";
import type { AuthType, CheckResult, Credential } from "../connector.ts";
import { grantedScopes } from "../health/health.ts";
import { insertNote } from "../health/health-store.ts";
import { saveConnection } from "../store.ts";
import { announceConnection } from "./announce.ts";
import type { ConnectDeps, ConnectRequest } from "./connect.ts";
import { useConnectLink } from "./connect-link.ts";
import { tellOfConnection } from "./connection-changed.ts";
import { type ConnectionSecrets, sealer } from "./credential.ts";
import { refreshTime } from "./renew.ts";

/** What a customer has just connected with. */
export interface NewConnection {
  authType: AuthType;
  secrets: ConnectionSecrets;
  expiresAt?: Date;
  /** What the provider said when it was asked about the credential; absent where it could not be. */
  checked?: CheckResult;
}

/** Proves a credential with the provider; undefined where it offers nothing to ask. Throws `ConnectorError`. */
export async function checkCredential(
  { outbound, clock }: Pick<ConnectDeps, "outbound" | "clock">,
  { connector }: Application,
  credential: Credential,
): Promise<CheckResult | undefined> {
  const now = () => clock.now().getTime();
  return connector.check?.({ credential, http: outbound.request, now });
}

/**
 * Stores a connection, announces it and tells what waits for it, all in one transaction. Throws LinkUsedError where the link
 * by which it is made has served already.
 */
export async function storeConnection(
  deps: ConnectDeps,
  { scope, application, link }: ConnectRequest,
  { authType, secrets, expiresAt, checked }: NewConnection,
): Promise<void> {
  const { slug, name } = application.connector.info;
  const now = deps.clock.now();
  const refreshAt = refreshTime(now, expiresAt);
  const seal = sealer(deps.vault, secrets);
  const credential = { seal, identifier: checked?.identifier, expiresAt, refreshAt };
  const { id } = await deps.queue.transaction(async (tx) => {
    if (link !== undefined) await useConnectLink(tx, link, now);
    await holdOwn(tx, scope, application);
    const row = await saveConnection(tx, scope, { slug, authType, credential, now });
    const again = row.revision > 0;
    await insertNote(tx, row.id, {
      kind: again ? "reconnected" : "connected",
      at: now,
      message: again ? `${name} was connected again.` : `${name} was connected.`,
      scopes: checked?.scopes ?? grantedScopes(secrets.values.scope),
      checked: checked !== undefined,
    });
    await announceConnection(deps, tx, scope, { event: "Connection Created", slug });
    await tellOfConnection(deps, tx, scope, slug);
    await readToolsLater(deps, tx, scope, application);
    return row;
  });
  deps.log.info({ connection: id, slug, auth_type: authType }, "connection.created");
}
