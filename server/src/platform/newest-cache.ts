/** Values by key, of which only the newest are kept. */
export interface NewestCache<Value> {
  get(key: string): Value | undefined;
  /** The same, and the value counts as the newest from now on: a cache that is read so keeps what was used last. */
  use(key: string): Value | undefined;
  set(key: string, value: Value): void;
  delete(key: string): void;
  clear(): void;
}

/** Keeps at most so many values, and bytes where `bytesOf` says how large one is; the oldest go, and the newest is always there. */
export function createNewestCache<Value>(
  most: number,
  mostBytes = Number.POSITIVE_INFINITY,
  bytesOf: (value: Value) => number = () => 0,
): NewestCache<Value> {
  const kept = new Map<string, Value>();
  let bytes = 0;
  const remove = (key: string) => {
    const value = kept.get(key);
    if (value !== undefined) bytes -= bytesOf(value);
    kept.delete(key);
  };
  return {
    get: (key) => kept.get(key),
    use: (key) => {
      const value = kept.get(key);
      if (value === undefined) return undefined;
      // The order of a Map is that of insertion.
      kept.delete(key);
      kept.set(key, value);
      return value;
    },
    set: (key, value) => {
      remove(key);
      kept.set(key, value);
      bytes += bytesOf(value);
      for (const [oldest] of kept)
        if (kept.size > most || (bytes > mostBytes && kept.size > 1)) remove(oldest);
        else return;
    },
    delete: remove,
    clear: () => {
      kept.clear();
      bytes = 0;
    },
  };
}
