import { EDITOR } from "../words/workflows/editor.ts";
import type { CustomerVisit } from "./visit.ts";

// Asked anew so long before its end, so that no request arrives with one that has ended.
const AHEAD_MS = 60_000;

/**
 * Gives the session token that is good now. Kept in this window's memory alone: it is in no address and in no storage,
 * and another one is asked for where it ends.
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
    // The link has ended, or building is no longer permitted.
    if (!reply.ok) throw new Error(EDITOR.sessionEnded);
    const { token, expiresIn } = await reply.json();
    endsAt = Date.now() + expiresIn * 1000;
    return token;
  }
}
