import type { JsonObject } from "../../apps/connector.ts";
import type { Vault } from "../../platform/vault.ts";

/** What an asked call is made with once it is approved. */
export interface SealedCall {
  /** What the tool stood for when it was asked for (`ToolOrigin`). */
  readonly origin: string;
  readonly args: JsonObject;
  /** What whoever decides is shown it by. */
  readonly inputSchema: JsonObject;
  readonly isDestructive: boolean;
  /** The asker's own; the call's id takes its place where there is none. */
  readonly idempotencyKey?: string | undefined;
}

/** Seals it for the call of this id alone. */
export function encryptCall(vault: Vault, callId: string, call: SealedCall): Buffer {
  return vault.seal(JSON.stringify(call), identityOf(callId));
}

/** Opens it again. */
export function decryptCall(vault: Vault, callId: string, sealed: Uint8Array): SealedCall {
  return JSON.parse(vault.open(sealed, identityOf(callId)));
}

function identityOf(callId: string): string {
  return `mcp_calls/${callId}/call`;
}
