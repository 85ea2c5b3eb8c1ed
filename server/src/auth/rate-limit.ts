import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { Database, Statement } from "../platform/database/database.ts";
import { ApiError } from "../platform/errors.ts";
import { hashCredential } from "./keys.ts";
import type { Scope } from "./scope.ts";

const WINDOW_S = 60;

/** How a linked account stands against its limit (spec section 8). */
export interface RateLimitState {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the window ends. */
  readonly resetS: number;
}

/** Counts requests of one linked account, over all processes. */
export interface RateLimit {
  consume(scope: Scope, accountId: string): Promise<RateLimitState>;
}

/** `perMinute` requests for each organization, environment and linked account; undefined when it is 0, off (spec 8, D7). */
export function createRateLimit(database: Database, perMinute: number): RateLimit | undefined {
  if (perMinute === 0) return undefined;
  const limiter = new RateLimiterPostgres({
    storeClient: {
      query: async ({ name, text, values }: Statement & { values: unknown[] }) => ({
        rows: await database.query({ name, text }, values),
      }),
    },
    storeType: "client",
    tableName: "rate_limits",
    tableCreated: true,
    keyPrefix: "account",
    points: perMinute,
    duration: WINDOW_S,
    // Beyond the limit a process answers from memory until the window ends: no query.
    inMemoryBlockOnConsumed: perMinute + 1,
    clearExpiredByTimeout: true,
  });
  return {
    consume: async ({ orgId, environment }, accountId) => {
      const key = `${orgId}:${environment}:${hashCredential(accountId).slice(0, 32)}`;
      try {
        return state(await limiter.consume(key), perMinute, true);
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return state(refusal, perMinute, false);
        throw refusal;
      }
    },
  };
}

/** The refusal of a request that is one too many (spec section 8). */
export function tooMany({ limit, resetS }: RateLimitState): ApiError {
  return new ApiError(
    "forbidden",
    "RATE_LIMIT_EXCEEDED",
    `This linked account has used its ${limit} requests per minute; try again in ${resetS} s.`,
  );
}

function state(
  { remainingPoints, msBeforeNext }: RateLimiterRes,
  limit: number,
  allowed: boolean,
): RateLimitState {
  return {
    allowed,
    limit,
    remaining: Math.max(0, remainingPoints),
    resetS: Math.max(1, Math.ceil(msBeforeNext / 1000)),
  };
}
