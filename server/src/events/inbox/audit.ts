import type { Deps } from "../../deps.ts";
import { createFirstId } from "../../platform/id.ts";
import { type RepeatingTask, startRepeating } from "../../platform/repeat.ts";
import {
  claimAuditTurn,
  findLostDeliveries,
  findLostRuns,
  findSuspects,
  findUnsentRuns,
  insertFindings,
  type LostDelivery,
  type NewFinding,
  readNextEnds,
  readNextEvents,
  type SuspectRun,
  savePosition,
} from "./audit-store.ts";
import {
  createIdAfter,
  createLostDelivery,
  findImbalances,
  findRunImbalances,
  LIVE_MS,
  readStartedRuns,
  SOON_MS,
} from "./balance.ts";

const INTERVAL_MS = 60_000;
// Anything younger may not be committed yet.
const LAG_MS = 60_000;
const BATCH = 5000;
const MAX_FOUND = 1000;
// Limits one audit; the next one continues where it ended.
const LONGEST_MS = 20_000;

type AuditDeps = Pick<Deps, "database" | "db" | "clock" | "log">;

/** Audits the inbox once a minute until stopped; one process does it for all. */
export function startAudit(deps: AuditDeps): RepeatingTask {
  return startRepeating({ name: "audit", intervalMs: INTERVAL_MS, log: deps.log }, (stopping) =>
    auditIntake(deps, stopping),
  );
}

/**
 * Audits everything at least a minute old that arrived or ended since the last audit: each event must have as many
 * runs as it matched, each open run and each pending delivery must be in a queue, and each ended run must have the
 * deliveries that webhooks listen for. New findings are stored, logged and returned. What could not be audited
 * within a day is skipped.
 */
export async function auditIntake(deps: AuditDeps, stopping?: AbortSignal): Promise<NewFinding[]> {
  const now = deps.clock.now();
  const position = await claimAuditTurn(deps.database, now, new Date(now.getTime() - INTERVAL_MS / 2));
  if (!position) return [];
  const end = performance.now() + LONGEST_MS;
  const goesOn = () => !stopping?.aborted && performance.now() < end;
  const oldest = new Date(now.getTime() - LIVE_MS);
  const found: NewFinding[] = [];
  const keep = async (findings: readonly NewFinding[]) => {
    for (const finding of await insertFindings(deps.db, findings, now)) {
      found.push(finding);
      const { org_id, environment, kind, event_id: eventId, run_id: runId, message } = finding;
      deps.log.warn({ orgId: org_id, environment, kind, eventId, runId, reason: message }, "audit.imbalance");
    }
  };
  await auditEvents(deps, {
    now,
    after: [position.event_id, createFirstId(oldest)].sort()[1] ?? "",
    goesOn,
    keep,
  });
  await keep((await findLostRuns(deps.database, MAX_FOUND)).flatMap(findingsOfRun));
  await keep((await findLostDeliveries(deps.database, MAX_FOUND)).map(findingOfDelivery));
  const after = position.finished_at < oldest ? oldest : position.finished_at;
  await auditEnds(deps, { now, after, goesOn, keep });
  return found;
}

interface AuditPass<Position> {
  readonly now: Date;
  readonly after: Position;
  readonly goesOn: () => boolean;
  readonly keep: (findings: readonly NewFinding[]) => Promise<void>;
}

async function auditEvents(
  { database, db }: AuditDeps,
  { now, after, goesOn, keep }: AuditPass<string>,
): Promise<void> {
  const until = createFirstId(new Date(now.getTime() - LAG_MS));
  let from = after;
  while (goesOn()) {
    const { end, number } = await readNextEvents(database, from, until, BATCH);
    if (end === null) return;
    const suspects = await findSuspects(database, from, end, createIdAfter(end, SOON_MS));
    const runs = await readStartedRuns(db, suspects);
    await keep(
      suspects.flatMap((event) => {
        const wrong = findImbalances(event, runs.get(event.id) ?? []);
        return wrong.map(({ kind, runId, message }) =>
          findingOf(event, { kind, runId, message, eventId: event.id }),
        );
      }),
    );
    await savePosition(db, { event_id: end });
    if (number < BATCH) return;
    from = end;
  }
}

async function auditEnds(
  { database, db }: AuditDeps,
  { now, after, goesOn, keep }: AuditPass<Date>,
): Promise<void> {
  const until = new Date(now.getTime() - LAG_MS);
  let from = after;
  while (goesOn()) {
    const { end, number } = await readNextEnds(database, from, until, BATCH);
    if (end === null) return;
    await keep((await findUnsentRuns(database, from, end, MAX_FOUND)).flatMap(findingsOfRun));
    await savePosition(db, { finished_at: end });
    if (number < BATCH) return;
    from = end;
  }
}

function findingsOfRun(run: SuspectRun): NewFinding[] {
  return findRunImbalances(run).map(({ kind, runId, message }) =>
    findingOf(run, { kind, runId, message, eventId: run.event_id }),
  );
}

function findingOfDelivery(delivery: LostDelivery): NewFinding {
  const { id, event_id: eventId, run_id } = delivery;
  const { kind, runId, message } = createLostDelivery(id, run_id);
  return { ...findingOf(delivery, { kind, runId, message, eventId }), subject: id };
}

function findingOf(
  { org_id, environment, account_id }: Pick<NewFinding, "org_id" | "environment" | "account_id">,
  {
    kind,
    runId,
    message,
    eventId,
  }: Pick<NewFinding, "kind" | "message"> & { runId: string | null; eventId: string | null },
): NewFinding {
  return { org_id, environment, account_id, kind, event_id: eventId, run_id: runId, message };
}
