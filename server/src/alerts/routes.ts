import { getScope } from "../auth/guard.ts";
import { defineOperations } from "../auth/operation.ts";
import type { Deps } from "../deps.ts";
import { ErrorReply } from "../platform/http/error-reply.ts";
import { ById, Message } from "../platform/http/route.ts";
import { createId } from "../platform/id.ts";
import { buildEnvelope, PageQuery, parseLongPage, parsePage } from "../platform/page.ts";
import { alertRuleExample } from "./examples.ts";
import { notifyPeople } from "./notice.ts";
import { readChangedRule, readNewRule, requireWorkflow } from "./read-rule.ts";
import {
  AlertPage,
  AlertRule,
  AlertRuleBody,
  AlertRulePage,
  AlertsQuery,
  presentAlert,
  presentAlertRule,
} from "./schema.ts";
import {
  deleteAlertRule,
  insertAlertRule,
  listAlertRules,
  listAlerts,
  readAlertRule,
  updateAlertRule,
} from "./store.ts";
import { ALERT_TYPE_FACTS } from "./types.ts";

const RULES = "/api/v2/public/alert-rules";
const TOO_MANY = { ...ErrorReply, description: "The environment already has 100 alert rules." };

const operation = defineOperations<Pick<Deps, "config" | "db" | "queue" | "vault" | "clock">>("Alerts");

/** Rules by which people are told of failures, and the alerts that they have caused. */
export const ALERT_OPERATIONS = [
  operation({
    id: "listAlertRules",
    method: "get",
    path: RULES,
    least: "viewer",
    credentials: "apiKey",
    summary: "List alert rules",
    description: "Returns the alert rules of the environment, oldest first, each with its open alert.",
    schema: { querystring: PageQuery, response: { 200: AlertRulePage } },
    run: async ({ db }, request) => {
      const page = parsePage(request.query);
      const { rows, total } = await listAlertRules(db, getScope(request), page);
      return { docs: rows.map(presentAlertRule), ...buildEnvelope(page, total) };
    },
  }),
  operation({
    id: "createAlertRule",
    method: "post",
    path: RULES,
    least: "developer",
    credentials: "apiKey",
    summary: "Create an alert rule",
    description:
      "Creates a rule that is checked once a minute and notifies people when it fires and when it is resolved: by mail, and by every webhook that listens for `Alert Fired` or `Alert Resolved`. Returns 400 for settings that its type does not have, and 409 beyond 100 rules. See [Alerts](/guides/alerts).",
    schema: { body: alertRuleExample.body, response: { 200: alertRuleExample.reply, 409: TOO_MANY } },
    run: async ({ queue, clock }, request) => {
      const scope = getScope(request);
      const settings = readNewRule(request.body);
      return queue.transaction(async (tx) => {
        await requireWorkflow(tx, scope, settings.workflow_id);
        const { id } = await insertAlertRule(tx, scope, settings, clock.now());
        return presentAlertRule(await readAlertRule(tx, scope, id));
      });
    },
  }),
  operation({
    id: "getAlertRule",
    method: "get",
    path: `${RULES}/:id`,
    least: "viewer",
    credentials: "apiKey",
    summary: "Get an alert rule",
    description: "Returns an alert rule with its open alert.",
    schema: { params: ById, response: { 200: AlertRule } },
    run: async ({ db }, request) =>
      presentAlertRule(await readAlertRule(db, getScope(request), request.params.id)),
  }),
  operation({
    id: "updateAlertRule",
    method: "put",
    path: `${RULES}/:id`,
    least: "developer",
    credentials: "apiKey",
    summary: "Update an alert rule",
    description:
      "Updates the fields that you send; `type` cannot be changed. Disabling a rule ends its alert without a notification.",
    schema: { params: ById, body: AlertRuleBody, response: { 200: AlertRule } },
    run: async ({ queue, clock }, request) => {
      const scope = getScope(request);
      const { id } = request.params;
      return queue.transaction(async (tx) => {
        await updateAlertRule(tx, scope, id, (row) => readChangedRule(request.body, row), clock.now());
        const row = await readAlertRule(tx, scope, id);
        // One that was deleted since may stay: the rule can still be renamed or disabled.
        if (request.body.workflow_id !== undefined) await requireWorkflow(tx, scope, row.workflow_id);
        return presentAlertRule(row);
      });
    },
  }),
  operation({
    id: "deleteAlertRule",
    method: "delete",
    path: `${RULES}/:id`,
    least: "developer",
    credentials: "apiKey",
    summary: "Delete an alert rule",
    description: "Deletes an alert rule with its alerts, without a notification.",
    schema: { params: ById, response: { 200: Message } },
    run: async ({ db }, request) => {
      await deleteAlertRule(db, getScope(request), request.params.id);
      return { message: "Alert rule deleted" };
    },
  }),
  operation({
    id: "testAlertRule",
    method: "post",
    path: `${RULES}/:id/test`,
    least: "developer",
    credentials: "apiKey",
    summary: "Send a test alert",
    description:
      "Sends a notification with example data to the rule's addresses and to the webhooks that listen for `Alert Fired`, whose `reason` is `test`.",
    schema: { params: ById, response: { 200: Message } },
    run: async (deps, request) => {
      const now = deps.clock.now();
      await deps.queue.transaction(async (tx) => {
        const rule = await readAlertRule(tx, getScope(request), request.params.id);
        const alert = {
          id: createId(now.getTime()),
          summary: ALERT_TYPE_FACTS[rule.type].summarize(rule, 1),
          subjects: [{ id: createId(now.getTime()), text: "Example" }],
          subject_count: 1,
          fired_at: now,
          resolved_at: null,
        };
        await notifyPeople(deps, tx, { rule, alert, reason: "test" });
      });
      return { message: "Test alert sent" };
    },
  }),
  operation({
    id: "listAlerts",
    method: "get",
    path: "/api/v2/public/alerts",
    least: "viewer",
    credentials: "apiKey",
    summary: "List alerts",
    description:
      "Returns the alerts of the environment, newest first: those that are firing and, as long as the environment keeps history, those that are resolved. Page through long lists with `after`.",
    schema: { querystring: AlertsQuery, response: { 200: AlertPage } },
    run: async ({ db }, request) => {
      const { state, rule_id: ruleId } = request.query;
      const page = parseLongPage(request.query);
      const { rows, envelope } = await listAlerts(db, getScope(request), { state, ruleId }, page);
      return { docs: rows.map(presentAlert), ...envelope };
    },
  }),
];
