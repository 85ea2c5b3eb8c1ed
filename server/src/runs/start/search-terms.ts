import type { Scope } from "../../auth/scope.ts";
import { isNumber, type Json } from "../../platform/json/json.ts";
import { hasMark } from "../../redaction/rules.ts";
import { HIDDEN } from "../passwords.ts";
import type { RunError } from "../table.ts";
import { redactErrorMessage } from "../view/outline-error.ts";

/** In characters; longer values are not searchable. */
const LONGEST_VALUE = 128;
// How many lists, objects and values are visited for each one that becomes searchable.
const LOOKED_AT = 10;
const MOST_WORDS = 60;
const WORD = /[\p{L}\p{N}_]+/gu;
// What looks like a number with something around it: not a sentence, a date, an amount or a UUID.
const IDENTIFIER = /^(?=.*\d)(?=.*[\p{L}#])[\p{L}\p{N}#]+([-_/.:#][\p{L}\p{N}#]+){0,3}$/u;
const LONGEST_IDENTIFIER = 32;
const MOST_NUMBERS = 2;
const DIGITS = /\d{2,}/g;
/** Members whose values nobody searches for. */
const SECRET_NAME =
  /pass(word|wd|phrase|code)|secret|token|authorization|credential|cookie|(api|private|access)[-_]?key/i;

/**
 * The source of a term: a value of the input, a word of the error, a word of the error that customers also read
 * (`redactErrorMessage`), or the id of the account or workflow, so that a search among theirs does not visit all
 * others.
 */
export type TermKind = "value" | "error" | "told" | "account" | "workflow";

/** The search terms of a run: numbers for `run_search` (D287). */
export interface InputTerms {
  readonly terms: readonly number[];
  /** Hashes of `path=value`. */
  readonly places: readonly number[];
}

/** Creates the terms of one environment: the same word has another term in each environment. */
export interface TermHasher {
  /** 53 bits. */
  term(kind: TermKind, text: string): number;
  /** 32 bits, signed. */
  place(path: string, value: string): number;
}

export function createTermHasher({ orgId, environment }: Pick<Scope, "orgId" | "environment">): TermHasher {
  const seed = hash(`${orgId}/${environment}`, 0);
  return {
    term: (kind, text) => hash(text.toLowerCase(), seed ^ KIND_SEEDS[kind]),
    place: (path, value) => hash(`${path}=${value}`.toLowerCase(), seed) | 0,
  };
}

const KIND_SEEDS: Readonly<Record<TermKind, number>> = {
  value: 1,
  error: 2,
  told: 3,
  account: 4,
  workflow: 5,
};

/**
 * The terms of a run's input: its texts and numbers, and the numbers in identifiers, nearest to the top first, at
 * most `limit`. Members of lists have the path of the list.
 */
export function collectInputTerms(hasher: TermHasher, input: Json, limit: number): InputTerms {
  const terms: number[] = [];
  const places: number[] = [];
  const queue: [path: string, value: Json][] = [["", input]];
  for (let next = 0; next < queue.length && terms.length < limit; next++) {
    const [path, value] = queue[next] as [string, Json];
    if (typeof value === "object" && value !== null && !isNumber(value)) {
      queue.push(...membersOf(path, value, limit * LOOKED_AT - queue.length));
      continue;
    }
    const text = searchableText(value);
    if (text === undefined) continue;
    terms.push(hasher.term("value", text), ...numbersIn(text).map((number) => hasher.term("value", number)));
    if (path !== "") places.push(hasher.place(path, text));
  }
  return { terms: [...new Set(terms)].slice(0, limit), places: [...new Set(places)] };
}

/** The first `room` members of a list or object, each with its path. */
function membersOf(path: string, value: object, room: number): [path: string, value: Json][] {
  if (room <= 0) return [];
  if (Array.isArray(value)) return value.slice(0, room).map((member: Json) => [path, member]);
  const object = value as { [name: string]: Json };
  const names = Object.keys(object).slice(0, room);
  return names
    .filter((name) => !SECRET_NAME.test(name))
    .map((name) => [path === "" ? name : `${path}.${name}`, object[name] ?? null]);
}

/**
 * A text or number as it is searched; nothing for one that is empty, too long, hidden, or true of half of all runs.
 */
function searchableText(value: Json): string | undefined {
  if (isNumber(value)) return String(value);
  if (typeof value !== "string" || value.length > LONGEST_VALUE) return undefined;
  const text = value.trim();
  return text === "" || text === HIDDEN || hasMark(text) ? undefined : text;
}

/** The short form of an identifier: 417 for `NB-417`, for `#417` and for `BK-00417-HC`. */
function numbersIn(text: string): string[] {
  if (text.length > LONGEST_IDENTIFIER || !IDENTIFIER.test(text)) return [];
  const numbers = text.match(DIGITS) ?? [];
  // With more of them it is a hash, which nobody shortens.
  if (numbers.length > MOST_NUMBERS) return [];
  return numbers.flatMap((number) => [number, number.replace(/^0+(?=\d)/, "")]);
}

/** The terms of why a run failed: all words of it, and again those that its customer reads. */
export function collectErrorTerms(hasher: TermHasher, error: RunError): number[] {
  const full = splitWords(textOf(error)).slice(0, MOST_WORDS);
  const outlined = splitWords(textOf(redactErrorMessage(error))).slice(0, MOST_WORDS);
  return [
    ...full.map((word) => hasher.term("error", word)),
    ...outlined.map((word) => hasher.term("told", word)),
  ];
}

const textOf = ({ code, message, nodeId, nodeName, status }: RunError) =>
  [code, nodeId, nodeName, status, message].join(" ");

/** The distinct words of a text, in lower case. */
export function splitWords(text: string): string[] {
  return [...new Set(text.toLowerCase().match(WORD) ?? [])];
}

/**
 * A hash of 53 bits that must stay stable, because the database stores it. A collision only shows an extra execution,
 * so nothing else may use it.
 */
function hash(text: string, seed: number): number {
  let low = 0x9e3779b9 ^ seed;
  let high = 0x85ebca6b ^ seed;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    low = Math.imul(low ^ unit, 0x9e3779b1);
    high = Math.imul(high ^ unit, 0x5f356495);
  }
  low = mix(low ^ (high >>> 15));
  high = mix(high ^ (low >>> 13));
  return 2 ** 32 * (high & 0x1fffff) + (low >>> 0);
}

function mix(bits: number): number {
  const once = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return twice ^ (twice >>> 16);
}
