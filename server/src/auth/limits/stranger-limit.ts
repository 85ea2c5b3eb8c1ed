import { isIP, isIPv6 } from "node:net";
import type { FastifyRequest } from "fastify";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import { createWindowLimit } from "../../platform/database/window-limit.ts";
import { isPublicAddress } from "../../platform/outbound/public-address.ts";

/** Limits what strangers may ask for, across all processes. */
export interface Limit {
  /** Whether `key` may try once more. */
  allows(key: string): Promise<boolean>;
  /** Seconds until `key` may try once more: 0 if it may now. */
  waitS(key: string): Promise<number>;
  /** Resets the count of `key`. */
  reset(key: string): Promise<void>;
}

/** At most `most` tries in `windowS` seconds (a minute by default) per key. */
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
 * The address that a request is counted under: its peer's or, if that is private and so a reverse proxy's, the one
 * that the proxy put last. For IPv6 it is the network, because one visitor has all of its addresses.
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
