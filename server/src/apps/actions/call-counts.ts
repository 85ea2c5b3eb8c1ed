import type { Scope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { limitBody } from "../../files/file-value.ts";
import type { RequestHooks } from "../../platform/outbound/outbound.ts";
import { OutboundError } from "../../platform/outbound/outbound-error.ts";
import { ConnectorError, type HttpRequest, type HttpResponse } from "../connector.ts";
import { THIRD_PARTY_REQUESTS } from "../metrics.ts";

/** The outcome of a call to a third party; `answered` is every response below 400. */
export type ProviderCallOutcome = "answered" | "4xx" | "5xx" | "no_answer";

/** Calls of one minute to one application with the same outcome. */
export interface CallCount {
  readonly scope: Scope;
  readonly slug: string;
  /** Start of the minute. */
  readonly at: Date;
  readonly end: ProviderCallOutcome;
  /** Counts by milliseconds; undefined for calls that reached nobody. */
  readonly durations: Map<number | undefined, number>;
}

/** The called application, and for whom. */
export interface CalledApplication {
  readonly scope: Scope;
  readonly slug: string;
}

/** What this process has counted and not yet written down, by everything but the time a call took. */
export type CallCounts = Map<string, CallCount>;

declare module "../../deps.ts" {
  interface Features {
    readonly callCounts: CallCounts;
  }
}

type CountDeps = Pick<Deps, "callCounts" | "clock" | "metrics">;

const LARGEST_TEXT_BYTES = 10 * 2 ** 20;
const MINUTE_MS = 60_000;
// While the database is unreachable: calls beyond this are not counted.
const MOST_COUNTS = 10_000;

/**
 * Outgoing HTTP that counts requests, with their outcome and duration: in memory, because a row for each would double
 * what a step writes.
 */
export function createCountingHttp(
  deps: CountDeps & Pick<Deps, "outbound" | "config">,
  application: CalledApplication,
): (request: HttpRequest & RequestHooks) => Promise<HttpResponse> {
  const maxResponseBytes = limitBody(LARGEST_TEXT_BYTES, deps.config.fileBytes);
  return async (request) => {
    const startMs = performance.now();
    try {
      const response = await deps.outbound.request({ maxResponseBytes, ...request });
      addCall(deps, application, endOfStatus(response.status), response.durationMs);
      return response;
    } catch (error) {
      const tookMs = performance.now() - startMs;
      if (isOutOfTime(error, request.signal)) addCall(deps, application, "no_answer", tookMs);
      else if (isUnreached(error)) addCall(deps, application, "no_answer", undefined);
      else if (isUnusable(error)) addCall(deps, application, "answered", tookMs);
      throw error;
    }
  };
}

/** Runs code whose requests are not visible to us, and counts it as one call. */
export async function countCall<Result>(
  deps: CountDeps,
  application: CalledApplication,
  call: () => Promise<Result>,
): Promise<Result> {
  const startMs = performance.now();
  try {
    const result = await call();
    addCall(deps, application, "answered", performance.now() - startMs);
    return result;
  } catch (error) {
    const { code, status } = error instanceof ConnectorError ? error : {};
    const tookMs = performance.now() - startMs;
    if (status !== undefined) addCall(deps, application, endOfStatus(status), tookMs);
    else if (code === "timeout") addCall(deps, application, "no_answer", tookMs);
    throw error;
  }
}

/** The counts of this process since the last take. */
export function collectCallCounts({ callCounts }: Pick<Deps, "callCounts">): CallCount[] {
  const counts = [...callCounts.values()];
  callCounts.clear();
  return counts;
}

/** Returns counts that were taken and could not be stored. */
export function restoreCallCounts(deps: Pick<Deps, "callCounts">, counts: readonly CallCount[]): void {
  for (const { durations, ...of } of counts) {
    const count = findCount(deps, of);
    for (const [ms, times] of durations) count?.set(ms, (count.get(ms) ?? 0) + times);
  }
}

function addCall(
  deps: CountDeps,
  { scope, slug }: CalledApplication,
  end: ProviderCallOutcome,
  tookMs: number | undefined,
): void {
  deps.metrics.time(THIRD_PARTY_REQUESTS, { application: slug, outcome: end }, tookMs ?? 0);
  const nowMs = deps.clock.now().getTime();
  const durations = findCount(deps, { scope, slug, at: new Date(nowMs - (nowMs % MINUTE_MS)), end });
  const ms = tookMs === undefined ? undefined : Math.round(tookMs);
  durations?.set(ms, (durations.get(ms) ?? 0) + 1);
}

function findCount({ callCounts }: Pick<Deps, "callCounts">, of: Omit<CallCount, "durations">) {
  const { orgId, environment } = of.scope;
  const key = `${orgId}/${environment}/${of.slug}/${of.at.getTime()}/${of.end}`;
  const known = callCounts.get(key);
  if (known || callCounts.size >= MOST_COUNTS) return known?.durations;
  const durations = new Map<number | undefined, number>();
  callCounts.set(key, { ...of, scope: { orgId, environment }, durations });
  return durations;
}

function endOfStatus(status: number): ProviderCallOutcome {
  if (status < 400) return "answered";
  return status < 500 ? "4xx" : "5xx";
}

/** If the caller gave up for another reason, that says nothing about the called party. */
function isOutOfTime(error: unknown, signal: AbortSignal | undefined): boolean {
  if (!(error instanceof OutboundError)) return false;
  return error.code === "timeout" || (error.code === "aborted" && signal?.reason?.name === "TimeoutError");
}

function isUnreached(error: unknown): boolean {
  return error instanceof OutboundError && ["dns", "connect", "tls"].includes(error.code);
}

/** There was a response, which could not be used. */
function isUnusable(error: unknown): boolean {
  return error instanceof OutboundError && ["too_large", "redirect"].includes(error.code);
}
