import type { Selectable } from "kysely";
import type { Environment, Scope } from "../../auth/scope.ts";
import { readCountedPage } from "../../platform/database/counted-page.ts";
import type { Database, Db, Statement } from "../../platform/database/database.ts";
import { createId } from "../../platform/id.ts";
import type { Page } from "../../platform/page.ts";
import type { AuditFindingTable, AuditStateTable, FindingKind } from "../table.ts";
import { IS_LOST, IS_LOST_DELIVERY, UNSENT } from "./balance.ts";

/** A finding before it is stored. */
export interface NewFinding {
  readonly org_id: string;
  readonly environment: Environment;
  readonly account_id: string;
  readonly kind: FindingKind;
  readonly event_id: string | null;
  readonly run_id: string | null;
  readonly message: string;
  /** The id of the faulty record if it is neither the run nor the event. */
  readonly subject?: string;
}

/** A finding with the organization's id of its account. */
export type FindingRow = Selectable<AuditFindingTable> & { accountId: string };

/** How far the audit has come: the last event, and the last end of a run. */
export type AuditPosition = Pick<Selectable<AuditStateTable>, "event_id" | "finished_at">;

/** An event whose number of runs may differ from what it matched. */
export interface Suspect {
  readonly id: string;
  readonly org_id: string;
  readonly environment: Environment;
  readonly account_id: string;
  readonly matched: number;
  readonly received_at: Date;
}

/** A run that may be lost or lack deliveries. */
export interface SuspectRun {
  readonly id: string;
  readonly org_id: string;
  readonly environment: Environment;
  readonly account_id: string;
  readonly event_id: string | null;
  readonly is_lost: boolean;
  readonly unsent: number;
}

/** A pending delivery that is in no queue. */
export interface LostDelivery
  extends Pick<NewFinding, "org_id" | "environment" | "account_id" | "event_id" | "run_id"> {
  readonly id: string;
}

const TAKE_TURN: Statement = {
  name: "audit-take-turn",
  text: "update audit_state set looked_at = $1 where looked_at <= $2 returning event_id, finished_at",
};
const END_OF_EVENTS: Statement = {
  name: "audit-end-of-events",
  text: `select max(id) as end, count(*)::int as number from (
    select id from received_events where id > $1 and id < $2 order by id limit $3) batch`,
};
// Both sides are read once, in id order: the cost depends on what is new, not on what is stored.
const SUSPECTS: Statement = {
  name: "audit-suspects",
  text: `select e.id, e.org_id, e.environment, e.account_id, e.matched, e.received_at
    from received_events e
    left join (select event_id, count(*) as number from runs
      where id > $1 and id < $3 and event_id is not null and replay_of is null group by event_id) r on r.event_id = e.id
    where e.id > $1 and e.id <= $2 and e.matched <> coalesce(r.number, 0)`,
};
const LOST: Statement = {
  name: "audit-lost-runs",
  text: `select r.id, r.org_id, r.environment, r.account_id, r.event_id, true as is_lost, 0 as unsent
    from runs r where ${IS_LOST} order by r.id limit $1`,
};
// Deliveries without an account have no event: manual tests, and what remains of a deleted account.
const LOST_DELIVERIES: Statement = {
  name: "audit-lost-deliveries",
  text: `select d.id, d.org_id, d.environment, d.account_id, d.run_id, r.event_id
    from webhook_deliveries d join linked_accounts a on a.id = d.account_id left join runs r on r.id = d.run_id
    where ${IS_LOST_DELIVERY} order by d.id limit $1`,
};
const END_OF_ENDS: Statement = {
  name: "audit-end-of-ends",
  text: `select max(finished_at) as end, count(*)::int as number from (
    select finished_at from runs where finished_at > $1 and finished_at <= $2 order by finished_at limit $3) batch`,
};
const UNSENT_RUNS: Statement = {
  name: "audit-unsent-runs",
  text: `select * from (
      select r.id, r.org_id, r.environment, r.account_id, r.event_id, false as is_lost, ${UNSENT} as unsent
      from runs r where r.finished_at > $1 and r.finished_at <= $2 and r.test is null) ended
    where unsent > 0 limit $3`,
};

/** Claims the audit's turn unless another process did after `before`; returns where the last audit ended. */
export async function claimAuditTurn(
  database: Database,
  now: Date,
  before: Date,
): Promise<AuditPosition | undefined> {
  const [position] = await database.query<AuditPosition>(TAKE_TURN, [now, before]);
  return position;
}

export async function savePosition(db: Db, position: Partial<AuditPosition>): Promise<void> {
  await db.updateTable("audit_state").set(position).execute();
}

/** The last of the next `limit` events before the id `until`, and their number. */
export async function readNextEvents(
  database: Database,
  after: string,
  until: string,
  limit: number,
): Promise<{ end: string | null; number: number }> {
  const [batch] = await database.query<{ end: string | null; number: number }>(END_OF_EVENTS, [
    after,
    until,
    limit,
  ]);
  return batch ?? { end: null, number: 0 };
}

/**
 * Events from `after` to `end` whose number of runs differs from what they matched, among runs before the id
 * `runsUntil`.
 */
export function findSuspects(
  database: Database,
  after: string,
  end: string,
  runsUntil: string,
): Promise<Suspect[]> {
  return database.query(SUSPECTS, [after, end, runsUntil]);
}

/** Up to `limit` open runs that are in no queue. */
export function findLostRuns(database: Database, limit: number): Promise<SuspectRun[]> {
  return database.query(LOST, [limit]);
}

/** Up to `limit` pending deliveries that are in no queue. */
export function findLostDeliveries(database: Database, limit: number): Promise<LostDelivery[]> {
  return database.query(LOST_DELIVERIES, [limit]);
}

/** The last end among the next `limit` or more runs that ended up to `until`, and their number, at least. */
export async function readNextEnds(
  database: Database,
  after: Date,
  until: Date,
  limit: number,
): Promise<{ end: Date | null; number: number }> {
  const [batch] = await database.query<{ end: Date | null; number: number }>(END_OF_ENDS, [
    after,
    until,
    limit,
  ]);
  return batch ?? { end: null, number: 0 };
}

/** Up to `limit` runs that ended after `after`, no later than `end`, and lack deliveries. */
export function findUnsentRuns(
  database: Database,
  after: Date,
  end: Date,
  limit: number,
): Promise<SuspectRun[]> {
  return database.query(UNSENT_RUNS, [after, end, limit]);
}

/** Stores findings, each once, and returns the new ones. */
export async function insertFindings(
  db: Db,
  findings: readonly NewFinding[],
  now: Date,
): Promise<NewFinding[]> {
  if (findings.length === 0) return [];
  const rows = findings.map((finding) => ({
    ...finding,
    id: createId(now.getTime()),
    subject: finding.subject ?? finding.run_id ?? finding.event_id ?? "",
    found_at: now,
  }));
  return db
    .insertInto("audit_findings")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning(["org_id", "environment", "account_id", "kind", "event_id", "run_id", "message"])
    .execute();
}

/** The findings about these events and their runs. */
export async function readFindings(db: Db, eventIds: readonly string[]): Promise<NewFinding[]> {
  if (eventIds.length === 0) return [];
  return db
    .selectFrom("audit_findings")
    .select(["org_id", "environment", "account_id", "kind", "event_id", "run_id", "message"])
    .where("event_id", "in", eventIds)
    .orderBy("id")
    .execute();
}

/** One page of findings, newest first, and their total. */
export function listFindings(
  db: Db,
  { orgId, environment }: Scope,
  { kind, from, until }: { kind?: FindingKind; from?: Date; until?: Date },
  page: Page,
): Promise<{ rows: FindingRow[]; total: number }> {
  const found = db
    .selectFrom("audit_findings as f")
    .innerJoin("linked_accounts as a", "a.id", "f.account_id")
    .where("f.org_id", "=", orgId)
    .where("f.environment", "=", environment)
    .$if(kind !== undefined, (some) => some.where("f.kind", "=", kind ?? "queue"))
    .$if(from !== undefined, (some) => some.where("f.found_at", ">=", from ?? new Date(0)))
    .$if(until !== undefined, (some) => some.where("f.found_at", "<", until ?? new Date(0)))
    .selectAll("f")
    .select("a.account_id as accountId")
    .orderBy("f.id", "desc");
  return readCountedPage(db, found, page);
}
