import { EXAMPLE } from "../platform/http/example-values.ts";
import { withExample } from "../platform/http/route.ts";
import { Schedule, ScheduleBody } from "./schema.ts";

const payload = { quantity: 2, unit_price: 12.5 };

export const scheduleExample = {
  body: withExample(ScheduleBody, {
    trigger_type: "cron",
    regex: "0 9 * * 1-5",
    tz: "Europe/Berlin",
    payload,
  }),
  reply: withExample(Schedule, {
    _id: "6a1f0c2e9b3d4f5a6b7c8d70",
    event_id: "6a1f0c2e9b3d4f5a6b7c8d71",
    workflow: "order-total",
    linked_account_id: EXAMPLE.account,
    config_id: EXAMPLE.account,
    environment: "test",
    org_id: EXAMPLE.org,
    cron_pattern: "0 9 * * 1-5",
    cron_patten: "0 9 * * 1-5",
    inactive: false,
    status: "running",
    registered_by_api: true,
    options: { trigger_type: "cron", regex: "0 9 * * 1-5", tz: "Europe/Berlin" },
    payload,
    trigger_type: "cron",
    trigger_interval: [],
    next_run_at: "2026-02-02T08:00:00.000Z",
    last_run_at: null,
    schedule_added_at: EXAMPLE.at,
    updatedAt: EXAMPLE.at,
    __v: 0,
  }),
};
