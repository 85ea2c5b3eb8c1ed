import { loadMiniSearch } from "../platform/memory/late-packages.ts";
import type { Guide } from "./guides.ts";
import type { GuidePart } from "./render-guide.ts";

/** A part of a guide that matches a search. */
export interface Finding {
  readonly slug: string;
  readonly guide: string;
  readonly id: string;
  readonly title: string;
  /** The text around the first match, cut between words. */
  readonly excerpt: readonly ExcerptPiece[];
}

export interface ExcerptPiece {
  readonly text: string;
  readonly isFound: boolean;
}

const MOST_FINDINGS = 20;
const BEFORE = 60;
const EXCERPT = 220;

interface IndexedPart extends Omit<GuidePart, "level"> {
  readonly key: string;
  readonly slug: string;
  readonly guide: string;
}

/** Searches the guides by words, allowing for prefixes and one wrong letter; best matches first. */
export function createGuideSearch(guides: Iterable<Guide>): (words: string) => Finding[] {
  const entries = new Map<string, IndexedPart>();
  for (const { slug, title: guide, parts } of guides)
    for (const part of parts) {
      const key = `${slug}#${part.id}`;
      entries.set(key, { ...part, key, slug, guide });
    }
  const MiniSearch = loadMiniSearch();
  const index = new MiniSearch<IndexedPart>({
    idField: "key",
    fields: ["title", "guide", "text", "code"],
    searchOptions: { boost: { title: 4, guide: 2 }, prefix: true, fuzzy: 0.15, combineWith: "AND" },
  });
  index.addAll([...entries.values()]);
  return (words) =>
    index
      .search(words)
      .slice(0, MOST_FINDINGS)
      .flatMap(({ id: key, terms }) => {
        const entry = entries.get(String(key));
        if (!entry) return [];
        const { slug, guide, id, title, text, code } = entry;
        return [{ slug, guide, id, title, excerpt: excerptOf(text || code, terms) }];
      });
}

function excerptOf(text: string, terms: readonly string[]): ExcerptPiece[] {
  const lower = text.toLowerCase();
  const places = terms.map((term) => lower.indexOf(term)).filter((place) => place >= 0);
  const first = places.length === 0 ? 0 : Math.min(...places);
  const start = first <= BEFORE ? 0 : text.indexOf(" ", first - BEFORE) + 1;
  const isWhole = text.length <= start + EXCERPT;
  const end = isWhole ? text.length : text.lastIndexOf(" ", start + EXCERPT);
  const shown = `${start > 0 ? "… " : ""}${text.slice(start, end)}${isWhole ? "" : " …"}`;
  return piecesOf(shown, terms);
}

function piecesOf(text: string, terms: readonly string[]): ExcerptPiece[] {
  const lower = text.toLowerCase();
  const pieces: ExcerptPiece[] = [];
  let end = 0;
  for (;;) {
    const next = nextTerm(lower, terms, end);
    if (!next) break;
    pieces.push({ text: text.slice(end, next.place), isFound: false });
    end = next.place + next.term.length;
    pieces.push({ text: text.slice(next.place, end), isFound: true });
  }
  return [...pieces, { text: text.slice(end), isFound: false }].filter((piece) => piece.text !== "");
}

function nextTerm(
  text: string,
  terms: readonly string[],
  from: number,
): { term: string; place: number } | undefined {
  const found = terms
    .map((term) => ({ term, place: text.indexOf(term, from) }))
    .filter(({ place }) => place >= 0)
    .sort((one, other) => one.place - other.place || other.term.length - one.term.length);
  return found[0];
}
