/** Forms of a text that counts something, by the categories of `Intl.PluralRules`; `{count}` is the number. */
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string };

/** A text with placeholders in braces, such as `{name}`. */
export type TextEntry = string | Plural;

/** The names of an entry's placeholders. */
export type Placeholders<Of> = Of extends `${string}{${infer Name}}${infer Rest}`
  ? Innermost<Name> | Placeholders<Rest>
  : Of extends string
    ? never
    : Of extends Plural
      ? Placeholders<Of["other"]> | "count"
      : never;

/** The name after the last brace; expressions such as `{{ input.id }}` in a text are no placeholders. */
type Innermost<Name> = Name extends `${string}{${infer Inner}`
  ? Innermost<Inner>
  : Name extends `${string} ${string}`
    ? never
    : Name;

/** The value of each placeholder: a number for `{count}`, which is written as the language writes numbers. */
export type ValuesOf<Entry, Value> = {
  readonly [Name in Placeholders<Entry>]: Name extends "count" ? number : Value;
};

const PLACEHOLDER = /\{(\w+)\}/;

/** Whether values belong into a text. */
export function hasPlaceholders(entry: TextEntry): boolean {
  return typeof entry !== "string" || PLACEHOLDER.test(entry);
}

/** The parts of a text: what stands between its placeholders, and their values. */
export function splitMessage<Value>(
  entry: TextEntry,
  locale: string,
  values: Readonly<Record<string, Value>> = {},
): (string | Value)[] {
  // Every second part is the name of a placeholder.
  return formOf(entry, locale, values.count)
    .split(PLACEHOLDER)
    .map((part, index) => {
      if (index % 2 === 0) return part;
      const value = values[part] as Value;
      return part === "count" ? Number(value).toLocaleString(locale) : value;
    });
}

function formOf(entry: TextEntry, locale: string, count: unknown): string {
  if (typeof entry === "string") return entry;
  return entry[new Intl.PluralRules(locale).select(Number(count))] ?? entry.other;
}
