import type { Deps } from "../../deps.ts";
import { wait } from "../../platform/clock.ts";
import { createWindowLimit, type WindowLimit } from "../../platform/database/window-limit.ts";
import type { RequestHooks } from "../../platform/outbound/outbound.ts";
import {
  ConnectorError,
  type ConnectorInfo,
  type Credential,
  type Http,
  type ProviderLimit,
} from "../connector.ts";
import { listSecrets } from "../providers/list-secrets.ts";
import type { LoggedOrigin } from "../request-log/cause.ts";
import { createLoggedHttp, type RequestLogDeps } from "../request-log/logged-http.ts";
import { createCountingHttp } from "./call-counts.ts";

type LimitDeps = Pick<Deps, "database" | "metrics" | "providerLimits" | "callCounts" | "outbound"> &
  RequestLogDeps;

/** Whose limit applies: one connection to one application, or without one the account. */
export interface ProviderCaller extends Pick<LoggedOrigin, "scope"> {
  info: ConnectorInfo;
  connectionId: string | undefined;
}

/** A caller whose requests are counted and logged, without the secrets of its credential. */
export interface LoggedCaller extends ProviderCaller, RequestHooks, Pick<LoggedOrigin, "cause"> {
  credential: Credential;
}

// A page of a long list may wait for the provider's next second; longer waits are up to the caller.
const LONGEST_TURN_MS = 5_000;
// A provider that mistakenly names a far-off day must not cost more than this; it may name it again then.
const LONGEST_HOLD_MS = 60 * 60_000;
const MOST_HOLDS = 10_000;

/** What this process knows of the limits of providers. */
export interface ProviderLimits {
  /** By caller: no request before this moment of the clock, in milliseconds. */
  readonly holds: Map<string, number>;
  readonly limits: Map<string, WindowLimit>;
}

declare module "../../deps.ts" {
  interface Features {
    readonly providerLimits: ProviderLimits;
  }
}

/**
 * Outgoing HTTP for one connection that keeps the provider's limit over all processes: a request waits up to 5 s for
 * its turn, then throws `ConnectorError` (`rateLimit`) with the rest of the wait. Only connectors that declare a
 * limit cost a statement per request. Each request that is sent is counted and logged, without its wait.
 */
export function createLimitedHttp(deps: LimitDeps, caller: LoggedCaller): Http {
  const { untilSure, moreRoom, scope, info, connectionId, cause, credential } = caller;
  const counting = createCountingHttp(deps, { scope, slug: info.slug });
  const origin = { scope, slug: info.slug, connectionId, cause };
  const http = createLoggedHttp(deps, origin, () => listSecrets(info, credential), counting);
  return async (request) => {
    const giveUpAtMs = readMs(deps) + LONGEST_TURN_MS;
    for (;;) {
      const waitMs = await msUntilTurn(deps, caller);
      if (waitMs === 0) return http({ ...request, untilSure, moreRoom });
      if (readMs(deps) + waitMs > giveUpAtMs) throw tooMany(caller, waitMs);
      await pause(deps, waitMs, caller, request.signal);
    }
  };
}

/** Delays a connection's further requests for as long as its provider asked, at most an hour. */
export async function delayRequests(
  deps: LimitDeps,
  caller: ProviderCaller,
  retryAfterMs: number,
): Promise<void> {
  const holdMs = Math.min(retryAfterMs, LONGEST_HOLD_MS);
  if (holdMs <= 0) return;
  const { holds } = deps.providerLimits;
  if (holds.size >= MOST_HOLDS) holds.clear();
  const key = toLimitKey(caller);
  holds.set(key, readMs(deps) + holdMs);
  const { limit } = caller.info;
  if (limit !== undefined) {
    await limitOf(deps, limit).block(key, Math.ceil(holdMs / 1000));
  }
}

/** Steady where no test moves it (D233). */
function readMs({ clock }: Pick<LimitDeps, "clock">): number {
  return clock.now().getTime();
}

function toLimitKey({ scope, info, connectionId }: ProviderCaller): string {
  return connectionId ?? `${scope.account.id}/${info.slug}`;
}

async function msUntilTurn(deps: LimitDeps, caller: ProviderCaller): Promise<number> {
  const { holds } = deps.providerLimits;
  const { limit } = caller.info;
  const key = toLimitKey(caller);
  const holdsUntilMs = holds.get(key);
  if (holdsUntilMs !== undefined) {
    const heldMs = holdsUntilMs - readMs(deps);
    if (heldMs > 0) return heldMs;
    holds.delete(key);
  }
  if (limit === undefined) return 0;
  const { isAllowed, msBeforeNext } = await limitOf(deps, limit).consume(key);
  return isAllowed ? 0 : msBeforeNext;
}

function limitOf(deps: LimitDeps, { requests, perSeconds }: ProviderLimit): WindowLimit {
  const { limits } = deps.providerLimits;
  const key = `${requests}/${perSeconds}`;
  const limit =
    limits.get(key) ?? createWindowLimit(deps, { name: "provider", most: requests, windowS: perSeconds });
  limits.set(key, limit);
  return limit;
}

function tooMany({ info }: ProviderCaller, retryAfterMs: number): ConnectorError {
  const seconds = Math.ceil(retryAfterMs / 1000);
  return new ConnectorError(
    "rateLimit",
    `${info.name} accepts no more requests from this connection right now; try again in ${seconds} s.`,
    { retryAfterMs },
  );
}

async function pause(
  { clock }: Pick<LimitDeps, "clock">,
  waitMs: number,
  { info }: ProviderCaller,
  signal: AbortSignal | undefined,
): Promise<void> {
  try {
    await wait(clock, waitMs, signal);
  } catch (cause) {
    throw new ConnectorError("timeout", `The call to ${info.name} was stopped.`, { cause });
  }
}
