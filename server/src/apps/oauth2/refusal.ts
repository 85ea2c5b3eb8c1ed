import { readReason } from "../../platform/http/failure-reason.ts";
import { limitReason, toReasonText } from "../../platform/http/failure-text.ts";
import type { Json } from "../../platform/json/json.ts";
import type { JsonObject } from "../connector.ts";
import { findValueAt } from "../providers/manifest/request/template.ts";

/** Why a token endpoint issued no token, in its own words. */
export interface Refusal {
  /** The `error` of RFC 6749 5.2, or what the provider has instead; empty if it sent none. */
  code: string;
  /** The sentence for people; empty if it sent none. */
  description: string;
  /** Further codes, each with its name, such as `suberror bad_token`. */
  details: readonly string[];
}

const CODES = ["error", "error.code", "error.type", "status", "code", "errorCode", "error.status"];
const DESCRIPTIONS = [
  "error_description",
  "error.message",
  "message",
  "error_message",
  "detail",
  "errors.0.message",
  "reason",
];
// Google, Microsoft and Meta tell apart what one code means by these.
const DETAILS = ["error_subtype", "suberror", "error_codes", "error.error_subcode"];
const ALL_IS_WELL = /^(?:0|2\d\d|ok|success|true)$/i;
const LONGEST_CODE = 200;
const LONGEST_DESCRIPTION = 500;

/** Reads a provider's refusal, wherever it puts its words. */
export function readRefusal(body: JsonObject): Refusal {
  return {
    code: firstOf(body, CODES).slice(0, LONGEST_CODE),
    description: readDescription(body),
    details: DETAILS.flatMap((place) => {
      const value = valueAt(body, place);
      const text = (Array.isArray(value) ? value : [value]).map(textOf).filter((one) => one !== "");
      return text.length === 0 ? [] : [`${nameOf(place)} ${text.join(", ").slice(0, LONGEST_CODE)}`];
    }),
  };
}

/** The provider's sentence: where token endpoints put it, else wherever it is. */
function readDescription(body: JsonObject): string {
  const said = firstOf(body, DESCRIPTIONS);
  return said === "" ? readReason(body) : limitReason(toReasonText(said), LONGEST_DESCRIPTION);
}

/** The refusal in one line, for operators: code, description, further codes. */
export function describeRefusal({ code, description, details }: Refusal): string {
  const parts = description.startsWith(code) ? [description] : [code, description];
  const said = parts.filter((part) => part !== "").join(": ");
  const sentence = said.replace(/\.$/, "");
  return details.length === 0 ? sentence : `${sentence} (${details.join("; ")})`;
}

/** The first word that is there; some providers say in the same places that all is well. */
function firstOf(body: JsonObject, places: readonly string[]): string {
  for (const place of places) {
    const text = textOf(valueAt(body, place));
    if (text !== "" && !ALL_IS_WELL.test(text)) return text;
  }
  return "";
}

function valueAt(body: JsonObject, place: string): Json | undefined {
  return findValueAt({ body }, ["body", ...place.split(".")]);
}

function nameOf(place: string): string {
  return place.split(".").at(-1) ?? place;
}

function textOf(value: Json | undefined): string {
  if (typeof value !== "string" && typeof value !== "number") return "";
  return String(value).replace(/\s+/g, " ").trim();
}
