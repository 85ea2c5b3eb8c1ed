/** A text with its escapes decoded, and where each of its characters began in the original. */
export interface DecodedText {
  readonly text: string;
  /** One more than characters: the last is the original's length. */
  readonly origins: readonly number[];
}

// Of URLs, JSON, JavaScript, HTML and quoted-printable mails. Only ASCII: what is searched for begins and ends with it.
const ESCAPE =
  /%([0-9a-f]{2})|\\u00([0-9a-f]{2})|\\x([0-9a-f]{2})|&#x0{0,6}([0-9a-f]{2});|&#0{0,6}(\d{2,3});|&(commat|plus|period|quot|amp);|\\(["'\\/])/gi;
const NAMED: Readonly<Record<string, string>> = { commat: "@", plus: "+", period: ".", quot: '"', amp: "&" };
// A URL within the query of another, in a text of JSON.
const MOST_LEVELS = 4;

/** The text with its escapes decoded, again and again; undefined if it has none. */
export function decodeEscapes(text: string): DecodedText | undefined {
  if (!/[%\\&]/.test(text)) return undefined;
  let decoded: DecodedText | undefined;
  for (let level = 0; level < MOST_LEVELS; level++) {
    const next = decodeOnce(decoded?.text ?? text);
    if (!next) break;
    const before: DecodedText | undefined = decoded;
    decoded = before ? { ...next, origins: next.origins.map((at) => before.origins[at] ?? 0) } : next;
  }
  return decoded;
}

function decodeOnce(text: string): DecodedText | undefined {
  const origins: number[] = [];
  let decoded = "";
  let from = 0;
  const keep = (end: number) => {
    decoded += text.slice(from, end);
    for (; from < end; from++) origins.push(from);
  };
  for (const match of text.matchAll(ESCAPE)) {
    const character = readEscape(match);
    if (character === undefined) continue;
    keep(match.index);
    decoded += character;
    origins.push(from);
    from = match.index + match[0].length;
  }
  if (from === 0) return undefined;
  keep(text.length);
  origins.push(text.length);
  return { text: decoded, origins };
}

function readEscape([, url, json, script, html, number, name, plain]: RegExpMatchArray): string | undefined {
  if (plain !== undefined) return plain;
  if (name !== undefined) return NAMED[name.toLowerCase()];
  const hex = url ?? json ?? script ?? html;
  const code = hex === undefined ? Number(number) : Number.parseInt(hex, 16);
  return code < 0x80 ? String.fromCharCode(code) : undefined;
}
