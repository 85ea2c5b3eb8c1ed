import { readOrganization } from "../auth/organizations/organizations.ts";
import type { Deps } from "../deps.ts";
import { renderMail } from "../mail/render-mail.ts";
import { enqueueMails } from "../mail/send-queued-mail.ts";
import type { Tx } from "../platform/database/database.ts";
import { type AlertFacts, buildAlertPayload, notify } from "../webhooks/notify.ts";
import { toMinute } from "./find-subjects.ts";
import type { AlertRow, AlertRuleRow } from "./table.ts";

type NoticeDeps = Pick<Deps, "config" | "queue" | "vault" | "clock">;
type NoticeReason = AlertFacts["reason"];
type ToldAlert = Pick<AlertRow, "id" | "summary" | "subjects" | "subject_count" | "fired_at" | "resolved_at">;

/** How many subjects a notification names; the dashboard has more. */
const MOST_TOLD = 10;

const WORDS: Readonly<Record<NoticeReason, string>> = {
  fired: "Firing",
  changed: "Firing",
  reminder: "Still firing",
  resolved: "Resolved",
  test: "Test",
};

/**
 * Tells people of an alert in the transaction that changes it: mails to the rule's addresses, and deliveries to the
 * webhooks that listen for alerts (D536). Each is sent at least once if the transaction commits.
 */
export async function notifyPeople(
  deps: NoticeDeps,
  tx: Tx,
  { rule, alert, reason }: { rule: AlertRuleRow; alert: ToldAlert; reason: NoticeReason },
): Promise<void> {
  const scope = { orgId: rule.org_id, environment: rule.environment };
  const url = `${deps.config.publicUrl}/app/${rule.environment}/alerts`;
  const event = reason === "resolved" ? "Alert Resolved" : "Alert Fired";
  const payload = buildAlertPayload(scope, {
    event,
    alertId: alert.id,
    ruleId: rule.id,
    ruleName: rule.name,
    ruleType: rule.type,
    reason,
    summary: alert.summary,
    subjects: alert.subjects.slice(0, MOST_TOLD),
    subjectCount: alert.subject_count,
    firedAt: alert.fired_at,
    resolvedAt: alert.resolved_at,
    url,
  });
  await notify(deps, tx, scope, event, payload, { slug: rule.application });
  if (rule.emails.length === 0) return;
  const organization = await readOrganization(tx, rule.org_id);
  const mail = renderMail(organization, {
    subject: `${WORDS[reason]}: ${rule.name} (${rule.environment})`,
    paragraphs: describe(alert, reason),
    items: reason === "resolved" ? [] : listSubjects(alert),
    action: { label: "Open alerts", url },
    reason: `Sent because of the alert rule “${rule.name}” of ${organization.name}.`,
  });
  const mails = rule.emails.map((to) => ({ ...mail, to }));
  await enqueueMails(deps, tx, rule.org_id, mails);
}

function describe(alert: ToldAlert, reason: NoticeReason): string[] {
  const since = toMinute(alert.fired_at);
  if (reason === "test")
    return ["This is a test of the rule: a notification of it looks like this.", `${alert.summary}.`];
  if (!alert.resolved_at) return [`${alert.summary}.`, `It has been firing since ${since}.`];
  return [
    `It is over: ${alert.summary}.`,
    `It fired at ${since} and was resolved at ${toMinute(alert.resolved_at)}.`,
  ];
}

function listSubjects({ subjects, subject_count: count }: ToldAlert): string[] {
  const told = subjects.slice(0, MOST_TOLD).map(({ text }) => text);
  return count > told.length ? [...told, `and ${(count - told.length).toLocaleString("en")} more`] : told;
}
