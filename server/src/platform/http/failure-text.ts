import { redactText } from "../redact-text.ts";
import { getReasonPhrase } from "./reason-phrase.ts";

// A text beyond this is not searched: reasons stand at the beginning.
const LONGEST_SEARCH = 65_536;
const PAGE = /^\s*(?:<!doctype\s+html|<(?:html|head|body|title|meta|script|style)\b)/i;
const MARKUP =
  /<\/?(?:a|b|big|br|center|code|div|em|font|h[1-6]|hr|i|li|ol|p|pre|small|span|strong|table|tbody|td|th|tr|u|ul)\b[^<>]{0,500}>/gi;
// SOAP 1.1 and 1.2, S3, and what other XML has.
const XML_REASON =
  /<(?:[\w.-]{1,50}:)?(?:faultstring|text|message|errormessage|error_message|description|detail|reason|error)(?:\s[^<>]{0,200})?>\s*(?:<!\[CDATA\[([\s\S]{0,1000}?)\]\]>|([^<]{1,1000}))/gi;
const ENTITY = /&(?:amp|lt|gt|quot|apos|nbsp|#\d{1,7}|#x[\da-f]{1,6});/gi;
const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&apos;": "'",
  "&nbsp;": " ",
};
// What says nothing: some providers say in the place of an error that all is well, or only that it is an error.
const EMPTY_WORD =
  /^(?:null|none|undefined|true|false|ok|ko|success|error|fail|failed|failure|about:blank|-?\d{1,3})\.?$/i;

/** Whether a text may be shown: it is neither bytes nor a page for browsers. */
export function isReadable(text: string): boolean {
  const beginning = text.slice(0, LONGEST_SEARCH);
  if (/[\0-\x08\x0e-\x1f]/.test(beginning)) return false;
  return !PAGE.test(beginning.replace(/^\s*(?:<\?xml[^>]{0,200}\?>|<!--[^>]{0,200}-->)/, ""));
}

/** The reasons that an XML document states, such as a SOAP fault; none if it is not XML. */
export function readXmlReasons(text: string): string[] {
  if (!/^\s*<[?!\w]/.test(text)) return [];
  const found = text.slice(0, LONGEST_SEARCH).matchAll(XML_REASON);
  return Array.from(found, ([, data, plain]) => data ?? decodeEntities(plain ?? ""));
}

/** The first line of a text with anything in it. */
export function getFirstLine(text: string): string {
  return /\S.*/.exec(text.slice(0, LONGEST_SEARCH))?.[0] ?? "";
}

/** A text as part of a sentence: without markup, secrets and line breaks; empty if it is a page, bytes, or says nothing. */
export function toReasonText(text: string): string {
  const beginning = text.slice(0, LONGEST_SEARCH);
  if (!isReadable(beginning)) return "";
  const plain = /[<&]/.test(beginning) ? decodeEntities(beginning.replace(MARKUP, " ")) : beginning;
  const said = redactText(plain.replace(/[\s\x7f-\x9f\u2028\u2029]+/g, " ").trim());
  return EMPTY_WORD.test(said) ? "" : said;
}

/** Whether a text only repeats the name of a status, such as "Bad Request". */
export function isReasonPhrase(text: string): boolean {
  const plain = toWords(text);
  return STATUSES.some((status) => toWords(getReasonPhrase(status) ?? "") === plain);
}

const STATUSES = Array.from({ length: 200 }, (_, index) => 400 + index);

function toWords(text: string): string {
  return text.toLowerCase().replace(/[^a-z]/g, "");
}

/**
 * The beginning of a long text, up to the end of a word: half a secret would not be found by whoever hides secrets
 * after this. A single long word is left out.
 */
export function limitReason(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = text
    .slice(0, most - 2)
    .search(/[\s\u3000-\u303f\uff00-\uff0f][^\s\u3000-\u303f\uff00-\uff0f]*$/);
  return end <= 0 ? "" : `${text.slice(0, end)} …`;
}

function decodeEntities(text: string): string {
  return text.replace(ENTITY, (entity) => {
    const known = ENTITIES[entity.toLowerCase()];
    if (known !== undefined) return known;
    const isHex = /^&#x/i.test(entity);
    const code = Number.parseInt(entity.slice(isHex ? 3 : 2), isHex ? 16 : 10);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : " ";
  });
}
