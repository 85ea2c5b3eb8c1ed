import { useSyncExternalStore } from "react";
import { ago, exactly, lasting } from "./time-words.ts";

const AGAIN_MS = 15_000;
// Less than what `ago` calls now, so that what has just happened is not in the future.
const STALE_MS = 4000;

// One clock for all times on a page: lists have hundreds.
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

/** When something happened or will happen: relative to now, exact on hover. */
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
