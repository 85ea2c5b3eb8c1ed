import { isText } from "../../files/file-value.ts";
import { decodeText } from "../../platform/decode-text.ts";
import { createRedactor } from "../../platform/redact/redact-known.ts";
import { redactText } from "../../platform/redact-text.ts";
import { isSecretName } from "../../platform/secret-name.ts";
import { toStorableText } from "../../platform/storable-text.ts";
import type { RequestRedaction } from "./cause.ts";
import { redactJsonText } from "./redact-json.ts";
import type { LoggedBody, LoggedMessage } from "./table.ts";

const REDACTED = "[redacted]";
const LONGEST_URL = 2000;
const LONGEST_HEADER = 500;
const MOST_HEADERS = 40;
// What is searched beyond what is kept: a secret that is cut in two is not recognized, so it must end before.
const LEAST_SLACK = 8 * 1024;
// As `\u0041` in JSON.
const LONGEST_SPELLING = 6;
/** The other headers are named without their values. */
const SHOWN_HEADERS = new RegExp(
  "^(?:accept(?:-.*)?|age|allow|api-version|cache-control|cf-ray|connection|content-(?:type|length|encoding|language|range)" +
    "|date|deprecation|etag|expires|idempotency-key|if-(?:none-)?match|if-(?:un)?modified-since|keep-alive|last-modified|link" +
    "|location|prefer|range|retry-after|server|sunset|transfer-encoding|user-agent|vary|via|warning|www-authenticate" +
    "|(?:.+-)?(?:request|correlation|trace)-?id|(?:x-)?rate-?limit(?:-.*)?|.+-version" +
    "|access-control-.*|cross-origin-.*|origin-agent-cluster|permissions-policy|referrer-policy" +
    "|strict-transport-security|x-(?:content-type-options|dns-prefetch-control|download-options|frame-options" +
    "|permitted-cross-domain-policies|powered-by|xss-protection))$",
);
/** Their values are dates, numbers and tokens of HTTP: only what is known to be secret is looked for in them. */
const PLAIN_HEADERS =
  /^(?:age|connection|content-(?:type|length|encoding)|date|expires|keep-alive|last-modified|transfer-encoding|vary)$/;
// A short name is no key.
const LONGEST_PLAIN_NAME = 20;
const SECRET_PARAMETER =
  /^(?:key|code|sig|sid|hmac|jwt|session|assertion)$|(?:^|[-_])(?:auth|key|signature|credential)$/i;
const JSON_TYPE = /[/+](?:json|x-ndjson|jsonl)\b/i;
const JSON_START = /^\s*(?:[{["\d-]|true|false|null)/;
const STREAM_TYPE = /\bevent-stream\b/i;
const FORM_TYPE = /\bx-www-form-urlencoded\b/i;
const XML_ELEMENT = /<([\w:.-]{1,100})(?:\s[^<>]{0,500})?>(<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|[^<]+)/g;

/** Takes secrets out of what is logged of a request. */
export interface MessageRedactor {
  text(text: string): string;
  url(url: string): string;
  message(headers: Readonly<Record<string, string>>, body: string | Buffer | undefined): LoggedMessage;
}

/** What is known of the secrets of a request. */
export interface KnownSecrets {
  readonly secrets: readonly string[];
  /** Hides the passwords of an execution's settings. */
  readonly hide?: (text: string) => string;
  /** Rules for what is logged. */
  readonly redaction?: RequestRedaction | undefined;
}

/**
 * A redactor for one call: it hides `secrets` in any spelling, what looks like a secret, and values under names of
 * secrets (D504). Bodies keep `mostBytes` of their text; 0: none.
 */
export function createMessageRedactor(
  { secrets, hide: hidePasswords = (text) => text, redaction }: KnownSecrets,
  mostBytes: number,
): MessageRedactor {
  const redactor = createSecretRedactor({ secrets, hide: hidePasswords }, mostBytes);
  return redaction ? applyRules(redactor, redaction) : redactor;
}

/** Secrets go first, because they are found in texts as they were sent. */
function applyRules(
  { text, url, message }: MessageRedactor,
  { keepsBodies, hasPlaces, redact }: RequestRedaction,
): MessageRedactor {
  const bodyOf = ({ text: kept, isCut, ...shape }: LoggedBody): LoggedBody => {
    if (kept === undefined || !keepsBodies) return shape;
    // Where a value stood cannot be told from a part of the text.
    if (hasPlaces && (isCut || (JSON_START.test(kept) && !isJson(kept)))) return shape;
    return { ...shape, text: redact(kept), ...(isCut && { isCut }) };
  };
  return {
    text: (given) => redact(text(given)),
    url: (given) => (keepsBodies ? redact(url(given)) : (/^[a-z]+:\/\/[^/?#]*/i.exec(url(given))?.[0] ?? "")),
    message: (headers, content) => {
      const shown = message(headers, content);
      const kept = Object.entries(shown.headers).map(([name, value]) => [redact(name), redact(value)]);
      return {
        ...shown,
        headers: Object.fromEntries(kept),
        ...(shown.body && { body: bodyOf(shown.body) }),
      };
    },
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function createSecretRedactor(
  { secrets, hide: hidePasswords }: Required<Pick<KnownSecrets, "secrets" | "hide">>,
  mostBytes: number,
): MessageRedactor {
  const hideKnown = secrets.length > 0 ? createRedactor(secrets) : (text: string) => text;
  const hideOwn = (text: string) => hidePasswords(hideKnown(text));
  const hide = (text: string) => redactText(hideOwn(text));
  const longest = Math.max(0, ...secrets.map(({ length }) => length));
  const slack = Math.max(LEAST_SLACK, longest * LONGEST_SPELLING);
  const parts: Parts = { hide, hideOwn, slack, mostBytes };
  return {
    text: (text) => toStorableText(hide(text)),
    url: (url) => shorten(url, LONGEST_URL, slack, (text) => redactUrl(text, hide)),
    message: (headers, content) => {
      const body =
        content === undefined || content.length === 0 ? undefined : bodyOf(content, headers, parts);
      return { headers: redactHeaders(headers, parts), ...(body && { body }) };
    },
  };
}

interface Parts {
  /** Hides what is known to be secret, and what looks like it. */
  readonly hide: (text: string) => string;
  /** Hides only what is known. */
  readonly hideOwn: (text: string) => string;
  readonly slack: number;
  readonly mostBytes: number;
}

/** At most `most` characters of a text, redacted before it is cut. */
function shorten(text: string, most: number, slack: number, redact: (text: string) => string): string {
  if (text.length <= most) return toStorableText(redact(text));
  const isWhole = text.length <= most + slack;
  const shown = redact(isWhole ? text : text.slice(0, most + slack));
  return toStorableText(`${shown.slice(0, Math.min(most, isWhole ? most : shown.length - slack))}…`);
}

function redactHeaders(
  headers: Readonly<Record<string, string>>,
  { hide, hideOwn, slack }: Parts,
): Record<string, string> {
  const shown = (name: string, value: string) => {
    if (!SHOWN_HEADERS.test(name)) return REDACTED;
    if (PLAIN_HEADERS.test(name)) return shorten(value, LONGEST_HEADER, slack, hideOwn);
    const redact = (text: string) => {
      if (name === "location") return redactUrl(text, hide);
      if (name === "link") return hide(text.replace(/<([^>]*)>/g, (_, url) => `<${redactUrl(url, hide)}>`));
      return hide(hideEncoded(text, hide));
    };
    return shorten(value, LONGEST_HEADER, slack, redact);
  };
  return Object.fromEntries(
    Object.entries(headers)
      .slice(0, MOST_HEADERS)
      .map(([name, value]) => {
        const lower = name.toLowerCase();
        const hideName = lower.length > LONGEST_PLAIN_NAME ? hide : hideOwn;
        return [shorten(lower, LONGEST_HEADER, slack, hideName), shown(lower, value)];
      }),
  );
}

function bodyOf(
  content: string | Buffer,
  headers: Readonly<Record<string, string>>,
  parts: Parts,
): LoggedBody {
  const { hideOwn, slack, mostBytes } = parts;
  const given = Object.entries(headers).find(([name]) => name.toLowerCase() === "content-type")?.[1];
  const type = given === undefined ? undefined : toStorableText(hideOwn(given).slice(0, LONGEST_HEADER));
  const bytes = Buffer.byteLength(content);
  const shape = { bytes, ...(type !== undefined && { type }) };
  if (mostBytes === 0) return shape;
  // Of a long text only its beginning is converted.
  const head =
    typeof content === "string"
      ? content.slice(0, mostBytes + slack)
      : content.subarray(0, mostBytes + slack);
  const start = typeof head === "string" ? Buffer.from(head) : head;
  const isWhole = start.length === bytes;
  // A cut may have left a part of a character, of at most three bytes.
  if (!isText(isWhole ? start : trimEnd(start), given)) return shape;
  const text = redactBody(decodeText(start, given, { isCut: !isWhole }), given, parts);
  const safe = isWhole ? text : text.slice(0, Math.max(0, text.length - slack));
  const kept = Buffer.from(safe);
  const isCut = !isWhole || kept.length > mostBytes;
  const shown = kept.length > mostBytes ? decodeText(kept.subarray(0, mostBytes), "", { isCut: true }) : safe;
  return { ...shape, text: toStorableText(shown), ...(isCut && { isCut }) };
}

function trimEnd(bytes: Buffer): Buffer {
  for (let at = 1; at <= 4 && at <= bytes.length; at += 1) {
    const byte = bytes[bytes.length - at] ?? 0;
    if (byte >= 0xc0) return bytes.subarray(0, bytes.length - at);
    if (byte < 0x80) break;
  }
  return bytes;
}

function redactBody(text: string, type: string | undefined, { hide, hideOwn }: Parts): string {
  if (type !== undefined && FORM_TYPE.test(type)) return hide(redactPairs(text, hide));
  if (type !== undefined && STREAM_TYPE.test(type)) return hide(redactJsonText(text, hide));
  // An error page may be sent as JSON. Names of members were judged with their values: `total_tokens` is a number.
  if ((type === undefined || type === "" || JSON_TYPE.test(type)) && JSON_START.test(text))
    return hideOwn(redactJsonText(text, hide));
  return hide(
    text.replace(XML_ELEMENT, (all, name: string, value: string) =>
      isSecretName(name.slice(name.indexOf(":") + 1), "")
        ? all.slice(0, all.length - value.length) + REDACTED
        : all,
    ),
  );
}

/** A URL, or the part of one that a header has. */
function redactUrl(url: string, hide: (text: string) => string): string {
  const [, address = "", query, fragment] = /^([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(url) ?? [];
  const shown = address.includes("%") ? redactPath(hide(address), hide) : address;
  const asked = query === undefined ? "" : `?${redactPairs(query, hide)}`;
  const rest = fragment === undefined ? "" : `#${redactPairs(fragment, hide)}`;
  return hide(shown + asked + rest);
}

/** A path that encodes something. */
function redactPath(address: string, hide: (text: string) => string): string {
  const shown = address
    .split("/")
    .map((part) => hideEncoded(part, hide))
    .join("/");
  const decoded = decodeAddress(shown);
  if (hide(decoded) === decoded) return shown;
  // A secret with slashes.
  const origin = /^[a-z]+:\/\/[^/]*/i.exec(shown)?.[0] ?? "";
  return `${origin}/${REDACTED}`;
}

/** Pairs of a query or form without the values that are secrets by their names, or once they are decoded. */
function redactPairs(text: string, hide: (text: string) => string): string {
  const shown = text.split("&").map((pair) => {
    const at = pair.indexOf("=");
    if (at === -1) return hideEncoded(pair, hide, true);
    const name = decodeAddress(pair.slice(0, at), true);
    if (isSecretName(name, "") || SECRET_PARAMETER.test(name)) return `${pair.slice(0, at)}=${REDACTED}`;
    return `${hideEncoded(pair.slice(0, at), hide, true)}=${hideEncoded(pair.slice(at + 1), hide, true)}`;
  });
  return shown.join("&");
}

/** The text as written, or `[redacted]` if there is a secret in what it encodes. */
function hideEncoded(text: string, hide: (text: string) => string, isForm = false): string {
  const decoded = decodeAddress(text, isForm);
  return decoded === text || hide(decoded) === decoded ? text : REDACTED;
}

function decodeAddress(text: string, isForm = false): string {
  const spaced = isForm ? text.replaceAll("+", " ") : text;
  if (!spaced.includes("%")) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}
