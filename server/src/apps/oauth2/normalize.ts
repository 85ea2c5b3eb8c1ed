import { readReason } from "../../platform/http/failure-reason.ts";
import { isObject, type Json } from "../../platform/json/json.ts";
import { parseJson } from "../../platform/json/parse-json.ts";
import type { JsonObject } from "../connector.ts";
import { findValueAt } from "../providers/manifest/request/template.ts";
import { type Refusal, readRefusal } from "./refusal.ts";

// Anything longer is as good as forever, and must still fit in a date.
const LONGEST_LIFE_S = 10 * 365 * 86_400;

/** A token endpoint's response, in the form of RFC 6749. */
export interface NormalizedAnswer {
  status: number;
  /** The whole response, without what must not be stored twice; undefined if it was not data at all. */
  body: JsonObject | undefined;
  /** The same as the provider sent it. */
  raw: JsonObject | undefined;
  /** What it says instead of issuing a token; undefined if it issued one, or says nothing. */
  refusal: Refusal | undefined;
}

/**
 * Normalizes the quirks of real providers to RFC 6749: form-encoded bodies, tokens nested under `tokenPath`, refusals
 * with status 200, `expires_in` as text, other or missing token types, stray id tokens. With a `tokenPath`, everything
 * about the token comes from there alone: what stands beside it may be somebody else's.
 */
export function normalizeTokenAnswer(
  status: number,
  text: string,
  tokenPath: string | undefined,
): NormalizedAnswer {
  const raw = parseBody(text);
  if (raw === undefined) return { status, body: undefined, raw, refusal: readText(status, text) };
  const body = tokenPath === undefined ? raw : { ...withoutToken(raw), ...findObject(raw, tokenPath) };
  if (isToken(body.access_token)) return { status, body: cleanToken(body), raw, refusal: undefined };
  // A success without an access token is a refusal, whatever its status.
  const refusal = readRefusal(raw);
  if (refusal.code === "") return { status, body: cleanToken(body), raw, refusal };
  const error = refusal.code;
  return { status: status >= 400 ? status : 400, body: { error }, raw, refusal };
}

/** The reason in a refusal that is no JSON object. */
function readText(status: number, text: string): Refusal | undefined {
  const reason = status >= 400 ? readReason(text) : "";
  return reason === "" ? undefined : readRefusal({ message: reason });
}

/** Without the members of RFC 6749 5.1 that say whose token it is and what it may do. */
function withoutToken(raw: JsonObject): JsonObject {
  const { access_token: _t, refresh_token: _r, token_type: _k, expires_in: _e, scope: _s, ...rest } = raw;
  return rest;
}

function findObject(raw: JsonObject, path: string): JsonObject {
  const nested = findValueAt({ raw }, ["raw", ...path.split(".")]);
  return isObject(nested) ? nested : {};
}

/**
 * Whether it can be sent as a token (RFC 6749 A.12); any other would be stored, and fail every request until it
 * expires.
 */
function isToken(value: Json | undefined): value is string {
  return typeof value === "string" && /^[ -~]+$/.test(value);
}

function cleanToken(body: JsonObject): JsonObject {
  const { access_token, expires_in, refresh_token, scope, id_token: _checkedByNobody, ...rest } = body;
  const scopes = Array.isArray(scope) ? scope.join(" ") : scope;
  const seconds = Math.floor(Number(typeof expires_in === "boolean" ? 0 : (expires_in ?? 0)));
  return {
    ...rest,
    ...(isToken(access_token) ? { access_token } : {}),
    // Every provider's token is sent as a bearer token, whatever its type is called.
    token_type: "bearer",
    // 0, negative or invalid means that the provider does not say.
    ...(seconds > 0 ? { expires_in: Math.min(seconds, LONGEST_LIFE_S) } : {}),
    ...(typeof refresh_token === "string" && refresh_token !== "" ? { refresh_token } : {}),
    // Mailchimp sends null, which the standard does not know.
    ...(typeof scopes === "string" ? { scope: scopes } : {}),
  };
}

function parseBody(text: string): JsonObject | undefined {
  const trimmed = text.trim();
  if (trimmed.startsWith("{")) {
    try {
      const value: Json = parseJson(trimmed);
      return isObject(value) ? value : undefined;
    } catch {
      return undefined; // invalid is an outcome of its own, see above
    }
  }
  const form = Object.fromEntries(new URLSearchParams(trimmed));
  return "access_token" in form || "error" in form ? form : undefined;
}
