import { type Static, Type } from "typebox";
import { ENVIRONMENTS } from "../auth/scope.ts";
import { FormattedText, Id, Record, Timestamp } from "../platform/http/route.ts";
import { MAIL_ADDRESS_PATTERN } from "../platform/mail/mail-address.ts";
import { LongPageEnvelope, LongPageQuery, PageEnvelope } from "../platform/page.ts";
import type { ListedAlertRule } from "./store.ts";
import type { AlertRow } from "./table.ts";
import { ALERT_TYPES, ALERT_UNITS } from "./types.ts";

const TimeOfDay = FormattedText("^([01]\\d|2[0-3]):[0-5]\\d$", "a time such as 22:00", {
  examples: ["22:00"],
});

const QuietHours = Type.Object(
  {
    time_zone: Type.String({ maxLength: 64, description: "IANA time zone.", examples: ["Europe/Berlin"] }),
    from: TimeOfDay,
    to: { ...TimeOfDay, description: "If it is not after `from`, quiet hours end on the next day." },
    days: Type.Optional(
      Type.Array(Type.Integer({ minimum: 0, maximum: 6 }), {
        minItems: 1,
        maxItems: 7,
        uniqueItems: true,
        description: "Days on which quiet hours begin, 0 for Sunday. Default: every day.",
      }),
    ),
  },
  {
    description:
      "When nobody is notified. At their end people are told of what still fires, and of what was resolved meanwhile.",
  },
);

const TYPE_TEXT =
  "`workflow_failures`: failed executions of one workflow, or of each; `connection_expired`: connections that their customers must renew; `webhook_failing`: endpoints that fail or were disabled; `queue_age`: executions or deliveries that wait for a process; `trigger_stuck`: triggers that fail, or whose polls are late; `usage_limit`: customers who came to a soft or hard [limit of usage](/guides/usage#plans).";

const nullable = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()]);

/** Body of a new rule. */
export const NewAlertRuleBody = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 200 }),
  type: Type.Enum(ALERT_TYPES, { description: TYPE_TEXT }),
  workflow_id: Type.Optional(
    nullable(
      Type.String({
        maxLength: 255,
        description: "For `workflow_failures`: only this workflow. Default: each workflow by itself.",
      }),
    ),
  ),
  application: Type.Optional(
    nullable(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description: "For `connection_expired` and `trigger_stuck`: only this application, by its slug.",
      }),
    ),
  ),
  above: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1_000_000,
      description: "For `workflow_failures`: fires above this number, in `unit`. Default: 5.",
    }),
  ),
  unit: Type.Optional(
    Type.Enum(ALERT_UNITS, {
      description:
        "For `workflow_failures`: failed `executions` (the default), or the `percent` of ended executions that failed, of at least 10.",
    }),
  ),
  minutes: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1440,
      description:
        "For `workflow_failures` (default 15), `connection_expired` (1440) and `usage_limit` (1440): counts what happened within that time. For the others: fires once it has lasted that long; default 15 for `webhook_failing`, 5 for `queue_age`, 30 for `trigger_stuck`.",
    }),
  ),
  emails: Type.Optional(
    Type.Array(FormattedText(MAIL_ADDRESS_PATTERN, "an email address", { maxLength: 254 }), {
      maxItems: 20,
      uniqueItems: true,
      description:
        "Addresses that are notified by mail, if the server [sends mail](/guides/self-hosting#mail). Webhooks that listen for `Alert Fired` or `Alert Resolved` are always notified.",
      examples: [["ops@acme.example"]],
    }),
  ),
  repeat_minutes: Type.Optional(
    Type.Integer({
      minimum: 5,
      maximum: 10_080,
      default: 1440,
      description: "How often people are reminded while the alert fires.",
    }),
  ),
  quiet_hours: Type.Optional(nullable(QuietHours)),
  is_enabled: Type.Optional(Type.Boolean({ default: true })),
});
export type NewAlertRuleBody = Static<typeof NewAlertRuleBody>;

/** Body of a change: any of the fields. */
export const AlertRuleBody = Type.Partial(NewAlertRuleBody);
export type AlertRuleBody = Static<typeof AlertRuleBody>;

const OpenAlert = Type.Object(
  { _id: Id, fired_at: Timestamp, subject_count: Type.Integer() },
  { description: "The alert that is firing." },
);

/** A rule on the wire. */
export const AlertRule = Record("AlertRule", {
  _id: Id,
  org_id: Id,
  environment: Type.Enum(ENVIRONMENTS),
  name: Type.String(),
  type: Type.Enum(ALERT_TYPES, { description: TYPE_TEXT }),
  workflow_id: nullable(Type.String()),
  application: nullable(Type.String()),
  above: nullable(Type.Integer()),
  unit: nullable(Type.Enum(ALERT_UNITS)),
  minutes: Type.Integer(),
  emails: Type.Array(Type.String()),
  repeat_minutes: Type.Integer(),
  quiet_hours: nullable(QuietHours),
  is_enabled: Type.Boolean(),
  alert: nullable(OpenAlert),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  __v: Type.Integer({ description: "Revision; increases with each change." }),
});

export const AlertRulePage = Type.Object({ docs: Type.Array(AlertRule), ...PageEnvelope });

export const AlertsQuery = Type.Object({
  ...LongPageQuery.properties,
  state: Type.Optional(Type.Enum(["firing", "resolved"])),
  rule_id: Type.Optional(Type.String({ maxLength: 64, description: "Only alerts of this rule." })),
});

const AlertSubject = Type.Object({
  id: Type.String({
    description:
      "Id of the workflow, connection, webhook, trigger or linked account; `executions` or `deliveries` for `queue_age`.",
  }),
  text: Type.String({ description: "One line for people." }),
  linked_account_id: Type.Optional(Type.String()),
});

/** An alert on the wire. */
export const Alert = Record("Alert", {
  _id: Id,
  org_id: Id,
  environment: Type.Enum(ENVIRONMENTS),
  rule_id: Id,
  rule_name: Type.String({ description: "Name of the rule when it fired." }),
  type: Type.Enum(ALERT_TYPES),
  state: Type.Enum(["firing", "resolved"]),
  summary: Type.String(),
  subjects: Type.Array(AlertSubject, {
    description: "What it is about, at most 100. Of a resolved alert, those that it had last.",
  }),
  subject_count: Type.Integer(),
  fired_at: Timestamp,
  resolved_at: nullable(Timestamp),
  notified_at: Type.Union([Timestamp, Type.Null()], {
    description: "When people were last notified; null if quiet hours prevented it.",
  }),
});

export const AlertPage = Type.Object({ docs: Type.Array(Alert), ...LongPageEnvelope });

/** Wire form of a rule. */
export function presentAlertRule(row: ListedAlertRule): Static<typeof AlertRule> {
  const { alertId, firedAt, subjectCount } = row;
  return {
    _id: row.id,
    org_id: row.org_id,
    environment: row.environment,
    name: row.name,
    type: row.type,
    workflow_id: row.workflow_id,
    application: row.application,
    above: row.above,
    unit: row.unit,
    minutes: row.minutes,
    emails: [...row.emails],
    repeat_minutes: row.repeat_minutes,
    quiet_hours: row.quiet_hours && {
      ...row.quiet_hours,
      days: row.quiet_hours.days && [...row.quiet_hours.days],
    },
    is_enabled: row.is_enabled,
    alert:
      alertId !== null && firedAt !== null
        ? { _id: alertId, fired_at: firedAt.toISOString(), subject_count: subjectCount ?? 0 }
        : null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    __v: row.revision,
  };
}

/** Wire form of an alert. */
export function presentAlert(row: AlertRow): Static<typeof Alert> {
  return {
    _id: row.id,
    org_id: row.org_id,
    environment: row.environment,
    rule_id: row.rule_id,
    rule_name: row.rule_name,
    type: row.type,
    state: row.resolved_at === null ? "firing" : "resolved",
    summary: row.summary,
    subjects: row.subjects.map((subject) => ({ ...subject })),
    subject_count: row.subject_count,
    fired_at: row.fired_at.toISOString(),
    resolved_at: row.resolved_at?.toISOString() ?? null,
    notified_at: row.notified_at?.toISOString() ?? null,
  };
}
