import { isIP, isIPv6 } from "node:net";
import type { FastifyRequest } from "fastify";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import { createWindowLimit } from "../../platform/database/window-limit.ts";
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
export function createStrangerLimit(
  deps: { database: Database; clock: Clock },
  name: string,
  most: number,
  windowS = 60,
): Limit {
  const { consume, reset } = createWindowLimit(deps, { name, most, windowS });
  const waitS = async (key: string) => {
    const { isAllowed, msBeforeNext } = await consume(key);
    return isAllowed ? 0 : Math.ceil(msBeforeNext / 1000);
  };
  return { waitS, allows: async (key) => (await waitS(key)) === 0, reset };
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
