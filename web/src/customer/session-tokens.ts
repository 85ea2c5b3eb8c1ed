import { EDITOR } from "../words/workflows/editor.ts";
import type { CustomerVisit } from "./visit.ts";

// Renewed this long before it expires, so that no request arrives with an expired one.
const AHEAD_MS = 60_000;

/**
 * Returns the currently valid session token. Kept only in this window's memory, in no URL and no storage, and renewed
 * when it expires.
 */
export function sessionTokens({ path, form }: CustomerVisit["session"]): () => Promise<string> {
  let asking: Promise<string> | undefined;
  let endsAt = 0;
  return () => {
    if (!asking || Date.now() > endsAt - AHEAD_MS) {
      endsAt = Number.POSITIVE_INFINITY;
      asking = ask();
      asking.catch(() => {
        asking = undefined;
      });
    }
    return asking;
  };

  async function ask(): Promise<string> {
    const body = new URLSearchParams({ form });
    const reply = await fetch(path, { method: "POST", body, headers: { accept: "application/json" } });
    if (reply.status >= 500) throw new Error(EDITOR.sessionFailed);
    // The link has expired, or building is no longer permitted.
    if (!reply.ok) throw new Error(EDITOR.sessionEnded);
    const { token, expiresIn } = await reply.json();
    endsAt = Date.now() + expiresIn * 1000;
    return token;
  }
}
