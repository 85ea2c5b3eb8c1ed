import { createHash, createHmac, randomBytes } from "node:crypto";
import type { AccountScope } from "../../auth/scope.ts";
import { deriveKey } from "../../platform/derive-key.ts";
import { isSameText } from "../../platform/secret-text.ts";

/** How long a customer may take to give consent. */
export const STATE_TTL_MS = 10 * 60_000;

const ID_BYTES = 24;
const STATE = /^([A-Za-z0-9_-]{32})\.([A-Za-z0-9_-]{43})$/;

/** What a state is bound to. */
export type StateBinding = Pick<AccountScope, "orgId" | "environment"> & {
  accountRowId: string;
  slug: string;
};

/** A new random state id. */
export function createStateId(): string {
  return randomBytes(ID_BYTES).toString("base64url");
}

/** The state in transit: its id, signed together with everything that it is bound to. */
export function signState(secret: Buffer, id: string, binding: StateBinding): string {
  return `${id}.${signature(secret, id, binding)}`;
}

/** The id in a returned state; undefined if it is malformed. */
export function parseStateId(state: string): string | undefined {
  return STATE.exec(state)?.[1];
}

/** Whether we signed a returned state for exactly this binding. */
export function isOwnState(secret: Buffer, state: string, binding: StateBinding): boolean {
  const match = STATE.exec(state);
  if (match === null) return false;
  const [, id = "", given = ""] = match;
  return isSameText(given, signature(secret, id, binding));
}

function signature(
  secret: Buffer,
  id: string,
  { orgId, environment, accountRowId, slug }: StateBinding,
): string {
  return createHmac("sha256", deriveKey(secret, "oauth2 state"))
    .update([id, orgId, environment, accountRowId, slug].join("\n"))
    .digest("base64url");
}

/** A new PKCE verifier and its S256 challenge (RFC 7636). */
export function createPkce(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString("base64url");
  return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") };
}
