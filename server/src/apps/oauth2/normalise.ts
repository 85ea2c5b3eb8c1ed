import { isObject, type Json } from "../../platform/json.ts";
import type { JsonObject } from "../connector.ts";
import { findValueAt } from "../providers/manifest/request/template.ts";

// Longer is as good as for ever, and a date must still hold it.
const LONGEST_LIFE_S = 10 * 365 * 86_400;

/** What a token endpoint said, in the form of RFC 6749. */
export interface NormalizedAnswer {
  status: number;
  /** All that it said, without what must not be kept twice; undefined when it was not data at all. */
  body: JsonObject | undefined;
  /** The `error` of a refusal. */
  error: string | undefined;
}

/**
 * Brings the odd answers of real providers into the form of RFC 6749: form-encoded bodies, tokens nested under
 * `tokenPath`, refusals with status 200, `expires_in` as text, other or missing token types, stray id tokens.
 */
export function normalizeTokenAnswer(
  status: number,
  text: string,
  tokenPath: string | undefined,
): NormalizedAnswer {
  const raw = parseBody(text);
  if (raw === undefined) return { status, body: undefined, error: undefined };
  const nested = tokenPath === undefined ? undefined : findValueAt({ raw }, ["raw", ...tokenPath.split(".")]);
  const body: JsonObject = { ...raw, ...(isObject(nested) ? nested : {}) };
  const error = errorOf(body);
  if (error !== undefined) return { status: status >= 400 ? status : 400, body: { error }, error };
  return { status, body: cleanToken(body), error };
}

/** A success without an access token is a refusal, whatever its status. */
function errorOf(body: JsonObject): string | undefined {
  if (isToken(body.access_token)) return undefined;
  const said = [body.error, body.status, body.code].find(
    (value) => typeof value === "string" && value !== "",
  );
  return typeof said === "string" ? said.slice(0, 200) : undefined;
}

/** Whether it can be sent as a token (RFC 6749 A.12); any other would be stored, and fail every request until it ends. */
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
    // Every provider's token is sent as a bearer, whatever it calls it.
    token_type: "bearer",
    // 0, less or nonsense means that the provider does not say.
    ...(seconds > 0 ? { expires_in: Math.min(seconds, LONGEST_LIFE_S) } : {}),
    ...(typeof refresh_token === "string" && refresh_token !== "" ? { refresh_token } : {}),
    // Mailchimp says null, which the standard does not know.
    ...(typeof scopes === "string" ? { scope: scopes } : {}),
  };
}

function parseBody(text: string): JsonObject | undefined {
  const trimmed = text.trim();
  if (trimmed.startsWith("{")) {
    try {
      const value: Json = JSON.parse(trimmed);
      return isObject(value) ? value : undefined;
    } catch {
      return undefined; // nonsense is an outcome of its own, see above
    }
  }
  const form = Object.fromEntries(new URLSearchParams(trimmed));
  return "access_token" in form || "error" in form ? form : undefined;
}
