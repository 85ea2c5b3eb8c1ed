import type { AccountScope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { verifyAccessToken } from "../oauth/provider/access-token.ts";
import { findTokenHolder } from "./token-store.ts";

/** How a token came: in the header, or as part of the URL (platform-surface, `/mcp/v1/:token/:server_id`). */
export interface PresentedToken {
  readonly token: string;
  readonly serverId: string;
  readonly inAddress: boolean;
}

/** Who has access. */
export interface AuthorizedAgent {
  readonly scope: AccountScope;
  /** The assistant to which the customer has given access. */
  readonly clientName?: string | undefined;
}

/**
 * Whom a token gives access to a server: a session token of a linked account, the account's own token for this
 * server, or an access token of our authorization server for it. The latter only in a header, as OAuth requires: URLs
 * are kept in logs and histories. Undefined for all others: a token for another server is not valid here.
 */
export async function findAuthorizedAgent(
  deps: Pick<Deps, "credentials" | "database" | "clock" | "accessCache">,
  { token, serverId, inAddress }: PresentedToken,
): Promise<AuthorizedAgent | undefined> {
  // The three have different forms, so that each is looked up in one place only.
  const holder = await findTokenHolder(deps, token);
  if (holder) return holder.serverId === serverId ? { scope: holder.scope } : undefined;
  const access = inAddress ? undefined : await verifyAccessToken(deps, token);
  if (access) return access.serverId === serverId ? access : undefined;
  const principal = await deps.credentials.sessionToken(token);
  if (principal?.kind !== "session") return undefined;
  return { scope: { ...principal.scope, account: principal.account } };
}
