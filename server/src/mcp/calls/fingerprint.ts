import { createHmac } from "node:crypto";
import type { Deps } from "../../deps.ts";
import { hashJson } from "../../events/intake/fingerprint.ts";
import type { NewCall } from "./call-log.ts";

/**
 * What tells a call from others of the same tool: its arguments, its key and, where a person must approve it, what the
 * tool stands for. A keyed hash, because arguments may be secrets that can be guessed.
 */
export function hashCall(
  { credentials }: Pick<Deps, "credentials">,
  { tool, args, idempotencyKey = "" }: NewCall,
): Buffer {
  // The session secret serves under a name of its own, so that no token of one kind is valid as another.
  const key = createHmac("sha256", credentials.sessionSecret).update("junctor mcp call").digest();
  const origin = tool.asks ? (tool.origin?.id ?? "") : "";
  return createHmac("sha256", key)
    .update(JSON.stringify([origin, idempotencyKey, hashJson(args)]))
    .digest();
}
