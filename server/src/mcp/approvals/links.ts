import { createHmac, timingSafeEqual } from "node:crypto";
import type { AccountScope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";

const ID_BYTES = 12;
const MAC_BYTES = 32;

type Secrets = Pick<Deps, "credentials">;
type ApprovalLinkKind = "page" | "state" | "form";

/** The page on which anyone with the URL can approve a call. */
export function buildApprovalUrl(deps: Secrets & Pick<Deps, "config">, callId: string): string {
  return `${deps.config.publicUrl}/mcp/approve/${tokenOf(deps, "page", callId, "")}`;
}

/** The call that the token of such a URL names; undefined for one that was not issued here. */
export function verifyApprovalToken(deps: Secrets, token: string): string | undefined {
  return readToken(deps, "page", token, "");
}

/** A token in forms of a call's page, as a proof that they come from it. */
export function createFormToken(deps: Secrets, callId: string): string {
  return tokenOf(deps, "form", callId, "");
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

function tokenOf(deps: Secrets, kind: ApprovalLinkKind, callId: string, holder: string): string {
  const id = Buffer.from(callId, "hex");
  return Buffer.concat([id, macOf(deps, kind, `${callId}/${holder}`)]).toString("base64url");
}

function readToken(deps: Secrets, kind: ApprovalLinkKind, token: string, holder: string): string | undefined {
  const bytes = Buffer.from(token, "base64url");
  // Decoding ignores what is not base64, but each call has only one token.
  if (bytes.length !== ID_BYTES + MAC_BYTES || bytes.toString("base64url") !== token) return undefined;
  const callId = bytes.subarray(0, ID_BYTES).toString("hex");
  const mac = macOf(deps, kind, `${callId}/${holder}`);
  return timingSafeEqual(bytes.subarray(ID_BYTES), mac) ? callId : undefined;
}

function macOf({ credentials }: Secrets, kind: ApprovalLinkKind, about: string): Buffer {
  return createHmac("sha256", credentials.keyFor(`mcp approval ${kind}`))
    .update(about)
    .digest();
}
