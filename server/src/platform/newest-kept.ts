/** Values by key; only the newest are kept. */
export interface NewestCache<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  delete(key: string): void;
}

/** Keeps at most so many values and bytes; the oldest go, and the newest is always there. */
export function createNewestCache<Value extends { readonly bytes: number }>(
  most: number,
  mostBytes: number,
): NewestCache<Value> {
  const kept = new Map<string, Value>();
  let bytes = 0;
  const remove = (key: string) => {
    bytes -= kept.get(key)?.bytes ?? 0;
    kept.delete(key);
  };
  return {
    get: (key) => kept.get(key),
    set: (key, value) => {
      remove(key);
      kept.set(key, value);
      bytes += value.bytes;
      for (const [oldest] of kept)
        if (kept.size > most || (bytes > mostBytes && kept.size > 1)) remove(oldest);
    },
    delete: remove,
  };
}
