import type { Json } from "../platform/json/json.ts";
import { parseJson } from "../platform/json/parse-json.ts";
import { compilePattern, type PatternMatch } from "../platform/redact/pattern.ts";
import { decodeEscapes } from "./detect/decoded-text.ts";
import { findKind } from "./detect/kinds.ts";
import { mapNamedValues } from "./detect/named-values.ts";
import { MARKS, type RedactionRule } from "./rules.ts";

/** Learns of a value that a rule by path or key has redacted, so that it can be looked for elsewhere. */
export type OnRedacted = (value: string) => void;

/** Applies the rules that depend on where a value stands. */
export interface PlaceRedactor {
  /** `value` with marks for what the rules name; the same value if they name nothing in it. */
  value(value: Json, onRedacted?: OnRedacted): Json;
  /** Whether a rule names members with this name. */
  isKey(name: string): boolean;
  /** Whether there is such a rule. */
  readonly hasPlaces: boolean;
}

/** A text with marks in place of what rules name in it. */
export type TextRedactor = (text: string, onRedacted: OnRedacted) => string;

/** A search of a text, and the mark for what it finds. */
interface TextSearch {
  readonly mark: string;
  findAll(text: string): PatternMatch[];
}

type Hit = PatternMatch & { readonly mark: string };

// In characters; what is longer is redacted as a text, and its escapes are decoded all the same.
const LONGEST_JSON = 4 * 1024 * 1024;
const JSON_START = /^\s*[[{"]/;
/** Base64, also for URLs; shorter ones hold nothing that is looked for. */
const BASE64 = /[A-Za-z0-9+/_-]{12,}={0,2}/g;
const LONGEST_BASE64 = 4 * 1024 * 1024;
// JSON in base64 in JSON.
const DEEPEST_CODING = 4;

/**
 * Redacts texts as `rules` say: also what stands in them as JSON, with the rules by key and path of `redactor`, in
 * base64, or with the escapes of URLs, JSON or HTML.
 */
export function createTextRedactor(rules: readonly RedactionRule[], redactor: PlaceRedactor): TextRedactor {
  const searches = rules.flatMap(toSearch);
  if (searches.length === 0 && !redactor.hasPlaces) return (text) => text;
  const redact = (text: string, onRedacted: OnRedacted, depth: number): string => {
    if (text.length < 2) return text;
    const asJson = redactor.hasPlaces && depth < DEEPEST_CODING && redactJson(text, redactor, onRedacted);
    if (asJson) return asJson;
    const shown = searches.length > 0 ? replaceHits(text, findHits(text, searches)) : text;
    const named = redactor.hasPlaces ? redactNamed(shown, redactor, onRedacted) : shown;
    return depth < DEEPEST_CODING
      ? redactBase64(named, (inner) => redact(inner, onRedacted, depth + 1))
      : named;
  };
  return (text, onRedacted) => redact(text, onRedacted, 0);
}

function toSearch(rule: RedactionRule): TextSearch[] {
  if ("kind" in rule) return [{ mark: MARKS[rule.kind], findAll: (text) => findKind(rule.kind, text) }];
  if (!("pattern" in rule)) return [];
  const { findAll } = compilePattern(rule.pattern);
  return [{ mark: MARKS.pattern, findAll }];
}

/** What the searches find in a text as it is written, and once its escapes are decoded; in order, without overlaps. */
function findHits(text: string, searches: readonly TextSearch[]): Hit[] {
  const decoded = decodeEscapes(text);
  const hits = searches.flatMap(({ mark, findAll }) => [
    ...findAll(text).map((match) => ({ ...match, mark })),
    ...(decoded
      ? findAll(decoded.text).map(({ start, end }) => ({
          start: decoded.origins[start] ?? 0,
          end: decoded.origins[end] ?? text.length,
          mark,
        }))
      : []),
  ]);
  hits.sort((one, other) => one.start - other.start || other.end - one.end);
  const merged: Hit[] = [];
  for (const hit of hits) {
    const last = merged.at(-1);
    if (!last || hit.start >= last.end) merged.push(hit);
    // What overlaps is one.
    else if (hit.end > last.end) merged[merged.length - 1] = { ...last, end: hit.end };
  }
  return merged;
}

function replaceHits(text: string, hits: readonly Hit[]): string {
  if (hits.length === 0) return text;
  let shown = "";
  let from = 0;
  for (const { start, end, mark } of hits) {
    shown += text.slice(from, start) + mark;
    from = end;
  }
  return shown + text.slice(from);
}

/** A text that is JSON, redacted as the value that it holds; undefined if it is none, or nothing is named in it. */
function redactJson(
  text: string,
  redactor: Pick<PlaceRedactor, "value">,
  onRedacted: OnRedacted,
): string | undefined {
  if (text.length > LONGEST_JSON || !JSON_START.test(text)) return undefined;
  let value: Json;
  try {
    value = parseJson(text);
  } catch {
    return undefined; // a text like any other
  }
  const shown = redactor.value(value, onRedacted);
  return shown === value ? undefined : JSON.stringify(shown);
}

/** Values that a text names as rules do. */
function redactNamed(text: string, { isKey }: Pick<PlaceRedactor, "isKey">, onRedacted: OnRedacted): string {
  return mapNamedValues(text, (name, value) => {
    if (!isKey(name)) return undefined;
    onRedacted(value);
    return MARKS.value;
  });
}

/** Base64 is replaced as a whole if what it holds has something to redact. */
function redactBase64(text: string, redact: (inner: string) => string): string {
  if (text.length < 12) return text;
  return text.replace(BASE64, (coded) => {
    if (coded.length > LONGEST_BASE64) return coded;
    const bytes = Buffer.from(coded, "base64");
    const inner = toReadableText(bytes);
    if (inner === undefined) return coded;
    const shown = redact(inner);
    return shown === inner ? coded : (/\[redacted: \w+\]/.exec(shown)?.[0] ?? MARKS.value);
  });
}

/** Most words of letters are base64 of bytes that are no text. */
function toReadableText(bytes: Buffer): string | undefined {
  // Before all of it is decoded: control characters, of which a few occur in any other bytes.
  const head = bytes.subarray(0, 64);
  if (head.some((byte) => byte < 9 || (byte > 13 && byte < 32) || byte === 127)) return undefined;
  const text = bytes.toString("utf8");
  return text.slice(0, 64).includes("\ufffd") ? undefined : text;
}
