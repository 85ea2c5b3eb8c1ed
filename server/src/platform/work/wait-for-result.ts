import type { Work } from "./work.ts";

// The process that ends an item announces it. The poll covers announcements that a crash has lost.
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 500;

/** Looks for the result of an item until there is one; undefined where there is none after `limitMs`, or on `signal`. */
export async function waitForResult<Result extends object>(
  work: Pick<Work, "untilAnswered">,
  id: string,
  find: () => Promise<Result | undefined>,
  { limitMs, signal }: { limitMs: number; signal: AbortSignal },
): Promise<Result | undefined> {
  const end = performance.now() + limitMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    // Before the look: what happens during it is told as well.
    const told = work.untilAnswered(id, Math.max(0, Math.min(pauseMs, end - performance.now())), signal);
    const found = await find();
    if (found !== undefined) return found;
    if (performance.now() >= end || signal.aborted) return undefined;
    await told;
  }
}
