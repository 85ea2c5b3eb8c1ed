import { createHmac, timingSafeEqual } from "node:crypto";
import type { AccountScope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";

const ID_BYTES = 12;
const MAC_BYTES = 32;

type Secrets = Pick<Deps, "credentials">;
type ApprovalLinkKind = "page" | "state" | "form";

/** The page on which a call is approved, by whoever has the address. */
export function buildApprovalUrl(deps: Secrets & Pick<Deps, "config">, callId: string): string {
  return `${deps.config.publicUrl}/mcp/approve/${tokenOf(deps, "page", callId, "")}`;
}

/** The call that a token of such an address names; undefined for one that was not made here. */
export function verifyApprovalToken(deps: Secrets, token: string): string | undefined {
  return readToken(deps, "page", token, "");
}

/** What forms of a call's page carry, as a proof that they come from it. */
export function createFormToken(deps: Secrets, callId: string): string {
  return tokenOf(deps, "form", callId, "");
}

/** Whose call it is, and on which server. */
export interface CallOwner {
  readonly scope: AccountScope;
  readonly serverId: string;
}

/** What a client sends with its call when it makes it again: it names the call that waits, and serves its asker alone. */
export function createCallState(deps: Secrets, callId: string, asker: CallOwner): string {
  return tokenOf(deps, "state", callId, nameOf(asker));
}

/** The call that a state names; undefined for one that was not made here, or for somebody else. */
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
  // Decoding overlooks what is no base64: each call has one token only.
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
