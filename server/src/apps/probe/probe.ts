import type { AccountScope } from "../../auth/scope.ts";
import type { RepeatingTask } from "../../platform/repeat.ts";
import { type DueRows, startTakingDueRows, takeDueRows } from "../../platform/work/due-rows.ts";
import { createLimitedHttp } from "../actions/provider-limit.ts";
import type { InvokeDeps } from "../actions/with-connection.ts";
import { findApplication } from "../catalog/application.ts";
import { decryptCredential } from "../connections/credential.ts";
import { ensureFreshConnection, expireConnection } from "../connections/fresh-connection.ts";
import type { ApplicationUse } from "../connections/renew.ts";
import { type CheckResult, ConnectorError, isTokenRefused } from "../connector.ts";
import { createObservedHttp, type LastResponse, recordHealth } from "../health/health.ts";
import type { ConnectionRow } from "../store.ts";
import { claimProbes, FIND_DUE_PROBE } from "./probe-store.ts";

/** What checking connections requires. */
export type ProbeDeps = InvokeDeps;

const BATCH = 20;
const CHECK_TIMEOUT_MS = 30_000;

const PROBES: DueRows<ProbeDeps> = {
  name: "connections.probe",
  intervalMs: 60_000,
  findDue: FIND_DUE_PROBE,
  takeSome: async (deps, stopping) => {
    const claimed = await claimProbes(deps.db, {
      now: deps.clock.now(),
      limit: BATCH,
      everyMs: deps.config.probeHours * 3_600_000,
    });
    await Promise.all(claimed.map(({ row, scope }) => probeOne(deps, scope, { row, stopping })));
    return claimed.length;
  },
};

/**
 * Checks every active connection about every `probeHours`, so that a dead one is found before a run needs it; asks
 * the database once a minute whether one is due. Any number of processes may do so. Off with 0 hours. A stop aborts
 * running checks; renewals under way continue (`waitForRenewals`).
 */
export function startProber(deps: ProbeDeps): RepeatingTask {
  if (deps.config.probeHours === 0) return { stop: async () => {} };
  return startTakingDueRows(deps, PROBES);
}

/** Checks all connections that are due, at most 20 at a time; returns how many there were. */
export function probeDueConnections(deps: ProbeDeps): Promise<number> {
  return takeDueRows(deps, PROBES);
}

async function probeOne(
  deps: ProbeDeps,
  scope: AccountScope,
  { row, stopping }: { row: ConnectionRow; stopping?: AbortSignal },
): Promise<void> {
  try {
    const application = await findApplication(deps, scope, row.slug);
    if (application?.enabled) await probeConnection(deps, { scope, application, signal: stopping }, row);
  } catch (error) {
    // One connection that cannot be checked must not keep the others from it.
    deps.log.warn({ err: error, connection: row.id, slug: row.slug }, "connection.probe-failed");
  }
}

/**
 * Renews a connection's token if due, asks the provider about the credential and records the result. A credential
 * that is refused even after a renewal expires the connection; an outage of the provider never does.
 */
export async function probeConnection(
  deps: ProbeDeps,
  use: ApplicationUse,
  row: ConnectionRow,
): Promise<void> {
  try {
    const usable = await ensureFreshConnection(deps, use, row);
    const first = await ask(deps, use, usable);
    if (first.kind !== "refused") return await noteCheck(deps, use, usable, first);
    const renewed = await ensureFreshConnection(deps, use, usable, { revision: usable.revision });
    const second = renewed.revision === usable.revision ? first : await ask(deps, use, renewed);
    await noteCheck(deps, use, renewed, second);
    if (second.kind !== "refused") return;
    await expireConnection(deps, use, renewed, { reason: second.message, status: second.status });
  } catch (error) {
    // The renewal records its own outcome.
    if (!(error instanceof ConnectorError)) throw error;
  }
}

type ProbeResult =
  | { kind: "good"; found: CheckResult; status?: number }
  | { kind: "refused" | "failed"; message: string; status?: number }
  | { kind: "unknown" };

async function ask(
  deps: ProbeDeps,
  { scope, application, signal: stopping }: ApplicationUse,
  row: ConnectionRow,
): Promise<ProbeResult> {
  const { connector } = application;
  if (connector.check === undefined) return { kind: "unknown" };
  const seen: LastResponse = {};
  const credential = decryptCredential(deps.vault, row);
  const caller = {
    scope,
    info: connector.info,
    connectionId: row.id,
    credential,
    cause: { kind: "check" } as const,
  };
  const limited = createLimitedHttp(deps, caller);
  const now = () => deps.clock.now().getTime();
  const timeout = AbortSignal.timeout(CHECK_TIMEOUT_MS);
  const signal = stopping ? AbortSignal.any([stopping, timeout]) : timeout;
  try {
    const found = await connector.check({
      credential,
      http: createObservedHttp(limited, seen),
      now,
      signal,
    });
    return { kind: "good", found, status: seen.status };
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    // Aborted by us, which says nothing.
    if (stopping?.aborted) return { kind: "unknown" };
    const { message, status = seen.status } = error;
    const isRefused = isTokenRefused(error) && (error.status !== undefined || status !== 403);
    return { kind: isRefused ? "refused" : "failed", message, status };
  }
}

async function noteCheck(
  deps: ProbeDeps,
  { application }: ApplicationUse,
  row: ConnectionRow,
  asked: ProbeResult,
): Promise<void> {
  if (asked.kind === "unknown") return;
  if (asked.kind === "good") {
    const { found, status } = asked;
    const message = `${application.connector.info.name} accepts the connection.`;
    return recordHealth(deps, row.id, {
      kind: "checked",
      message,
      status,
      where: "check",
      scopes: found.scopes,
    });
  }
  const { message, status } = asked;
  await recordHealth(deps, row.id, { kind: "check_failed", message, status, where: "check" });
}
