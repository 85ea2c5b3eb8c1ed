import { stemmer } from "stemmer";
import { createConstant } from "../memory/computed-once.ts";
import { SYNONYMS } from "./synonyms.ts";

// What says nothing in "create a contact in the CRM for my customer".
const STOP_WORDS: ReadonlySet<string> = new Set(
  "a an and are as at be by for from i in into is it its me my of on or our please that the their this to us we with you your".split(
    " ",
  ),
);

const ASCII_ONLY = /^[\x20-\x7e]*$/;
const BETWEEN_WORDS = /[^\p{L}\p{N}]+/u;
const WORD_IN_NAME = /(\p{Ll}|\p{N})(\p{Lu})/gu;
// Scripts that put no spaces between words.
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Mymr}]/u;

/** The words of a text or of a name such as `create_contact` or `createContact`, without accents. */
export function splitWords(text: string): string[] {
  const spaced = text.replace(WORD_IN_NAME, "$1 $2");
  const plain = ASCII_ONLY.test(spaced) ? spaced : spaced.normalize("NFKD").replace(/\p{M}/gu, "");
  const words = plain.split(BETWEEN_WORDS).filter(Boolean);
  return UNSPACED.test(plain) ? words.flatMap(splitUnspaced) : words;
}

function splitUnspaced(word: string): string[] {
  if (!UNSPACED.test(word)) return [word];
  return [...new Intl.Segmenter("ja", { granularity: "word" }).segment(word)].map(({ segment }) => segment);
}

/** What the forms of a word have in common, in lower case; undefined for a word that says nothing. */
export function toWordStem(word: string): string | undefined {
  const lower = word.toLowerCase();
  return STOP_WORDS.has(lower) ? undefined : stemmer(lower);
}

/** Other words for the same. */
export function findSynonyms(word: string): readonly string[] {
  return readSynonyms().get(stemmer(word.toLowerCase())) ?? [];
}

const readSynonyms = createConstant(() => {
  const byStem = new Map<string, string[]>();
  for (const line of SYNONYMS) {
    const words = line.split(" ");
    for (const word of words) {
      const others = words.filter((other) => other !== word);
      const stem = stemmer(word);
      byStem.set(stem, [...new Set([...(byStem.get(stem) ?? []), ...others])]);
    }
  }
  return byStem;
});
