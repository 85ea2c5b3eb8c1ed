const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** What goes on at the same time, by key; whoever began it waits for the next end without holding on to the others. */
export class UnderWay<Key> {
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

  /** Resolves with false when something ends, and with true after `afterMs`, if nothing has ended by then. */
  next(afterMs: number | undefined): Promise<boolean> {
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      const done = (isTime: boolean) => {
        clearTimeout(timer);
        this.#onEnd = undefined;
        resolve(isTime);
      };
      this.#onEnd = () => done(false);
      if (afterMs === undefined) return;
      timer = setTimeout(() => done(true), Math.min(Math.max(0, afterMs), LONGEST_TIMER_MS));
    });
  }
}
