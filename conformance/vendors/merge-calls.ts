import type { DocumentedOperation } from "./find-mismatches.ts";

/** One operation of the calls of a method and path, which are made with different parameters. */
export function mergeCalls(operations: readonly DocumentedOperation[]): DocumentedOperation[] {
  const merged = new Map<string, DocumentedOperation>();
  for (const one of operations) {
    const key = `${one.method} ${one.path}`;
    const known = merged.get(key);
    const isOpen = one.body === undefined || (known !== undefined && known.body === undefined);
    merged.set(key, {
      ...one,
      query: new Map([...(known?.query ?? []), ...one.query]),
      body: isOpen ? undefined : new Map([...(known?.body ?? []), ...(one.body ?? [])]),
    });
  }
  return [...merged.values()];
}
