/** Words in another language: texts stay texts, functions keep their parameters. Omitted ones stay English. */
export type Translated<Words> = Words extends string
  ? string
  : Words extends (...values: infer Values) => string
    ? (...values: Values) => string
    : Words extends readonly unknown[]
      ? Words
      : { readonly [Key in keyof Words]?: Translated<Words[Key]> };

type Group = Record<string, unknown>;

/**
 * Replaces the English words by a translation (D394). Groups and lists are changed in place, because other modules
 * refer to them.
 */
export function applyWords<Words extends object>(words: Words, translation: Translated<Words>): void {
  const group = words as Group;
  for (const [key, translated] of Object.entries(translation)) {
    const before = group[key];
    if (Array.isArray(before)) before.splice(0, before.length, ...(translated as unknown[]));
    else if (isGroup(before)) applyWords(before as object, translated as object);
    else group[key] = translated;
  }
}

function isGroup(value: unknown): value is Group {
  return typeof value === "object" && value !== null;
}
