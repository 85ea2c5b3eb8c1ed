import { randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Deps } from "../deps.ts";
import { buildCookieHeader, findCookie } from "../platform/http/cookie.ts";
import { VaultError } from "../platform/vault.ts";

const NAME = "junctor_browser";
const LIFE_S = 180 * 86_400;
const IDENTITY = "operator-browser";

/** A browser in which an operator has signed in before. It grants nothing: its attempts are only counted separately. */
export interface KnownBrowser {
  readonly id: string;
  readonly operatorId: string;
  readonly endsAtMs: number;
}

type BrowserDeps = Pick<Deps, "config" | "vault" | "clock">;

/** Marks the browser as one in which the operator has signed in. */
export function setKnownBrowserCookie(
  { config, vault, clock }: BrowserDeps,
  reply: FastifyReply,
  operatorId: string,
): void {
  const browser: KnownBrowser = {
    id: randomBytes(12).toString("base64url"),
    operatorId,
    endsAtMs: clock.now().getTime() + LIFE_S * 1000,
  };
  const value = vault.seal(JSON.stringify(browser), IDENTITY).toString("base64url");
  reply.header("set-cookie", buildCookieHeader(config, { name: NAME, value, maxAgeS: LIFE_S }));
}

/** The browser that a request comes from, if one of the operators has signed in there before. */
export function findKnownBrowser(
  { config, vault, clock }: BrowserDeps,
  { headers }: FastifyRequest,
  operatorIds: readonly string[],
): KnownBrowser | undefined {
  const sealed = findCookie(config, headers.cookie, NAME);
  if (!sealed || operatorIds.length === 0) return undefined;
  const browser = openBrowser(vault, sealed);
  const isGood =
    browser && operatorIds.includes(browser.operatorId) && browser.endsAtMs > clock.now().getTime();
  return isGood ? browser : undefined;
}

function openBrowser(vault: Deps["vault"], sealed: string): KnownBrowser | undefined {
  try {
    return JSON.parse(vault.open(Buffer.from(sealed, "base64url"), IDENTITY)); // we sealed it
  } catch (error) {
    // Forged, or encrypted with an earlier key: not a known browser.
    if (error instanceof VaultError) return undefined;
    throw error;
  }
}
