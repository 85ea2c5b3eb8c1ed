const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Concurrent tasks, by key; their starter waits for the next end without holding on to the others. */
export class WorkInProgress<Key> {
  /** What the first one threw. */
  thrown: { readonly error: unknown } | undefined;
  readonly #keys = new Set<Key>();
  #onEnd: (() => void) | undefined;

  get size(): number {
    return this.#keys.size;
  }

  has(key: Key): boolean {
    return this.#keys.has(key);
  }

  begin(key: Key, work: () => Promise<void>): void {
    this.#keys.add(key);
    work()
      .catch((error: unknown) => {
        this.thrown ??= { error };
      })
      .finally(() => {
        this.#keys.delete(key);
        this.#onEnd?.();
      });
  }

  /** Resolves when something ends, or after `afterMs`. */
  next(afterMs: number | undefined): Promise<void> {
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      const done = () => {
        clearTimeout(timer);
        this.#onEnd = undefined;
        resolve();
      };
      this.#onEnd = done;
      if (afterMs === undefined) return;
      timer = setTimeout(done, Math.min(Math.max(0, afterMs), LONGEST_TIMER_MS));
    });
  }
}
