const SPACE = /[ \t]*/y;
const TARGET = /<([^>]*)>/y;
const PARAMETER = /;[ \t]*([^ \t=;,]*)[ \t]*/y;
const QUOTED = /"((?:[^"\\]|\\.)*)"?/sy;
// More than a token, because providers write lists of relations without quotes.
const UNQUOTED = /[^;,]*/y;

/**
 * The target of the first link with the relation `next` in a Link header, whose lines may have been joined by commas:
 * read by the algorithm of RFC 8288, appendix B.2. Links of another context (`anchor`) are not this list's.
 */
export function parseLinkHeader(header: string): string | undefined {
  const input = createScanner(header);
  for (;;) {
    input.skip(SPACE);
    while (input.skipText(",")) input.skip(SPACE);
    const target = input.take(TARGET);
    if (target === undefined) return undefined;
    const { rel = "", anchor } = readParameters(input);
    if (anchor === undefined && rel.toLowerCase().trim().split(/\s+/).includes("next")) return target.trim();
  }
}

/** The parameters of a link by lower-case name; of equal names the first one counts. */
function readParameters(input: Scanner): Partial<Record<string, string>> {
  const found: Partial<Record<string, string>> = Object.create(null);
  for (;;) {
    // What is no parameter is left out.
    input.skip(UNQUOTED);
    const name = input.take(PARAMETER)?.toLowerCase();
    if (name === undefined) return found;
    let value = "";
    if (input.skipText("=")) {
      input.skip(SPACE);
      value = input.take(QUOTED)?.replace(/\\(.)/gs, "$1") ?? input.take(UNQUOTED) ?? "";
    }
    found[name] ??= value;
  }
}

interface Scanner {
  /** Moves on behind what matches here; returns its first group, or all of it. */
  take(pattern: RegExp): string | undefined;
  skip(pattern: RegExp): void;
  skipText(text: string): boolean;
}

function createScanner(text: string): Scanner {
  let at = 0;
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match === null) return undefined;
    at = pattern.lastIndex;
    return match[1] ?? match[0];
  };
  return {
    take,
    skip: take,
    skipText: (wanted) => {
      const isHere = text.startsWith(wanted, at);
      if (isHere) at += wanted.length;
      return isHere;
    },
  };
}
