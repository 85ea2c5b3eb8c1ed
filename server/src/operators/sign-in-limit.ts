import type { FastifyReply, FastifyRequest } from "fastify";
import { hashCredential } from "../auth/keys/keys.ts";
import { createStrangerLimit, getCallerAddress, type Limit } from "../auth/limits/stranger-limit.ts";
import type { Deps } from "../deps.ts";
import { ApiError } from "../platform/errors.ts";
import { findKnownBrowser } from "./known-browser.ts";
import { normalizeEmail } from "./store.ts";

const WINDOW_S = 15 * 60;
const HOUR_S = 3600;

/** A sign-in request, and the reply that says how long to wait. */
export interface SignInExchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** A sign-in attempt that was counted. */
export interface CountedAttempt {
  /** Whether it comes from a browser in which the operator has signed in before. */
  readonly isKnown: boolean;
  /** Counts the code that follows the password; call the returned function if the code was right. */
  countCode(operatorId: string): Promise<() => Promise<void>>;
  /** Resets the count after a success. */
  succeeded(): Promise<void>;
}

/**
 * Limits how often somebody may try to prove who they are; each function throws a 429 beyond that. Strangers'
 * attempts are counted separately, so they cannot lock an operator out of a known browser.
 */
export interface SignInLimit {
  password(trier: SignInExchange, email: string, operatorIds: readonly string[]): Promise<CountedAttempt>;
  /** Links cannot be guessed: this only limits the cost of trying. */
  link(trier: SignInExchange): Promise<void>;
  oidc(trier: SignInExchange): Promise<void>;
  /** Mails that a stranger may have sent to one address. */
  reset(trier: SignInExchange, email: string): Promise<void>;
  /** A password or code that a signed-in operator gives again. Call the returned function if it was right. */
  own(trier: SignInExchange, kind: "password" | "code", operatorId: string): Promise<() => Promise<void>>;
}

/** Creates the counts, which all processes share. */
export function createSignInLimit(
  deps: Pick<Deps, "database" | "config" | "vault" | "clock" | "log">,
): SignInLimit {
  const limitOf = (name: string, most: number, windowS = WINDOW_S) =>
    createStrangerLimit(deps, `operator-${name}`, most, windowS);
  const ofBrowser = limitOf("browser", 20);
  const ofAddress = limitOf("address", 60);
  const ofAddressAndEmail = limitOf("address-email", 20);
  const ofEmail = limitOf("email", 100, HOUR_S);
  const ofCode = limitOf("code", 10, HOUR_S);
  const ofLinks = limitOf("links", 60);
  const ofOidc = limitOf("oidc", 200);
  const ofOwn = limitOf("own", 20);
  const ofResets = limitOf("resets", 20);
  const ofResetEmail = limitOf("reset-email", 5, HOUR_S);

  const count = async (
    { request, reply }: SignInExchange,
    ...counts: readonly (readonly [Limit, string])[]
  ) => {
    for (const [limit, key] of counts) {
      const waitS = await limit.waitS(key);
      if (waitS === 0) continue;
      deps.log.warn({ address: getCallerAddress(request) }, "operator.sign-in-throttled");
      reply.header("retry-after", waitS);
      const sentence = `Too many sign-in attempts; try again in ${waitS} s.`;
      throw new ApiError("too_many_requests", "RATE_LIMIT_EXCEEDED", sentence);
    }
  };
  const countOne = async (trier: SignInExchange, limit: Limit, key: string) => {
    await count(trier, [limit, key]);
    return () => limit.reset(key);
  };
  return {
    password: async (trier, given, operatorIds) => {
      const email = hashEmail(given);
      const address = getCallerAddress(trier.request);
      const pair = `${address} ${email}`;
      const browser = findKnownBrowser(deps, trier.request, operatorIds);
      if (browser) await count(trier, [ofBrowser, browser.id]);
      else await count(trier, [ofAddress, address], [ofAddressAndEmail, pair], [ofEmail, email]);
      return {
        isKnown: browser !== undefined,
        // Separate as well: somebody who knows the password must not use up the operator's attempts at codes.
        countCode: (operatorId) => countOne(trier, ofCode, browser?.id ?? `${operatorId} elsewhere`),
        succeeded: () => (browser ? ofBrowser.reset(browser.id) : ofAddressAndEmail.reset(pair)),
      };
    },
    link: (trier) => count(trier, [ofLinks, getCallerAddress(trier.request)]),
    oidc: (trier) => count(trier, [ofOidc, getCallerAddress(trier.request)]),
    reset: (trier, email) =>
      count(trier, [ofResets, getCallerAddress(trier.request)], [ofResetEmail, hashEmail(email)]),
    own: (trier, kind, operatorId) => countOne(trier, kind === "code" ? ofCode : ofOwn, operatorId),
  };
}

/** The key of an address: hashed, because people also type other things there, such as their password. */
function hashEmail(given: string): string {
  return hashCredential(normalizeEmail(given)).slice(0, 32);
}
