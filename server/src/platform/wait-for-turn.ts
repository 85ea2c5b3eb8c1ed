// How long work may occupy the event loop before requests and timers get their turn.
const MOST_MS = 10;

const waiting: (() => void)[] = [];
let turnedMs = 0;

/**
 * For work in many small parts, or of many at once, that would continue from promise to promise: callers continue one
 * after the other, each when the previous one waits for something else, and the event loop turns every 10 ms. PGlite
 * answers before its promise is returned, so a chain of its statements alone would never let the loop turn.
 */
export function waitForTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) continueNext();
  });
}

function continueNext(): void {
  if (performance.now() - turnedMs > MOST_MS) setImmediate(continueAfterTick);
  else continueFirst();
}

function continueAfterTick(): void {
  turnedMs = performance.now();
  continueFirst();
}

function continueFirst(): void {
  waiting[0]?.();
  queueMicrotask(() => process.nextTick(finishTurn));
}

/** The promises have settled: the caller that continued waits for something else, or has ended. */
function finishTurn(): void {
  waiting.shift();
  if (waiting.length > 0) continueNext();
}
