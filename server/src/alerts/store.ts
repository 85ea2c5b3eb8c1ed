import { sql } from "kysely";
import { buildScopeCondition, type Scope } from "../auth/scope.ts";
import { readCountedPage } from "../platform/database/counted-page.ts";
import { type Database, type Db, jsonb, type Statement, type Tx } from "../platform/database/database.ts";
import { buildScopedList, type LongPage, readPage } from "../platform/database/long-list.ts";
import { ApiError, notFound } from "../platform/errors.ts";
import { createId } from "../platform/id.ts";
import type { Page } from "../platform/page.ts";
import type { FoundSubjects } from "./find-subjects.ts";
import type { AlertRow, AlertRuleRow, AlertRuleTable } from "./table.ts";

const MOST_RULES = 100;

/** What people choose of a rule. */
export type AlertRuleSettings = Pick<
  AlertRuleTable,
  | "name"
  | "type"
  | "workflow_id"
  | "application"
  | "above"
  | "unit"
  | "minutes"
  | "emails"
  | "repeat_minutes"
  | "quiet_hours"
  | "is_enabled"
>;

/** A rule with its open alert. */
export type ListedAlertRule = AlertRuleRow & {
  alertId: string | null;
  firedAt: Date | null;
  subjectCount: number | null;
};

/** Whether any rule of this installation is due: asked before one is locked. */
export const FIND_DUE_RULES: Statement = {
  name: "alerts-any-due",
  text: "select 1 from alert_rules where check_at <= $1 limit 1",
};

function selectRules(db: Db, { orgId, environment }: Scope) {
  return db
    .selectFrom("alert_rules as r")
    .leftJoin("alerts as a", (join) => join.onRef("a.rule_id", "=", "r.id").on("a.resolved_at", "is", null))
    .selectAll("r")
    .select(["a.id as alertId", "a.fired_at as firedAt", "a.subject_count as subjectCount"])
    .where("r.org_id", "=", orgId)
    .where("r.environment", "=", environment);
}

/** One page of an environment's rules, oldest first. */
export function listAlertRules(db: Db, scope: Scope, page: Page) {
  return readCountedPage(db, selectRules(db, scope).orderBy("r.id"), page);
}

/** A rule of an environment; 404 if there is none. */
export async function readAlertRule(db: Db, scope: Scope, id: string): Promise<ListedAlertRule> {
  const row = await selectRules(db, scope).where("r.id", "=", id).executeTakeFirst();
  if (!row) throw notFound("Alert rule");
  return row;
}

/** Creates a rule, which is checked at once; 409 beyond 100 in an environment. Call it in a transaction. */
export async function insertAlertRule(
  tx: Tx,
  scope: Scope,
  settings: AlertRuleSettings,
  now: Date,
): Promise<AlertRuleRow> {
  const { orgId, environment } = scope;
  await sql`select pg_advisory_xact_lock(hashtext(${`alert_rules/${orgId}/${environment}`}))`.execute(tx);
  const { total } = await listAlertRules(tx, scope, { page: 1, limit: 1, offset: 0 });
  if (total >= MOST_RULES)
    throw new ApiError("conflict", "CONFLICT", `An environment has at most ${MOST_RULES} alert rules.`);
  return tx
    .insertInto("alert_rules")
    .values({
      id: createId(now.getTime()),
      org_id: orgId,
      environment,
      ...toColumns(settings, now),
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Changes a rule and has it checked at once. An alert of a rule that is disabled ends without a notification: who
 * disabled it knows. Call it in a transaction.
 */
export async function updateAlertRule(
  tx: Tx,
  { orgId, environment }: Scope,
  id: string,
  decide: (before: AlertRuleRow) => AlertRuleSettings,
  now: Date,
): Promise<void> {
  const own = tx
    .selectFrom("alert_rules")
    .selectAll()
    .where("org_id", "=", orgId)
    .where("environment", "=", environment)
    .where("id", "=", id);
  const before = await own.forUpdate().executeTakeFirst();
  if (!before) throw notFound("Alert rule");
  const settings = decide(before);
  await tx
    .updateTable("alert_rules")
    .set((eb) => ({ ...toColumns(settings, now), revision: eb("revision", "+", 1) }))
    .where("id", "=", id)
    .execute();
  if (settings.is_enabled) return;
  await tx
    .updateTable("alerts")
    .set({ resolved_at: sql`coalesce(resolved_at, ${now})`, owes_resolution: false })
    .where("rule_id", "=", id)
    .where((eb) => eb.or([eb("resolved_at", "is", null), eb("owes_resolution", "=", true)]))
    .execute();
}

function toColumns({ emails, quiet_hours: quietHours, ...settings }: AlertRuleSettings, now: Date) {
  return {
    ...settings,
    emails: jsonb(emails),
    quiet_hours: quietHours && jsonb(quietHours),
    check_at: settings.is_enabled ? now : null,
    updated_at: now,
  };
}

/** Deletes a rule with its alerts; 404 if there is none. */
export async function deleteAlertRule(db: Db, { orgId, environment }: Scope, id: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom("alert_rules")
    .where("org_id", "=", orgId)
    .where("environment", "=", environment)
    .where("id", "=", id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw notFound("Alert rule");
}

/** The rule that is due for the longest time and that nobody else checks, locked until the transaction ends. */
export function lockDueRule(tx: Tx, now: Date): Promise<AlertRuleRow | undefined> {
  return tx
    .selectFrom("alert_rules")
    .selectAll()
    .where("check_at", "<=", now)
    .orderBy("check_at")
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

export async function setNextCheck(db: Db, id: string, at: Date): Promise<void> {
  await db
    .updateTable("alert_rules")
    .set({ check_at: at })
    .where("id", "=", id)
    .where("check_at", "is not", null)
    .execute();
}

/** The open alert of a rule, and those whose end nobody was told of; the rule is locked. */
export function listUnsettledAlerts(tx: Tx, ruleId: string): Promise<AlertRow[]> {
  return tx
    .selectFrom("alerts")
    .selectAll()
    .where("rule_id", "=", ruleId)
    .where((eb) => eb.or([eb("resolved_at", "is", null), eb("owes_resolution", "=", true)]))
    .orderBy("id")
    .execute();
}

/** What an alert says of what was found. */
export type AlertContent = FoundSubjects & { readonly summary: string };

export function insertAlert(
  tx: Tx,
  rule: AlertRuleRow,
  { subjects, count, summary }: AlertContent,
  now: Date,
): Promise<AlertRow> {
  return tx
    .insertInto("alerts")
    .values({
      id: createId(now.getTime()),
      org_id: rule.org_id,
      environment: rule.environment,
      rule_id: rule.id,
      rule_name: rule.name,
      type: rule.type,
      summary,
      subjects: jsonb(subjects),
      subject_count: count,
      fired_at: now,
      resolved_at: null,
      notified_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Writes what an open alert says now. */
export async function updateAlertContent(
  tx: Tx,
  id: string,
  { subjects, count, summary }: AlertContent,
): Promise<void> {
  await tx
    .updateTable("alerts")
    .set({ subjects: jsonb(subjects), subject_count: count, summary })
    .where("id", "=", id)
    .execute();
}

/** Ends an alert; `owesResolution`: people are told later. */
export async function resolveAlert(
  tx: Tx,
  id: string,
  { owesResolution, now }: { owesResolution: boolean; now: Date },
): Promise<void> {
  await tx
    .updateTable("alerts")
    .set({ resolved_at: now, owes_resolution: owesResolution })
    .where("id", "=", id)
    .execute();
}

/** Notes of whom people were told, and that nothing is owed. */
export async function setNotified(
  tx: Tx,
  id: string,
  { subjects, now }: { subjects: readonly string[]; now: Date },
): Promise<void> {
  await tx
    .updateTable("alerts")
    .set({ notified_at: now, notified_subjects: jsonb(subjects), owes_resolution: false })
    .where("id", "=", id)
    .execute();
}

/** Which alerts of an environment are listed. */
export interface AlertFilter {
  readonly state?: "firing" | "resolved";
  readonly ruleId?: string;
}

/** One page of an environment's alerts, newest first. */
export function listAlerts(
  db: Db,
  scope: Scope,
  { state, ruleId }: AlertFilter,
  page: Page,
): Promise<LongPage<AlertRow>> {
  const { owner: _none, ...all } = buildScopedList("alerts", scope);
  const conditions = [
    ...(state
      ? [
          state === "firing"
            ? sql<boolean>`alerts.resolved_at is null`
            : sql<boolean>`alerts.resolved_at is not null`,
        ]
      : []),
    ...(ruleId ? [sql<boolean>`alerts.rule_id = ${ruleId}`] : []),
  ];
  const indexed = sql<boolean>`${sql.join([all.indexed, ...conditions], sql` and `)}`;
  return readPage(db, { ...all, indexed }, page, (slice) =>
    db.selectFrom("alerts").selectAll().where(slice.where).orderBy("alerts.id", slice.order).execute(),
  );
}

/** Deletes up to `limit` alerts that were resolved before a moment; returns how many it deleted. */
export async function deleteOldAlerts(
  database: Database,
  before: Date,
  limit: number,
  scope?: Scope,
): Promise<number> {
  const { and, name, values } = buildScopeCondition(scope, 3);
  const rows = await database.query(
    {
      name: `alerts-delete-old${name}`,
      text: `with old as (
          select id from alerts where resolved_at < $1 ${and} order by resolved_at limit $2 for update skip locked)
        delete from alerts a using old where a.id = old.id returning a.id`,
    },
    [before, limit, ...values],
  );
  return rows.length;
}
