import { useSyncExternalStore } from "react";

// One lost request, such as when leaving a page, is not worth a message.
const GRACE_MS = 1500;

let lostAt: Date | undefined;
let isTold = false;
let telling: ReturnType<typeof setTimeout> | undefined;
const watchers = new Set<() => void>();

/** `fetch` that records whether the server responds. */
export const watchedFetch: typeof fetch = async (input, init) => {
  try {
    const reply = await fetch(input, init);
    note(!isOfProxy(reply));
    return reply;
  } catch (error) {
    if (!isCalledOff(init?.signal)) note(false);
    throw error;
  }
};

/** Since when the server has not responded; undefined while it does. */
export function useLostAt(): Date | undefined {
  return useSyncExternalStore(watch, () => (isTold ? lostAt : undefined));
}

/** Whether a proxy responds in place of an unreachable server. */
function isOfProxy({ status, headers }: Response): boolean {
  return status >= 502 && status <= 504 && !headers.get("content-type")?.includes("json");
}

if (typeof window !== "undefined") window.addEventListener("offline", () => note(false));

/** Aborted by the caller, and not by a time limit. */
function isCalledOff(signal: AbortSignal | null | undefined): boolean {
  return signal?.aborted === true && (signal.reason as Error | undefined)?.name !== "TimeoutError";
}

function note(isThere: boolean): void {
  if (isThere === (lostAt === undefined)) return;
  lostAt = isThere ? undefined : new Date();
  clearTimeout(telling);
  if (isThere) tell(false);
  else telling = setTimeout(tell, GRACE_MS, true);
}

function tell(isLost: boolean): void {
  isTold = isLost;
  for (const watcher of [...watchers]) watcher();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}
