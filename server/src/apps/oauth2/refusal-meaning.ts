import type { RefusalMeaning, RefusalRule } from "../connector-auth.ts";
import type { JudgedAnswer } from "../providers/manifest/request/error-rule.ts";
import { compileErrorRule } from "../providers/manifest/request/error-rule.ts";
import type { Refusal } from "./refusal.ts";

interface RefusalRow {
  /** One of these codes, in lower case; any if absent. */
  codes?: readonly string[];
  /** None of these codes. */
  except?: readonly string[];
  /** What the description or a further code says; anything if absent. */
  says?: RegExp;
  means: RefusalMeaning;
}

// A grant type with this name is not a token.
const TOKEN = "refresh[ _-]?token\\b(?!\\W{0,2}\\s?grant)";
const DEAD_AFTER =
  "invalid|expired|revoked|not valid|not found|not active|no longer|unknown|(?:already )?been used|consumed|does not exist";
const DEAD_TOKEN = new RegExp(
  `\\b(?:invalid|expired|revoked|unknown|inactive|requires an active)(?: or \\w+)? ${TOKEN}|${TOKEN}[^.;]{0,60}\\b(?:${DEAD_AFTER})\\b`,
  "i",
);
const OF_CLIENT = ["invalid_client", "unsupported_grant_type", "invalid_scope"];

/**
 * What refusals mean, as providers really answer (D447); the first row that fits decides. The rows are told apart by what a
 * provider sends and not by its name, so that they also hold for applications of organizations. What only one provider
 * says belongs into the `refusals` of its manifest.
 */
const ROWS: readonly RefusalRow[] = [
  {
    codes: [
      "temporarily_unavailable",
      "slow_down",
      "server_error",
      "service_unavailable",
      "request_timeout",
      "internal_error",
      "internal_failure",
      "internal_server_error",
      "fatal_error",
      "unknown_error",
      "ratelimited",
      "rate_limited",
      "rate_limit_exceeded",
      "too_many_requests",
    ],
    means: "temporary",
  },
  // Salesforce renews one token at a time; Zoho calls its limit "Access Denied".
  {
    says: /already being processed|too many requests|rate limit exceeded|temporarily unavailable/i,
    means: "temporary",
  },
  // Microsoft: a loop of requests, a passing fault.
  { says: /\b(?:error_codes |AADSTS)(?:50196|90033)\b/, means: "temporary" },
  // The clock of this server is wrong (Google, Microsoft).
  { says: /reasonable timeframe|not within its valid time range|is not yet valid/i, means: "setup" },
  { codes: OF_CLIENT, means: "setup" },
  {
    codes: [
      "invalid_grant", // the standard's
      "bad_refresh_token",
      "invalid_refresh_token",
      "expired_refresh_token",
      "refresh_token_expired",
      "invalid_token",
      "expired_token",
      "token_expired",
      "token_revoked",
      "bad_token",
      "invalid_code", // Zoho's, also for a refresh token
      "interaction_required",
      "login_required",
      "consent_required",
      "account_selection_required",
      "mfa_required",
      "admin_policy_enforced",
      "org_login_required", // Slack's, as the next two
      "team_access_not_granted",
      "user_removed_from_team",
      "account_inactive",
      "inactive_user",
      "inactive_org",
      "user_inactive",
    ],
    means: "expired",
  },
  // Atlassian refuses with unauthorized_client, Shopify and DeviantArt with invalid_request.
  { says: DEAD_TOKEN, means: "expired" },
  {
    except: ["unauthorized_client"],
    says: /\b(?:access|authorization|consent|grant|permission)\b[^.;]{0,30}\brevoked\b|\b(?:user|account)\b[^.;]{0,20}\b(?:inactive|deleted|disabled|deactivated|suspended)\b/i,
    means: "expired",
  },
];

/** The answer of a token endpoint that issued no token. */
export interface RefusedAnswer extends JudgedAnswer {
  refusal: Refusal;
}

/**
 * What it means that no token was issued: by the application's own rules, else by the table. Without a code or a
 * sentence that the table knows it is `setup` if there is a code and `temporary` otherwise; 429 and 5xx are always
 * `temporary`.
 */
export function judgeRefusal(answer: RefusedAnswer, rules: readonly RefusalRule[] = []): RefusalMeaning {
  const { status, refusal } = answer;
  if (status >= 500 || status === 429) return "temporary";
  const own = rules.find((rule) => compileErrorRule(rule)(answer));
  const known = own ?? ROWS.find((row) => fits(row, refusal));
  return known?.means ?? (refusal.code === "" ? "temporary" : "setup");
}

function fits({ codes, except, says }: RefusalRow, { code, description, details }: Refusal): boolean {
  const lower = code.toLowerCase();
  if (codes !== undefined && !codes.includes(lower)) return false;
  if (except?.includes(lower)) return false;
  return says === undefined || [code, description, ...details].some((text) => says.test(text));
}
