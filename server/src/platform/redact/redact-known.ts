import type { Json } from "../json/json.ts";

/** The spellings to search for: `plain` ones are replaced as they are, `base64` ones with everything around them. */
interface SecretSpellings {
  plain: string[];
  base64: string[];
}

/** The spellings of several secrets, and one search for all of them. */
export interface Spellings extends SecretSpellings {
  /** In characters; 0 if there is nothing to search for. */
  readonly longest: number;
  /** The first one from `from` on; `isRun` if all of the base64 around it must be hidden. */
  find(text: string, from: number): { at: number; length: number; isRun: boolean } | undefined;
}

/** What is written in place of a secret. */
export const REDACTED = "[redacted]";
const SHORTEST_SECRET = 6;
/** Shorter ones occur in other texts by chance. */
const SHORTEST_BASE64 = 8;

/** A provider's message without the credential's values: providers often repeat the key that they refuse. */
export function redact(message: string, values: Readonly<Record<string, Json>>): string {
  const secrets = Object.values(values).filter(
    (value): value is string => typeof value === "string" && value.length >= SHORTEST_SECRET,
  );
  return createRedactor(secrets)(message);
}

/**
 * Writes `[redacted]` into texts wherever they contain one of `secrets`: literally, encoded for URLs, JSON or hex, or
 * within base64. `spell` is applied to the search terms if texts are not plain strings; `mark` replaces `[redacted]`.
 */
export function createRedactor(
  secrets: readonly string[],
  { spell = (text: string): string => text, mark = REDACTED } = {},
): (text: string) => string {
  const { plain, base64, find } = compileSpellings(secrets, spell);
  return (text) => {
    // Nearly every text contains none.
    if (find(text, 0) === undefined) return text;
    const left = plain.reduce((rest, one) => rest.replaceAll(one, mark), text);
    return base64.reduce((rest, one) => hideRuns(rest, one, mark), left);
  };
}

/** Compiles one search for all spellings of secrets. */
export function compileSpellings(
  secrets: readonly string[],
  spell: (text: string) => string = (text) => text,
): Spellings {
  const all = secrets.map(spellingsOf);
  // Longest first, because one spelling may contain another.
  const plain = [...new Set(all.flatMap((one) => one.plain))].map(spell).sort((a, b) => b.length - a.length);
  const base64 = [...new Set(all.flatMap((one) => one.base64))];
  const lengths = plain.concat(base64).map(({ length }) => length);
  const shortest = Math.min(...lengths);
  const any = new RegExp([...plain, ...base64].map(escapeRegExp).join("|"), "g");
  return {
    plain,
    base64,
    longest: Math.max(0, ...lengths),
    find: (text, from) => {
      if (text.length - from < shortest) return undefined;
      any.lastIndex = from;
      const [found] = any.exec(text) ?? [];
      if (found === undefined) return undefined;
      return { at: any.lastIndex - found.length, length: found.length, isRun: !plain.includes(found) };
    },
  };
}

/** The source of a regular expression that matches exactly `text`. */
export function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

function spellingsOf(secret: string): SecretSpellings {
  const bytes = Buffer.from(secret, "utf8");
  const address = encodeURIComponent(secret.toWellFormed());
  const form = new URLSearchParams({ a: secret }).toString().slice(2);
  const json = JSON.stringify(secret).slice(1, -1);
  const hex = bytes.toString("hex");
  const lower = [address, form].map((text) => text.replace(/%[0-9A-F]{2}/g, (one) => one.toLowerCase()));
  const plain = [secret, address, form, ...lower, json, json.replaceAll("/", "\\/"), hex, hex.toUpperCase()];
  // Within a longer text base64 depends on the position, so the characters at the borders are left out.
  const shifted = [0, 1, 2].map((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes]).toString("base64");
    return text.slice(shift === 0 ? 0 : 4, Math.floor((bytes.length + shift) / 3) * 4);
  });
  const urlSafe = shifted.map((text) => text.replaceAll("+", "-").replaceAll("/", "_"));
  const alone = bytes.toString("base64");
  const base64 = [alone, ...shifted, ...urlSafe, ...shifted.map(encodeURIComponent)];
  return { plain, base64: base64.filter(({ length }) => length >= SHORTEST_BASE64) };
}

/** Whether a character may stand in base64, however it is encoded; `=` only at its end. */
export function isOfRun(character: string): boolean {
  return /[\w+/%-]/.test(character);
}

/** Hides the whole base64 text that contains `part`: its borders hold the rest of the secret. */
function hideRuns(text: string, part: string, mark: string): string {
  let shown = "";
  let from = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, from)) {
    let start = at;
    while (start > from && isOfRun(text.charAt(start - 1))) start -= 1;
    let end = at + part.length;
    while (/[\w+/%=-]/.test(text.charAt(end))) end += 1;
    shown += text.slice(from, start) + mark;
    from = end;
  }
  return from === 0 ? text : shown + text.slice(from);
}
