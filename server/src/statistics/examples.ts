import { EXAMPLE } from "../platform/http/example-values.ts";
import { withExample } from "../platform/http/route.ts";
import { Overview } from "./schema.ts";

const none = { count: 0, failed: 0, by_status: {}, duration_ms: null };

export const overviewExample = {
  reply: withExample(Overview, {
    from: "2026-01-30T09:00:00.000Z",
    to: "2026-01-31T10:00:00.000Z",
    executions: {
      now: {
        count: 1204,
        failed: 17,
        by_status: { STARTED: 1206, COMPLETED: 1187, ERRORED: 17 },
        duration_ms: { mean: 812, p50: 431, p95: 2310, p99: 6120 },
      },
      before: {
        count: 1150,
        failed: 3,
        by_status: { STARTED: 1150, COMPLETED: 1147, ERRORED: 3 },
        duration_ms: { mean: 790, p50: 425, p95: 2250, p99: 5980 },
      },
    },
    deliveries: { now: none, before: none },
    mcp_calls: { now: none, before: none },
    failing_workflows: [
      { value: EXAMPLE.workflow, name: "Order to total", failed: 15, failed_before: 1, count: 640 },
    ],
    failing_applications: [],
    failing_webhooks: [],
    slow_applications: [],
    connections: { healthy: 41, degraded: 1, expired: 2 },
    backlog: { ready: 0, running: 2, waiting: 0, parked: 2, is_capped: false },
  }),
};
