import { ALERTS_FIRING } from "../alerts/metrics.ts";
import { CONNECTIONS_EXPIRED, THIRD_PARTY_REQUESTS, TOKEN_RENEWALS } from "../apps/metrics.ts";
import type { Deps } from "../deps.ts";
import { MAILS } from "../mail/metrics.ts";
import { TOOL_CALLS } from "../mcp/calls/metrics.ts";
import type { MetricDefinitions } from "../platform/metrics/prometheus.ts";
import { EXECUTION_DURATION, EXECUTION_START, EXECUTIONS_ENDED, STEP_DURATION } from "../runs/metrics.ts";
import { POLLS } from "../triggers/metrics.ts";
import { DELIVERIES_ENDED, DELIVERY_ATTEMPTS } from "../webhooks/deliver/metrics.ts";
import { PROCESS_GAUGES } from "./process-gauges.ts";
import { QUEUE_GAUGES } from "./queue-gauges.ts";
import { HTTP_REQUESTS } from "./request-metrics.ts";

/** All metrics of Junctor, in the order of docs/metrics.md. */
export const METRICS: MetricDefinitions<Deps> = {
  counters: [
    EXECUTIONS_ENDED,
    DELIVERIES_ENDED,
    CONNECTIONS_EXPIRED,
    TOKEN_RENEWALS,
    POLLS,
    TOOL_CALLS,
    MAILS,
  ],
  timers: [
    HTTP_REQUESTS,
    EXECUTION_START,
    EXECUTION_DURATION,
    STEP_DURATION,
    THIRD_PARTY_REQUESTS,
    DELIVERY_ATTEMPTS,
  ],
  gauges: [...QUEUE_GAUGES, ALERTS_FIRING, ...PROCESS_GAUGES],
};
