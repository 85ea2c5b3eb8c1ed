/** A JSON value with `change` applied to all its texts, names of members too; the value itself where that changes none. */
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map((item) => mapTexts(item, change));
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  const entries = Object.entries(value);
  const shown = entries.map(([name, one]) => [change(name), mapTexts(one, change)] as const);
  const isSame = shown.every(
    ([name, one], index) => name === entries[index]?.[0] && one === entries[index][1],
  );
  return isSame ? value : Object.fromEntries(shown);
}
