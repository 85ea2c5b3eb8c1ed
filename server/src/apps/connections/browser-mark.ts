import { randomBytes } from "node:crypto";
import type { Config } from "../../config.ts";
import { buildCookieHeader, findCookie } from "../../platform/http/cookie.ts";
import { STATE_TTL_MS } from "../oauth2/state.ts";

type Address = Pick<Config, "publicUrl">;

/**
 * A random mark by which the callback of one flow recognizes the browser that started it; `cookie` stores it there.
 */
export function createBrowserMark(config: Address, stateId: string): { mark: string; cookie: string } {
  const mark = randomBytes(32).toString("base64url");
  const maxAgeS = STATE_TTL_MS / 1000;
  return { mark, cookie: buildCookieHeader(config, { name: nameOf(stateId), value: mark, maxAgeS }) };
}

/** The mark of this flow in a `cookie` header. */
export function findBrowserMark(
  config: Address,
  header: string | undefined,
  stateId: string,
): string | undefined {
  return findCookie(config, header, nameOf(stateId));
}

/** Removes the mark of an ended flow from the browser. */
export function clearBrowserMark(config: Address, stateId: string): string {
  return buildCookieHeader(config, { name: nameOf(stateId), value: "", maxAgeS: 0 });
}

// One per flow, so that several can run in one browser, and none vouches for another (D225).
function nameOf(stateId: string): string {
  return `junctor_connect_${stateId}`;
}
