import { isIP, isIPv6 } from "node:net";
import type { FastifyRequest } from "fastify";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { Database, Statement } from "../../platform/database/database.ts";
import { isPublicAddress } from "../../platform/outbound/public-address.ts";

/** Counts what strangers may ask for, over all processes. */
export interface Limit {
  /** Whether once more is allowed for `key`. */
  allows(key: string): Promise<boolean>;
  /** The same as the seconds to wait until once more is allowed: 0 where it is now. */
  waitS(key: string): Promise<number>;
  /** Counts anew for `key`. */
  reset(key: string): Promise<void>;
}

/** At most `most` times in `windowS` seconds, a minute by default, for each key. */
export function createStrangerLimit(database: Database, name: string, most: number, windowS = 60): Limit {
  const limiter = new RateLimiterPostgres({
    storeClient: {
      query: async ({ name, text, values }: Statement & { values: unknown[] }) => ({
        rows: await database.query({ name, text }, values),
      }),
    },
    storeType: "client",
    tableName: "rate_limits",
    tableCreated: true,
    keyPrefix: name,
    points: most,
    duration: windowS,
    inMemoryBlockOnConsumed: most + 1,
    clearExpiredByTimeout: true,
  });
  const waitS = async (key: string) => {
    try {
      await limiter.consume(key);
      return 0;
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
      throw refusal;
    }
  };
  return {
    waitS,
    allows: async (key) => (await waitS(key)) === 0,
    reset: async (key) => {
      await limiter.delete(key);
    },
  };
}

/**
 * Whom a request counts for: the address that it comes from; where that is a reverse proxy's, on a private address, the
 * one that the proxy put last. Of IPv6 it is the network: one visitor has all of its addresses.
 */
export function getCallerAddress({ ip, headers }: Pick<FastifyRequest, "ip" | "headers">): string {
  const peer = plain(ip);
  const forwarded = plain(
    String(headers["x-forwarded-for"] ?? "")
      .split(",")
      .at(-1)
      ?.trim() ?? "",
  );
  const address = isPublicAddress(peer) || isIP(forwarded) === 0 ? peer : forwarded;
  return isIPv6(address) ? networkOf(address) : address;
}

function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, "");
}

function networkOf(address: string): string {
  const [head = "", tail] = address.split("::");
  const first = head.split(":").filter(Boolean);
  const last = (tail ?? "").split(":").filter(Boolean);
  const between = tail === undefined ? [] : Array.from({ length: 8 - first.length - last.length }, () => "0");
  return [...first, ...between, ...last].slice(0, 4).join(":");
}
