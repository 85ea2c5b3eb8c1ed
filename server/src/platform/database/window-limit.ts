import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { Clock } from "../clock.ts";
import type { Database, Statement } from "./database.ts";

// No count of points is as large as a moment in milliseconds.
const FIRST_MOMENT_MS = 1e12;

/** How a key stands after it was counted. */
export interface WindowState {
  readonly isAllowed: boolean;
  readonly remaining: number;
  /** Until the window ends; at least 1. */
  readonly msBeforeNext: number;
}

/** Counts by key in windows of time, over all processes. */
export interface WindowLimit {
  /** Counts one more for `key`. */
  consume(key: string): Promise<WindowState>;
  /** Allows nothing more for `key` for so many seconds. */
  block(key: string, seconds: number): Promise<void>;
  /** Counts anew for `key`. */
  reset(key: string): Promise<void>;
}

export interface WindowLimitOptions {
  /** Before each key: limits of one name share their counts. */
  readonly name: string;
  readonly most: number;
  readonly windowS: number;
  /** Whether this one deletes what has ended, every few minutes; true by default. */
  readonly clearsEnded?: boolean;
}

/** Allows each key `most` in a window, which begins with the first. */
export function createWindowLimit(
  { database, clock }: { database: Database; clock: Clock },
  { name, most, windowS, clearsEnded = true }: WindowLimitOptions,
): WindowLimit {
  const limiter = new RateLimiterPostgres({
    storeClient: createStore(database, clock),
    storeType: "client",
    tableName: "rate_limits",
    tableCreated: true,
    keyPrefix: name,
    points: most,
    duration: windowS,
    // Beyond the limit a process answers from memory until the window ends: no query. Its memory knows no other time
    // than the machine's.
    ...(clock.sleep === undefined && { inMemoryBlockOnConsumed: most + 1 }),
    clearExpiredByTimeout: clearsEnded,
  });
  return {
    consume: async (key) => {
      try {
        return toState(await limiter.consume(key), true);
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return toState(refusal, false);
        throw refusal;
      }
    },
    block: async (key, seconds) => {
      await limiter.block(key, seconds);
    },
    reset: async (key) => {
      await limiter.delete(key);
    },
  };
}

function toState({ remainingPoints, msBeforeNext }: RateLimiterRes, isAllowed: boolean): WindowState {
  return {
    isAllowed,
    remaining: Math.max(0, remainingPoints),
    msBeforeNext: Math.max(1, msBeforeNext),
  };
}

interface CountRow {
  readonly points: number;
  /** When the window ends, in milliseconds since the epoch. */
  readonly expire: number | string | null;
}

/**
 * The table in which rate-limiter-flexible counts over all processes. It reckons windows by its host's clock; here they
 * are moved to the shared one, because a window that a host with a wrong clock began would last until that moment came.
 */
function createStore(database: Database, clock: Clock) {
  return {
    query: async ({ name, text, values }: Statement & { values: unknown[] }) => {
      const isMoment = (value: unknown) => typeof value === "number" && value >= FIRST_MOMENT_MS;
      // The earliest is when the statement was made, so that a window ends at its moment to the millisecond.
      const madeMs = Math.min(Date.now(), ...values.filter(isMoment).map(Number));
      const aheadMs = clock.now().getTime() - madeMs;
      const moved = values.map((value) => (isMoment(value) ? Number(value) + aheadMs : value));
      const rows = await database.query<CountRow>({ name, text }, moved);
      return {
        rows: rows.map(({ expire, ...row }) => ({
          ...row,
          expire: expire === null ? null : Number(expire) - aheadMs,
        })),
      };
    },
  };
}
