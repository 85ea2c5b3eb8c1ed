import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import { createWindowLimit, type WindowLimit } from "../../platform/database/window-limit.ts";
import { ApiError } from "../../platform/errors.ts";
import { hashCredential } from "../keys/keys.ts";
import type { Scope } from "../scope.ts";

const WINDOW_S = 60;

/** `triggers` are requests that start workflows: events and executions by call. */
export type RateLimitKind = "requests" | "triggers";

/**
 * What an organization allows each linked account per minute, by kind; null for the server's limit. If `triggers`
 * is null, they count as requests.
 */
export type OrganizationLimits = Readonly<Record<RateLimitKind, number | null>>;

/** A linked account's use of its limit (spec section 8). */
export interface RateLimitState {
  /** Which of the two counts the request was added to. */
  readonly kind: RateLimitKind;
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the window ends. */
  readonly resetS: number;
  /** The highest limit that the organization may set. */
  readonly max: number;
}

/** Counts requests of one linked account, over all processes. */
export interface RateLimit {
  consume(scope: Scope, accountId: string, counted?: CountedRequest): Promise<RateLimitState>;
}

declare module "../../deps.ts" {
  interface Features {
    readonly rateLimit: RateLimit | undefined;
  }
}

/** What a request counts as, and its organization's limits. */
export interface CountedRequest {
  readonly kind: RateLimitKind;
  readonly limits: OrganizationLimits;
}

/** The server's limit, and the highest that an organization may set instead. */
export interface RateLimitBounds {
  readonly perMinute: number;
  readonly maxPerMinute: number;
}

const AS_THE_OPERATOR_SAYS: CountedRequest = {
  kind: "requests",
  limits: { requests: null, triggers: null },
};

/** Limits each linked account of an organization and environment; undefined if `perMinute` is 0 (off, spec 8). */
export function createRateLimit(
  { database, clock }: { database: Database; clock: Clock },
  { perMinute, maxPerMinute }: RateLimitBounds,
): RateLimit | undefined {
  if (perMinute === 0) return undefined;
  // All share the same rows, so a raised limit includes what was used under the old one.
  const windows = new Map<number, WindowLimit>();
  const windowOf = (most: number) => {
    const known = windows.get(most);
    if (known) return known;
    const clearsEnded = windows.size === 0;
    const made = createWindowLimit(
      { database, clock },
      { name: "account", most, windowS: WINDOW_S, clearsEnded },
    );
    windows.set(most, made);
    return made;
  };
  windowOf(perMinute);
  return {
    consume: async ({ orgId, environment }, accountId, { kind, limits } = AS_THE_OPERATOR_SAYS) => {
      const counted: RateLimitKind =
        kind === "triggers" && limits.triggers !== null ? "triggers" : "requests";
      const own = limits[counted];
      const limit = own === null ? perMinute : Math.min(own, maxPerMinute);
      const key = `${orgId}:${environment}:${hashCredential(accountId).slice(0, 32)}`;
      const { isAllowed, remaining, msBeforeNext } = await windowOf(limit).consume(
        counted === "requests" ? key : `${key}:triggers`,
      );
      return {
        kind: counted,
        limit,
        max: maxPerMinute,
        allowed: isAllowed,
        remaining,
        resetS: Math.ceil(msBeforeNext / 1000),
      };
    },
  };
}

/** The error for a request beyond the limit (spec section 8). */
export function createRateLimitError({ kind, limit, resetS, max }: RateLimitState): ApiError {
  const raise =
    limit < max
      ? `raise it with PUT /api/v2/public/organization, to at most ${max}`
      : "this is the most that the operator allows (JUNCTOR_RATE_LIMIT_MAX_PER_MINUTE)";
  return new ApiError(
    "forbidden",
    "RATE_LIMIT_EXCEEDED",
    `This linked account has used its ${limit} ${kind} per minute; try again in ${resetS} s. The limit is rate_limits.${kind} of the organization: ${raise}.`,
  );
}
