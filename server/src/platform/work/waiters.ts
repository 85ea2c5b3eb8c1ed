/** Callers that wait for an event of an id. */
export interface Waiters {
  /** How many wait. */
  readonly size: number;
  /** Ends the waiting for `id`; false if nobody waited. */
  wake(id: string): boolean;
  /** Resolves when `id` is woken, after `limitMs`, or on `signal`, whichever comes first. */
  wait(id: string, limitMs: number, signal?: AbortSignal): Promise<void>;
}

/** Creates an empty set of waiters. */
export function createWaiters(): Waiters {
  const waiting = new Map<string, Set<() => void>>();
  let size = 0;
  return {
    get size() {
      return size;
    },
    wake: (id) => {
      const all = waiting.get(id);
      for (const end of all ?? []) end();
      return all !== undefined;
    },
    wait: (id, limitMs, signal) =>
      new Promise<void>((resolve) => {
        const all = waiting.get(id) ?? new Set();
        const timer = setTimeout(end, limitMs);
        waiting.set(id, all.add(end));
        size += 1;
        signal?.addEventListener("abort", end, { once: true });
        if (signal?.aborted) end();
        function end() {
          clearTimeout(timer);
          signal?.removeEventListener("abort", end);
          if (all.delete(end)) size -= 1;
          if (all.size === 0) waiting.delete(id);
          resolve();
        }
      }),
  };
}
