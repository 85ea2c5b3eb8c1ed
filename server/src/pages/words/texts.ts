/** Forms of a text that counts something, by the categories of `Intl.PluralRules`; `{count}` is the number. */
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string };

/** A text with placeholders in braces. */
export type TextEntry = string | Plural;

/** Texts that keep their literal types: the English ones, which all others are checked against, and parts of others. */
export function defineTexts<const Given extends Readonly<Record<string, TextEntry>>>(texts: Given): Given {
  return texts;
}
