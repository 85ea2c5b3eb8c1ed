import type { Static } from "typebox";
import { listIntegrations } from "../apps/connections/integrations.ts";
import type { Scope } from "../auth/scope.ts";
import type { Deps } from "../deps.ts";
import { type LinkedAccountWithIntegrations, presentAccount } from "./schema.ts";
import { readAccount } from "./store.ts";

/**
 * An account in wire form with its connections, by the organization's id; 404 if there is none (platform-surface
 * 3.11).
 */
export async function readShownAccount(
  deps: Pick<Deps, "database" | "db" | "catalog" | "log">,
  scope: Scope,
  accountId: string,
): Promise<Static<typeof LinkedAccountWithIntegrations>> {
  const row = await readAccount(deps.database, scope, accountId);
  const account = { id: row.id, accountId };
  const integrations = row.connected ? await listIntegrations(deps, { ...scope, account }) : [];
  return { ...presentAccount(row), integrations };
}
