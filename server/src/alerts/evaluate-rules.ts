import { isDeepStrictEqual } from "node:util";
import type { Deps } from "../deps.ts";
import type { Tx } from "../platform/database/database.ts";
import { type DueRows, takeDueRows } from "../platform/work/due-rows.ts";
import { type FoundSubjects, findSubjects } from "./find-subjects.ts";
import { notifyPeople } from "./notice.ts";
import { isQuiet } from "./quiet-hours.ts";
import {
  FIND_DUE_RULES,
  insertAlert,
  listUnsettledAlerts,
  lockDueRule,
  resolveAlert,
  setNextCheck,
  setNotified,
  updateAlertContent,
} from "./store.ts";
import type { AlertRow, AlertRuleRow } from "./table.ts";
import { ALERT_TYPE_FACTS } from "./types.ts";

const INTERVAL_MS = 5000;
const CHECK_EVERY_MS = 60_000;
// Between notifications of one alert: what comes up in between is told together (D537).
const GROUP_MS = 5 * 60_000;
const MINUTE_MS = 60_000;

type CheckDeps = Pick<Deps, "config" | "database" | "queue" | "vault" | "clock" | "log">;

/** Rules of all organizations, each of which is checked once a minute by one process (D535). */
export const DUE_RULES: DueRows<CheckDeps> = {
  name: "alerts",
  intervalMs: INTERVAL_MS,
  findDue: FIND_DUE_RULES,
  takeSome: evaluateRule,
};

/** Checks all rules that are due; returns how many there were. */
export function evaluateDueRules(deps: CheckDeps): Promise<number> {
  return takeDueRows(deps, DUE_RULES);
}

/** One rule: its alert, the notifications and the time of the next check commit together, with the rule locked. */
async function evaluateRule(deps: CheckDeps): Promise<number> {
  const now = deps.clock.now();
  const nextAt = new Date(now.getTime() + CHECK_EVERY_MS);
  let locked: AlertRuleRow | undefined;
  try {
    await deps.queue.transaction(async (tx) => {
      locked = await lockDueRule(tx, now);
      if (!locked) return;
      await evaluateAndNotify(deps, tx, locked, now);
      await setNextCheck(tx, locked.id, nextAt);
    });
  } catch (error) {
    if (!locked) throw error;
    // One that cannot be checked must not keep the others from it.
    deps.log.error({ err: error, ruleId: locked.id }, "alert.check-failed");
    await setNextCheck(deps.database.db, locked.id, nextAt);
  }
  return locked ? 1 : 0;
}

async function evaluateAndNotify(deps: CheckDeps, tx: Tx, rule: AlertRuleRow, now: Date): Promise<void> {
  const found = await findSubjects(tx, rule, now);
  const alerts = await listUnsettledAlerts(tx, rule.id);
  const quiet = rule.quiet_hours !== null && isQuiet(rule.quiet_hours, now);
  const open = alerts.find((alert) => alert.resolved_at === null);
  const resolved = alerts.filter((alert) => alert.resolved_at !== null);
  if (open && found.count === 0) {
    // Whoever was never told that it fires is not told that it is over.
    await resolveAlert(tx, open.id, { owesResolution: open.notified_at !== null, now });
    deps.log.info({ ruleId: rule.id, alertId: open.id }, "alert.resolved");
    if (open.notified_at !== null) resolved.push({ ...open, resolved_at: now });
  }
  if (!quiet)
    for (const alert of resolved) {
      await notifyPeople(deps, tx, { rule, alert, reason: "resolved" });
      await setNotified(tx, alert.id, { subjects: [], now });
    }
  if (found.count === 0) return;
  const alert = await keepAlert(deps, tx, { rule, open, found, now });
  const reason = quiet ? undefined : findReason(rule, alert, now);
  if (!reason) return;
  await notifyPeople(deps, tx, { rule, alert, reason });
  await setNotified(tx, alert.id, { subjects: idsOf(alert), now });
}

async function keepAlert(
  deps: CheckDeps,
  tx: Tx,
  {
    rule,
    open,
    found,
    now,
  }: { rule: AlertRuleRow; open: AlertRow | undefined; found: FoundSubjects; now: Date },
): Promise<AlertRow> {
  const summary = ALERT_TYPE_FACTS[rule.type].summarize(rule, found.count);
  const content = { ...found, summary };
  if (!open) {
    const alert = await insertAlert(tx, rule, content, now);
    deps.log.info({ ruleId: rule.id, alertId: alert.id, type: rule.type, count: found.count }, "alert.fired");
    return alert;
  }
  const isSame = open.summary === summary && isDeepStrictEqual(open.subjects, found.subjects);
  if (!isSame || open.subject_count !== found.count) await updateAlertContent(tx, open.id, content);
  return { ...open, summary, subjects: found.subjects, subject_count: found.count };
}

const idsOf = ({ subjects }: AlertRow) => subjects.map(({ id }) => id);

/** Why people are told of a firing alert now; undefined if they are not. */
function findReason(
  rule: AlertRuleRow,
  alert: AlertRow,
  now: Date,
): "fired" | "changed" | "reminder" | undefined {
  if (alert.notified_at === null) return "fired";
  const sinceMs = now.getTime() - alert.notified_at.getTime();
  if (sinceMs >= rule.repeat_minutes * MINUTE_MS) return "reminder";
  if (sinceMs < GROUP_MS) return undefined;
  const told = new Set(alert.notified_subjects);
  return idsOf(alert).some((id) => !told.has(id)) ? "changed" : undefined;
}
