import { isObject, type Json } from "../json/json.ts";
import { parseForeignJson } from "../json/json-shape.ts";
import {
  getFirstLine,
  isReadable,
  isReasonPhrase,
  limitReason,
  readXmlReasons,
  toReasonText,
} from "./failure-text.ts";

const LONGEST_REASON = 500;
const LONGEST_JSON = 262_144;
const MOST_REASONS = 5;
const MOST_VALUES = 300;
const MOST_LEVELS = 8;

// Names are compared in lower case and without what is not a letter: `error_message`, `errorMessage`, `Error-Message`.
const SENTENCE = [
  "errordescription",
  "message",
  "defaultmessage",
  "errormessage",
  "msg",
  "errormsg",
  "faultstring",
  "errorsummary",
  "usermessage",
  "statusmessage",
  "description",
  "issue",
  "reason",
  "translation",
  "value",
];
// What is said in addition to a sentence.
const DETAIL = ["detail", "details", "errordetail", "longmessage", "errorusermsg", "hint"];
// What stands in for a sentence.
const TITLE = ["title", "text", "error", "errors", "fault"];
const CODE = ["code", "errorcode", "status", "type", "name", "category"];
const HOLDS_REASONS =
  /^(?:.*(?:errors?|faults?|violations|issues|problems|causes)(?:details?|info|list|messages?|response)?|errormessages?|messages?|details?|modelstate|elements|invalidparams|contextinfo|responsemetadata|params)$/;
const OF_AN_ERROR = ["message", "msg", "errormessage", "errordescription", "code", "errorcode"];
// What may hold the error, or the record that it is about: only its errors are read.
const ENVELOPE = [
  "data",
  "response",
  "result",
  "body",
  "status",
  "meta",
  "responsestatus",
  "output",
  "payload",
];
const FIELD = [
  "field",
  "fieldname",
  "property",
  "propertyname",
  "propertypath",
  "parameter",
  "param",
  "loc",
  "path",
  "target",
];

/** What is left to read of an answer; a hostile one has any number of values. */
interface ReadingBudget {
  values: number;
}

/**
 * Why a third party refused a request, in its own words, whatever the form of its answer: JSON of any usual shape,
 * XML, a form, or text. Several reasons are joined. At most 500 characters, without markup and what looks like a
 * secret; empty if the answer gives no reason. Credentials that are known must be hidden by the caller.
 */
export function readReason(answer: Json): string {
  const budget = { values: MOST_VALUES };
  const found = typeof answer === "string" ? readText(answer, budget) : listReasons(answer, budget, 0);
  return limitReason(join(found), LONGEST_REASON);
}

/** The same of a whole text, or its beginning where it gives no reason; empty for a page or bytes. */
export function quoteReason(text: string): string {
  return readReason(text) || limitReason(toReasonText(text), LONGEST_REASON);
}

/** The sentence that a third party answered with this status, and why if `reason` says so. */
export function describeAnswer(name: string, status: number, reason: string): string {
  return reason === "" ? `${name} responded with ${status}.` : `${name} responded with ${status}: ${reason}`;
}

/** A whole answer that is a text. */
function readText(text: string, budget: ReadingBudget): string[] {
  const inside = parseText(text);
  if (inside !== undefined) return listReasons(inside, budget, 1);
  if (!isReadable(text)) return [];
  const reasons = readXmlReasons(text).map(toReasonText).filter(Boolean);
  if (reasons.length > 0) return reasons;
  return /^\s*<[?!\w]/.test(text) && /<\/|\/>/.test(text) ? [] : clean(getFirstLine(text));
}

/** JSON or a form, whatever the content type says; undefined for any other text. */
function parseText(text: string): Json | undefined {
  const trimmed = text.length > LONGEST_JSON ? "" : text.trim();
  if (/^[\w.]+=[^\s&]*(?:&[\w.]+=[^\s&]*)*$/.test(trimmed)) {
    const form = Object.fromEntries(new URLSearchParams(trimmed));
    return Object.keys(form).some((name) => HOLDS_REASONS.test(toName(name))) ? form : undefined;
  }
  if (!/^[[{]/.test(trimmed)) return undefined;
  try {
    return parseForeignJson(trimmed);
  } catch {
    return undefined; // a text that only begins like JSON
  }
}

function clean(text: string): string[] {
  const cleaned = toReasonText(text);
  return cleaned === "" ? [] : [cleaned];
}

function listReasons(value: Json | undefined, budget: ReadingBudget, level: number): string[] {
  budget.values -= 1;
  if (budget.values < 0 || level > MOST_LEVELS) return [];
  if (typeof value === "string") {
    const inside = parseText(value);
    const reasons = inside === undefined ? [] : listReasons(inside, budget, level + 1);
    return reasons.length > 0 ? reasons : clean(value);
  }
  if (Array.isArray(value)) return listOf(value, budget, level);
  if (!isObject(value)) return [];
  const members = membersOf(value);
  const said = [...readOwn(members, budget, level), ...readHeld(members, budget, level)];
  if (said.some((reason) => /\s/.test(reason))) return said;
  const code = textAt(members, CODE);
  if (code !== undefined) return [code, ...said];
  if (said.length > 0) return said;
  return level === 0 ? readAround(members, value, budget) : [];
}

function listOf(list: readonly Json[], budget: ReadingBudget, level: number): string[] {
  const found: string[] = [];
  for (const item of list) {
    if (found.length >= MOST_REASONS || budget.values < 0) break;
    const reasons = listReasons(item, budget, level + 1);
    const field = isObject(item) ? fieldOf(membersOf(item)) : "";
    found.push(...reasons.map((reason) => withField(field, reason)));
  }
  return found;
}

/** The sentences of an object itself: its code in words, what happened, details. */
function readOwn(members: Members, budget: ReadingBudget, level: number): string[] {
  const error = textAt(members, ["error"]);
  const sentence = textAt(members, SENTENCE);
  const said = [error, sentence, textAt(members, DETAIL)].filter((text) => text !== undefined);
  const texts = said.length > 0 ? said : [textAt(members, TITLE)].filter((text) => text !== undefined);
  return texts.flatMap((text) => listReasons(text, budget, level + 1));
}

/** The reasons in the lists and objects of an object. */
function readHeld(members: Members, budget: ReadingBudget, level: number): string[] {
  const found: string[] = [];
  for (const [name, value] of members) {
    if (found.length >= MOST_REASONS || budget.values < 0) break;
    if (typeof value !== "object" || value === null || !HOLDS_REASONS.test(name)) continue;
    const reasons = hasFields(name, value) ? [] : listReasons(value, budget, level + 1);
    found.push(...(reasons.length === 0 ? readFields(value, budget, level + 1) : reasons));
  }
  return found;
}

/** Whether the members are fields, which may be called like the members of an error: `{"description": "is too long"}`. */
function hasFields(name: string, value: Json): boolean {
  if (!isObject(value) || !/(?:errors|violations|modelstate)$/.test(name)) return false;
  const members = membersOf(value);
  return !OF_AN_ERROR.some((one) => members.has(one) && typeof members.get(one) !== "object");
}

/** What is said of each field: `{"email": ["is taken"]}`. */
function readFields(value: Json, budget: ReadingBudget, level: number): string[] {
  if (!isObject(value)) return [];
  const fields = Object.entries(value)
    .slice(0, MOST_REASONS)
    .filter(([name]) => !name.startsWith("@"));
  return fields.flatMap(([name, said]) => {
    const reasons = listReasons(said, budget, level + 1);
    const inner = reasons.length === 0 && level < MOST_LEVELS ? readFields(said, budget, level + 1) : reasons;
    return inner.map((reason) => withField(name, reason));
  });
}

/** The error within an envelope; else an answer that is nothing but lists of texts, a list for each field. */
function readAround(members: Members, value: Json, budget: ReadingBudget): string[] {
  for (const name of ENVELOPE) {
    const inside = members.get(name);
    const lists = Array.isArray(inside) ? inside : [inside];
    const found = lists.filter(isObject).flatMap((one) => readEnvelope(membersOf(one), budget));
    if (found.length > 0) return found;
  }
  const values = [...members.values()];
  const isFieldMap = values.every(
    (list) => Array.isArray(list) && list.every((one) => typeof one === "string"),
  );
  return isFieldMap ? readFields(value, budget, 1) : [];
}

function readEnvelope(members: Members, budget: ReadingBudget): string[] {
  const message = textAt(members, ["errordescription", "message", "errormessage", "msg", "error", "reason"]);
  return [...clean(message ?? ""), ...readHeld(members, budget, 1)];
}

type Members = ReadonlyMap<string, Json>;

function membersOf(value: { [key: string]: Json }): Members {
  const entries: [string, Json][] = [];
  for (const name in value) {
    if (entries.length >= MOST_VALUES) break;
    entries.push([toName(name), value[name] ?? null]);
  }
  return new Map(entries);
}

function toName(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, "");
}

function textAt(members: Members, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = members.get(name);
    if (typeof value === "string" && toReasonText(value) !== "") return value;
  }
  return undefined;
}

/** The field that an item of a list speaks of: a name, a path of names, or a pointer (JSON:API). */
function fieldOf(members: Members): string {
  const source = members.get("source");
  const places = [
    ...FIELD.map((name) => members.get(name)),
    ...(isObject(source) ? Object.values(source) : []),
  ];
  for (const place of places) {
    const text = Array.isArray(place) ? place.filter((part) => typeof part !== "object").join(".") : place;
    if (typeof text === "string" && text !== "" && text.length <= 100) return toReasonText(text);
  }
  return "";
}

function withField(field: string, reason: string): string {
  const name = toName(field);
  return name === "" || toName(reason).includes(name) ? reason : `${field}: ${reason}`;
}

/** Each reason once, the longest wording of it; the name of a status only if nothing else is said in words. */
function join(found: readonly string[]): string {
  const telling = found.filter((reason) => !isReasonPhrase(reason));
  const kept: string[] = [];
  for (const reason of telling.some((one) => /\s/.test(one)) ? telling : found) {
    if (kept.some((one) => one.includes(reason))) continue;
    const at = kept.findIndex((one) => reason.includes(one) && /\s/.test(one));
    if (at === -1) kept.push(reason);
    else kept[at] = reason;
  }
  return kept.slice(0, MOST_REASONS).reduce((said, reason) => {
    if (said === "") return reason;
    return /\s/.test(said) ? `${said.replace(/\.$/, "")}; ${reason}` : `${said}: ${reason}`;
  }, "");
}
