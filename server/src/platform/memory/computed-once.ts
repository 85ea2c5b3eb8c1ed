/** A constant that is computed when it is first needed. */
export function createConstant<Value>(compute: () => Value): () => Value {
  let computed: { readonly value: Value } | undefined;
  return () => {
    computed ??= { value: compute() };
    return computed.value;
  };
}

/** Constants that are computed when they are first needed, one for each of a finite set of keys. */
export function createConstants<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  return remember(new Map<Key, { readonly value: Value }>(), compute);
}

/** What is computed of objects that never change: once for each, and kept as long as the object (D491). */
export function createDerivation<From extends object, Value>(
  compute: (from: From) => Value,
): (from: From) => Value {
  return remember(new WeakMap<From, { readonly value: Value }>(), compute);
}

interface Memory<Key, Value> {
  get(key: Key): { readonly value: Value } | undefined;
  set(key: Key, computed: { readonly value: Value }): unknown;
}

function remember<Key, Value>(known: Memory<Key, Value>, compute: (key: Key) => Value): (key: Key) => Value {
  return (key) => {
    const found = known.get(key);
    if (found) return found.value;
    const value = compute(key);
    known.set(key, { value });
    return value;
  };
}
