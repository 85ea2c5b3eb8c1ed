import type { JsonObject } from "../../apps/connector.ts";
import { parseJson } from "../../platform/json/parse-json.ts";
import { describeSealed } from "../../platform/root-key/sealed-column.ts";
import type { Vault } from "../../platform/vault.ts";

export const CALL_COLUMN = describeSealed("mcp_calls", "sealed_call", "call");

/** What a call is made with once it is approved. */
export interface SealedCall {
  /** What the tool stood for when approval was requested (`ToolOrigin`). */
  readonly origin: string;
  readonly args: JsonObject;
  /** What the person who decides is shown. */
  readonly inputSchema: JsonObject;
  readonly isDestructive: boolean;
  /** The caller's own; the call's id if there is none. */
  readonly idempotencyKey?: string | undefined;
}

/** Seals it for the call with this id only. */
export function encryptCall(vault: Vault, callId: string, call: SealedCall): Buffer {
  return vault.seal(JSON.stringify(call), CALL_COLUMN.identityOf(callId));
}

/** Opens it again. */
export function decryptCall(vault: Vault, callId: string, sealed: Uint8Array): SealedCall {
  return parseJson(vault.open(sealed, CALL_COLUMN.identityOf(callId)));
}
