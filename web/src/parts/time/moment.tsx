import { useSyncExternalStore } from "react";
import { ago, exactly, lasting } from "./time-words.ts";

const AGAIN_MS = 15_000;
// Younger than what `ago` calls now: nothing that has just happened lies ahead.
const STALE_MS = 4000;

// One clock for all moments of a page: lists have hundreds.
let now = Date.now();
let ticking: ReturnType<typeof setInterval> | undefined;
const watchers = new Set<() => void>();

function watchClock(onTick: () => void): () => void {
  if (watchers.size === 0) ticking = setInterval(tick, AGAIN_MS);
  watchers.add(onTick);
  return () => {
    watchers.delete(onTick);
    if (watchers.size === 0) clearInterval(ticking);
  };
}

function tick(): void {
  now = Date.now();
  for (const onTick of watchers) onTick();
}

function readClock(): number {
  if (Date.now() - now > STALE_MS) now = Date.now();
  return now;
}

/** When something was or will be: relative to now, exact where one points. */
export function Moment({ at }: { at: string | null | undefined }) {
  const seenAt = useSyncExternalStore(watchClock, readClock);
  if (!at) return <span className="muted">–</span>;
  return (
    <time dateTime={at} title={exactly(at)} style={{ whiteSpace: "nowrap" }}>
      {ago(new Date(at).getTime(), seenAt)}
    </time>
  );
}

/** How long something took. */
export function Duration({ ms }: { ms: number | null | undefined }) {
  return (
    <span className="number" style={{ whiteSpace: "nowrap" }}>
      {ms === null || ms === undefined ? "–" : lasting(ms)}
    </span>
  );
}
