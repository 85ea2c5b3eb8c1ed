import type { Scope } from "../auth/scope.ts";
import { type Db, runStatement } from "../platform/database/database.ts";
import { badField } from "../platform/errors.ts";
import { validateQuietHours } from "./quiet-hours.ts";
import type { AlertRuleBody, NewAlertRuleBody } from "./schema.ts";
import type { AlertRuleSettings } from "./store.ts";
import type { AlertRuleRow } from "./table.ts";
import { ALERT_TYPE_FACTS, type ConditionSetting } from "./types.ts";

const REPEAT_MINUTES = 1440;
const MOST_PERCENT = 100;
const SETTINGS: readonly ConditionSetting[] = ["workflow_id", "application", "above", "unit"];

/** A new rule's settings, with the defaults of its type; 400 for what does not belong to it. */
export function readNewRule(body: NewAlertRuleBody): AlertRuleSettings {
  const { type } = body;
  const { defaults } = ALERT_TYPE_FACTS[type];
  return readSettings(body, {
    name: body.name,
    type,
    workflow_id: null,
    application: null,
    above: defaults.above ?? null,
    unit: defaults.unit ?? null,
    minutes: defaults.minutes,
    emails: [],
    repeat_minutes: REPEAT_MINUTES,
    quiet_hours: null,
    is_enabled: true,
  });
}

/** A rule's settings after a change; fields that were not sent stay as they are. */
export function readChangedRule(body: AlertRuleBody, row: AlertRuleRow): AlertRuleSettings {
  if (body.type !== undefined && body.type !== row.type)
    throw badField("type", "type cannot be changed: create another rule.");
  const { name, type, workflow_id, application, above, unit, minutes } = row;
  const { emails, repeat_minutes, quiet_hours, is_enabled } = row;
  const condition = { name, type, workflow_id, application, above, unit, minutes };
  return readSettings(body, { ...condition, emails, repeat_minutes, quiet_hours, is_enabled });
}

function readSettings(body: AlertRuleBody, before: AlertRuleSettings): AlertRuleSettings {
  const { has } = ALERT_TYPE_FACTS[before.type];
  for (const setting of SETTINGS)
    if (!has.includes(setting) && body[setting] !== undefined && body[setting] !== null)
      throw badField(setting, `${setting} does not apply to a rule of the type ${before.type}.`);
  const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
  const settings: AlertRuleSettings = { ...before, ...given };
  if (settings.name.trim() === "") throw badField("name", "name must not be blank.");
  if (settings.unit === "percent" && (settings.above ?? 0) >= MOST_PERCENT)
    throw badField("above", "above must be less than 100 for percent.");
  if (settings.quiet_hours) validateQuietHours(settings.quiet_hours);
  return settings;
}

/** Throws a 400 unless the workflow that a rule watches is in the environment. */
export async function requireWorkflow(db: Db, scope: Scope, workflowId: string | null): Promise<void> {
  if (workflowId === null) return;
  const text = "select id from workflow_names where id = $1 and org_id = $2 and environment = $3";
  const rows = await runStatement(db, { text }, [workflowId, scope.orgId, scope.environment]);
  if (rows.length === 0)
    throw badField("workflow_id", "workflow_id must be the id of a workflow of this environment.");
}
