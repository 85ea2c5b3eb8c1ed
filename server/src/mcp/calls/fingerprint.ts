import { createHmac } from "node:crypto";
import type { Deps } from "../../deps.ts";
import { hashJson } from "../../events/intake/fingerprint.ts";
import type { NewCall } from "./call-store.ts";

/**
 * What distinguishes a call from others of the same tool: its arguments, its key and, if a person must approve it,
 * what the tool stands for. A keyed hash, because arguments may be secrets that can be guessed.
 */
export function hashCall(
  { credentials }: Pick<Deps, "credentials">,
  { tool, args, idempotencyKey = "" }: NewCall,
): Buffer {
  const key = credentials.keyFor("mcp call");
  const origin = tool.asks ? (tool.origin?.id ?? "") : "";
  return createHmac("sha256", key)
    .update(JSON.stringify([origin, idempotencyKey, hashJson(args)]))
    .digest();
}
