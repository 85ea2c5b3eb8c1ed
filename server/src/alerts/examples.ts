import { EXAMPLE } from "../platform/http/example-values.ts";
import { withExample } from "../platform/http/route.ts";
import { AlertRule, NewAlertRuleBody } from "./schema.ts";

const RULE = {
  name: "Order workflows fail",
  type: "workflow_failures" as const,
  above: 20,
  unit: "percent" as const,
  minutes: 30,
  emails: ["ops@acme.example"],
  quiet_hours: { time_zone: "Europe/Berlin", from: "22:00", to: "07:00" },
};

export const alertRuleExample = {
  body: withExample(NewAlertRuleBody, RULE),
  reply: withExample(AlertRule, {
    _id: "6a1f0c2e9b3d4f5a6b7c8e21",
    org_id: EXAMPLE.org,
    environment: "test",
    ...RULE,
    workflow_id: null,
    application: null,
    repeat_minutes: 1440,
    is_enabled: true,
    alert: null,
    createdAt: EXAMPLE.at,
    updatedAt: EXAMPLE.at,
    __v: 0,
  }),
};
