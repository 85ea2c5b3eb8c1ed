import { escapeHtml } from "../platform/http/html.ts";

const DOUBLE = String.raw`"(?:[^"\\\n]|\\.)*"`;
// Not the apostrophe within a word.
const SINGLE = String.raw`(?<!\w)'[^'\n]*'`;
// The body of a request goes over several lines.
const SHELL = "'[^']*'";
const SLASHES = String.raw`(?<!\S)//.*`;
const HASH = String.raw`(?<!\S)#.*`;

const NAME = String.raw`${DOUBLE}(?=\s*:)`;

/** Comments, the names of members, and texts of each language. */
const PATTERNS: Readonly<Record<string, { comment: string; name?: string; text: string }>> = {
  sh: { comment: HASH, text: `${DOUBLE}|${SHELL}` },
  bash: { comment: HASH, text: `${DOUBLE}|${SHELL}` },
  yaml: { comment: HASH, text: `${DOUBLE}|${SINGLE}` },
  json: { comment: SLASHES, name: NAME, text: DOUBLE },
  jsonc: { comment: SLASHES, name: NAME, text: DOUBLE },
  js: { comment: SLASHES, text: `${DOUBLE}|${SINGLE}` },
  ts: { comment: SLASHES, text: `${DOUBLE}|${SINGLE}` },
};

/** The markup of an example in a guide, with its comments and texts in colors of their own. */
export function renderCode(code: string, language: string): string {
  const pattern = PATTERNS[language];
  if (pattern === undefined) return escapeHtml(code);
  const { comment, name, text } = pattern;
  const groups = [`(?<comment>${comment})`, name && `(?<name>${name})`, `(?<text>${text})`];
  let markup = "";
  let end = 0;
  for (const found of code.matchAll(new RegExp(groups.filter(Boolean).join("|"), "g"))) {
    const [kind] = Object.entries(found.groups ?? {}).find(([, part]) => part !== undefined) ?? [];
    markup += `${escapeHtml(code.slice(end, found.index))}<span class="${kind}">${escapeHtml(found[0])}</span>`;
    end = found.index + found[0].length;
  }
  return markup + escapeHtml(code.slice(end));
}
