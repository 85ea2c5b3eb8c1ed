import type { AccountScope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { signId, verifySignedId } from "../../platform/signed-id.ts";
import { CALL_APPROVAL_PATH } from "../../runs/signals/links.ts";

type Secrets = Pick<Deps, "credentials">;
type ApprovalLinkKind = "page" | "state";

/** The page on which anyone with the URL can approve a call. */
export function buildApprovalUrl(deps: Secrets & Pick<Deps, "config">, callId: string): string {
  return `${deps.config.publicUrl}${CALL_APPROVAL_PATH}${tokenOf(deps, "page", callId, "")}`;
}

/** The call that the token of such a URL names; undefined for one that was not issued here. */
export function verifyApprovalToken(deps: Secrets, token: string): string | undefined {
  return readToken(deps, "page", token, "");
}

/** Whose call it is, and on which server. */
export interface CallOwner {
  readonly scope: AccountScope;
  readonly serverId: string;
}

/** What a client sends when it repeats its call: it names the waiting call, and works only for that caller. */
export function createCallState(deps: Secrets, callId: string, asker: CallOwner): string {
  return tokenOf(deps, "state", callId, nameOf(asker));
}

/** The call that a state names; undefined for one that was not issued here, or to somebody else. */
export function verifyCallState(deps: Secrets, state: string, asker: CallOwner): string | undefined {
  return readToken(deps, "state", state, nameOf(asker));
}

function nameOf({ scope, serverId }: CallOwner): string {
  return [scope.orgId, scope.environment, scope.account.id, serverId].join("/");
}

function tokenOf({ credentials }: Secrets, kind: ApprovalLinkKind, callId: string, holder: string): string {
  return signId(credentials.keyFor(`mcp approval ${kind}`), `${callId}/${holder}`, callId);
}

function readToken(deps: Secrets, kind: ApprovalLinkKind, token: string, holder: string): string | undefined {
  return verifySignedId(token, (id) => tokenOf(deps, kind, id, holder))?.id;
}
