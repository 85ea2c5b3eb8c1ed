import type { en } from "./en.ts";
import type { Plural, TextEntry } from "./texts.ts";

export type TextKey = keyof typeof en;

/** The texts of one language, for all hosted pages (D492). */
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

/** The texts of another language: missing or unknown keys, and wrong placeholders, are type errors. */
export function defineTranslation<const Given extends Texts>(
  texts: Given & {
    readonly [Key in keyof Given]: Key extends TextKey ? Fitting<Key, Given[Key]> : never;
  },
): Texts {
  return texts;
}
