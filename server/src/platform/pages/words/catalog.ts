import type { en } from "./en.ts";

/** Forms of a text that counts something, by the categories of `Intl.PluralRules`; `{count}` is the number. */
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string };

/** A text with placeholders in braces. */
export type TextEntry = string | Plural;

export type TextKey = keyof typeof en;

/** The texts of one language. */
export type Texts = Readonly<Record<TextKey, TextEntry>>;

/** The names of an entry's placeholders. */
export type Placeholders<Of> = Of extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : Of extends string
    ? never
    : Of extends Plural
      ? Placeholders<Of["other"]> | "count"
      : never;

/** The same entry, or a type that no text has, if its placeholders differ from those of `en`. */
type Fitting<Key extends TextKey, Given> = [
  [Placeholders<Given>] extends [Placeholders<(typeof en)[Key]>] ? true : false,
  [Placeholders<(typeof en)[Key]>] extends [Placeholders<Given>] ? true : false,
] extends [true, true]
  ? Given
  : { readonly "must have the placeholders": Placeholders<(typeof en)[Key]> };

/** Texts that keep their literal types: the English ones, which all others are checked against, and parts of others. */
export function defineTexts<const Given extends Readonly<Record<string, TextEntry>>>(texts: Given): Given {
  return texts;
}

/** The texts of another language: missing or unknown keys, and wrong placeholders, are type errors. */
export function defineTranslation<const Given extends Texts>(
  texts: Given & {
    readonly [Key in keyof Given]: Key extends TextKey ? Fitting<Key, Given[Key]> : never;
  },
): Texts {
  return texts;
}
