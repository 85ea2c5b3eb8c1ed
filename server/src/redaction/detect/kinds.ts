import type { PatternMatch } from "../../platform/redact/pattern.ts";
import { IBAN_LENGTHS } from "./iban-lengths.ts";

/** What is recognized by its form, wherever it stands. */
export const DATA_KINDS = ["email", "card", "phone", "iban"] as const;
export type DataKind = (typeof DATA_KINDS)[number];

/** Where a text has data of a kind. Every search takes time linear in the text's length. */
export function findKind(kind: DataKind, text: string): PatternMatch[] {
  return FINDERS[kind](text);
}

const FINDERS: Readonly<Record<DataKind, (text: string) => PatternMatch[]>> = {
  email: findEmails,
  card: findCards,
  phone: findPhones,
  iban: findIbans,
};

const LONGEST_LOCAL = 64;
// Without those that separate values where addresses stand: in queries and paths.
const LOCAL_CHARACTER = /[\p{L}\p{N}.!#$'*+^_`{|}~-]/u;
const DOMAIN = /(?:[\p{L}\p{N}_-]{1,63}\.){1,8}\p{L}{2,24}(?![\p{L}\p{N}])|\[[\da-f.:]{3,45}\]/giuy;

// From the sign, of which there are few, to both sides.
function findEmails(text: string): PatternMatch[] {
  const found: PatternMatch[] = [];
  for (let at = text.indexOf("@"); at !== -1; at = text.indexOf("@", at + 1)) {
    let start = at;
    while (start > 0 && at - start < LONGEST_LOCAL && LOCAL_CHARACTER.test(text.charAt(start - 1)))
      start -= 1;
    // A quoted name: "ann lee"@example.com.
    if (start === at && text.charAt(at - 1) === '"')
      start = Math.max(text.lastIndexOf('"', at - 2), at - LONGEST_LOCAL, 0);
    if (start === at) continue;
    DOMAIN.lastIndex = at + 1;
    if (DOMAIN.test(text)) found.push({ start, end: DOMAIN.lastIndex });
  }
  return found;
}

const DIGIT_RUN = /\d(?:[ \u00a0.-]?\d){12,}/g;
/** Of the large networks. */
const CARD_PREFIX =
  /^(?:3[47]|30[0-5]|3[689]|35|4|5[0-8]|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)|6\d|8[16])/;
const CARD_DIGITS = { least: 13, most: 19 };

function findCards(text: string): PatternMatch[] {
  const found: PatternMatch[] = [];
  for (const { 0: run, index } of text.matchAll(DIGIT_RUN)) {
    // Other numbers may stand beside the card: it begins and ends with a group.
    const groups = [...run.matchAll(/\d+/g)].map((group) => ({ digits: group[0], at: index + group.index }));
    for (let first = 0; first < groups.length; first++) {
      const last = findCardEnd(groups, first);
      if (last === undefined) continue;
      const end = groups[last];
      found.push({ start: groups[first]?.at ?? 0, end: (end?.at ?? 0) + (end?.digits.length ?? 0) });
      first = last;
    }
  }
  return found;
}

/** The last group of a card number that begins with the group `first`. */
function findCardEnd(groups: readonly { readonly digits: string }[], first: number): number | undefined {
  let digits = "";
  let found: number | undefined;
  for (let last = first; last < groups.length && digits.length < CARD_DIGITS.most; last++) {
    digits += groups[last]?.digits;
    const isLong = digits.length >= CARD_DIGITS.least && digits.length <= CARD_DIGITS.most;
    if (isLong && CARD_PREFIX.test(digits) && isLuhn(digits)) found = last;
  }
  return found;
}

function isLuhn(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits.charAt(digits.length - 1 - place)) * (place % 2 === 0 ? 1 : 2);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return sum % 10 === 0;
}

// International (+49 171 1234567, 0049 …), and the forms of North America, which have no sign before them.
const PHONES = [
  /(?<![\w+])\+ ?[1-9](?:[ \u00a0()./-]{0,3}\d){6,14}(?!\d)/g,
  /(?<![\w.+-])00[1-9]\d{0,2}[ \u00a0./-](?:[ \u00a0()./-]{0,3}\d){5,12}(?!\d)/g,
  /(?<![\w.+-])(?:1[ .-])?(?:\([2-9]\d{2}\) ?|[2-9]\d{2}[ .-])[2-9]\d{2}[ .-]\d{4}(?![\w-])/g,
];

function findPhones(text: string): PatternMatch[] {
  return PHONES.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ 0: { length }, index }) => ({ start: index, end: index + length })),
  );
}

const IBAN_START = /(?<![A-Z0-9])([A-Z]{2})\d{2}/gi;
const IBAN_CHARACTER = /[A-Z0-9]/i;

function findIbans(text: string): PatternMatch[] {
  const found: PatternMatch[] = [];
  for (const { 1: country = "", index } of text.matchAll(IBAN_START)) {
    const length = IBAN_LENGTHS[country.toUpperCase()];
    const end = length === undefined ? undefined : findIbanEnd(text, index, length);
    if (end !== undefined) found.push({ start: index, end });
  }
  return found;
}

/** Where an IBAN of `length` characters ends that is written from `start` on; undefined if there is none. */
function findIbanEnd(text: string, start: number, length: number): number | undefined {
  let iban = "";
  let at = start;
  for (; at < text.length && iban.length < length; at++) {
    const character = text.charAt(at);
    if (IBAN_CHARACTER.test(character)) iban += character;
    else if (!/[ \u00a0.-]/.test(character) || !IBAN_CHARACTER.test(text.charAt(at + 1))) return undefined;
  }
  const isWhole = iban.length === length && !IBAN_CHARACTER.test(text.charAt(at));
  return isWhole && getRemainder(iban.toUpperCase()) === 1 ? at : undefined;
}

/** The remainder modulo 97 that ISO 13616 checks. */
function getRemainder(iban: string): number {
  const moved = iban.slice(4) + iban.slice(0, 4);
  let remainder = 0;
  for (const character of moved)
    for (const digit of String(Number.parseInt(character, 36)))
      remainder = (remainder * 10 + Number(digit)) % 97;
  return remainder;
}
