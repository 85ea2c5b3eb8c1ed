/**
 * Every object and list in a JSON value, itself included, level by level: no depth overflows the stack. Lists have their
 * items under their indexes.
 */
export function* walkObjects(value: unknown): Generator<Readonly<Record<string, unknown>>> {
  const open: unknown[] = [value];
  for (const one of open) {
    if (typeof one !== "object" || one === null) continue;
    yield one as Readonly<Record<string, unknown>>;
    for (const member of Object.values(one)) open.push(member);
  }
}
