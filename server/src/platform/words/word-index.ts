import type { Page } from "../page.ts";
import { findSynonyms, splitWords, toWordStem } from "./word-forms.ts";

/** A text that can be found by its words. */
export interface WordText {
  /** Its words count most, and the more the fewer they are. */
  readonly name: string;
  /** Other names: an id, or what it belongs to. */
  readonly otherNames: string;
  readonly description: string;
}

/** The words of a list of texts, which never changes. */
export interface WordIndex {
  readonly size: number;
  /** By stem: which texts have it, by their positions, and how much it counts in each, as pairs of numbers. */
  readonly postings: ReadonlyMap<string, readonly number[]>;
  /** All stems in order, for those that begin with a text. */
  readonly stems: readonly string[];
}

/** A text that a search has found: its index, and its position in it, both counted from 0. */
export interface WordMatch {
  readonly index: number;
  readonly text: number;
}

/** A page of the texts that a search has found, and how many there are. */
export interface WordMatches {
  readonly matches: readonly WordMatch[];
  readonly total: number;
}

/** How much a word of a field counts, and how many words such fields have: in longer ones, each counts less. */
interface FieldWeight {
  readonly weight: number;
  readonly usualWords: number;
}

const NAME: FieldWeight = { weight: 400, usualWords: 3 };
const OTHER_NAMES: FieldWeight = { weight: 200, usualWords: 5 };
const DESCRIPTION: FieldWeight = { weight: 100, usualWords: 15 };
const LONGEST_DESCRIPTION = 400;

// The customary constants of BM25.
const SATURATION = 120;
const LENGTH_INFLUENCE = 0.75;

const MOST_WORDS = 32;
const SYNONYM_WEIGHT = 0.4;
const BEGINNING_WEIGHT = 0.6;

/** Makes the index of a list of texts (D509). */
export function buildWordIndex(texts: readonly WordText[]): WordIndex {
  const postings = new Map<string, number[]>();
  for (const [at, { name, otherNames, description }] of texts.entries()) {
    const counts = new Map<string, number>();
    countWords(counts, name, NAME);
    countWords(counts, otherNames, OTHER_NAMES);
    countWords(counts, description.slice(0, LONGEST_DESCRIPTION), DESCRIPTION);
    for (const [stem, count] of counts) {
      const pairs = postings.get(stem);
      if (pairs === undefined) postings.set(stem, [at, Math.round(count)]);
      else pairs.push(at, Math.round(count));
    }
  }
  return { size: texts.length, postings, stems: [...postings.keys()].sort() };
}

function countWords(counts: Map<string, number>, text: string, { weight, usualWords }: FieldWeight): void {
  const stems = splitWords(text).flatMap((word) => toWordStem(word) ?? []);
  const each = weight / (1 - LENGTH_INFLUENCE + (LENGTH_INFLUENCE * stems.length) / usualWords);
  for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + each);
}

/**
 * A page of the texts that have all words of `query` (without those that say nothing, such as "the"), or where none has
 * them all, of those that have any of them; best first, by BM25F over all indexes together. Other forms of a word and
 * its synonyms count as the word; the last word may be the beginning of one. Empty if the query has no word.
 */
export function searchWordIndexes(
  indexes: readonly WordIndex[],
  query: string,
  { offset, limit }: Pick<Page, "offset" | "limit">,
): WordMatches {
  const words = listQueryWords(query);
  const offsets: number[] = [];
  let size = 0;
  for (const index of indexes) {
    offsets.push(size);
    size += index.size;
  }
  const scores = new Float64Array(size);
  const matchedWords = new Uint8Array(size);
  for (const [at, word] of words.entries())
    scoreWord({ indexes, offsets, scores, matchedWords }, listForms(word, at === words.length - 1));
  const needed = words.length > 0 && matchedWords.includes(words.length) ? words.length : 1;
  const found: number[] = [];
  for (const [at, matched] of matchedWords.entries()) if (matched >= needed) found.push(at);
  const best = sortBest(found, scores, offset + limit).slice(offset, offset + limit);
  return { matches: best.map((at) => locate(offsets, at)), total: found.length };
}

/** The words that say something, without those that mean the same as an earlier one ("create a new contact"). */
function listQueryWords(query: string): string[] {
  const words: string[] = [];
  const covered = new Set<string>();
  for (const word of splitWords(query)) {
    const stem = toWordStem(word);
    if (stem === undefined || covered.has(stem)) continue;
    words.push(word);
    for (const other of [word, ...findSynonyms(word)]) covered.add(toWordStem(other) ?? other);
    if (words.length === MOST_WORDS) break;
  }
  return words;
}

/** The `most` best of the found, in order: sorting only numbers, then only those, takes a tenth of the time. */
function sortBest(found: readonly number[], scores: Float64Array, most: number): number[] {
  const score = (at: number) => scores[at] ?? 0;
  const sorted = Float64Array.from(found, score).sort();
  const least = sorted[Math.max(sorted.length - most, 0)] ?? 0;
  return found.filter((at) => score(at) >= least).sort((a, b) => score(b) - score(a) || a - b);
}

/** A stem, or the beginning of stems, that counts as a word of the query, and how much. */
interface WordForm {
  readonly stem: string;
  readonly isBeginning: boolean;
  readonly weight: number;
}

function listForms(word: string, isLast: boolean): WordForm[] {
  const form = (text: string, weight: number, isBeginning = false): WordForm[] => {
    const stem = isBeginning ? text.toLowerCase() : toWordStem(text);
    return stem === undefined ? [] : [{ stem, isBeginning, weight }];
  };
  return [
    ...form(word, 1),
    ...(isLast ? form(word, BEGINNING_WEIGHT, true) : []),
    ...findSynonyms(word).flatMap((other) => form(other, SYNONYM_WEIGHT)),
  ];
}

interface Scores {
  readonly indexes: readonly WordIndex[];
  /** Where each index begins in the two lists. */
  readonly offsets: readonly number[];
  readonly scores: Float64Array;
  readonly matchedWords: Uint8Array;
}

/** Adds the best of a word's forms to the score of each text that has one. */
function scoreWord({ indexes, offsets, scores, matchedWords }: Scores, forms: readonly WordForm[]): void {
  const best = new Float64Array(scores.length);
  const touched: number[] = [];
  for (const form of forms) {
    const postings = listPostings(indexes, offsets, form);
    const texts = postings.reduce((sum, { pairs }) => sum + pairs.length / 2, 0);
    const rarity = Math.log(1 + (scores.length - texts + 0.5) / (texts + 0.5));
    for (const { pairs, offset } of postings)
      for (let pair = 0; pair < pairs.length; pair += 2) {
        const text = offset + (pairs[pair] ?? 0);
        const count = pairs[pair + 1] ?? 0;
        const score = (form.weight * rarity * count) / (SATURATION + count);
        const known = best[text] ?? 0;
        if (known === 0) touched.push(text);
        if (score > known) best[text] = score;
      }
  }
  for (const text of touched) {
    scores[text] = (scores[text] ?? 0) + (best[text] ?? 0);
    matchedWords[text] = (matchedWords[text] ?? 0) + 1;
  }
}

interface Posting {
  readonly pairs: readonly number[];
  /** Where its index begins in the lists of scores. */
  readonly offset: number;
}

function listPostings(
  indexes: readonly WordIndex[],
  offsets: readonly number[],
  { stem, isBeginning }: WordForm,
): Posting[] {
  const found: Posting[] = [];
  for (let at = 0; at < indexes.length; at++) {
    const { postings, stems } = indexes[at] as WordIndex; // below the length
    const offset = offsets[at] ?? 0;
    if (!isBeginning) {
      const pairs = postings.get(stem);
      if (pairs !== undefined) found.push({ pairs, offset });
      continue;
    }
    for (let longer = findFirst(stems, stem); longer < stems.length; longer++) {
      const one = stems[longer] ?? "";
      if (!one.startsWith(stem)) break;
      found.push({ pairs: postings.get(one) ?? [], offset });
    }
  }
  return found;
}

/** The position of the first stem that is not before `stem`. */
function findFirst(stems: readonly string[], stem: string): number {
  let [low, high] = [0, stems.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((stems[middle] ?? "") < stem) low = middle + 1;
    else high = middle;
  }
  return low;
}

function locate(offsets: readonly number[], at: number): WordMatch {
  let [low, high] = [0, offsets.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((offsets[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return { index: low, text: at - (offsets[low] ?? 0) };
}
