import type { Deps } from "../deps.ts";
import type { GaugeDefinition } from "../platform/metrics/metrics.ts";
import { RUNS } from "../runs/name.ts";
import { WEBHOOKS } from "../webhooks/table.ts";
import { getPackageVersion } from "./openapi.ts";

// As the API calls them.
const QUEUES: Readonly<Record<string, string>> = { [RUNS]: "executions", [WEBHOOKS]: "deliveries" };

/** The state of this process. */
export const PROCESS_GAUGES: readonly GaugeDefinition<Deps>[] = [
  {
    kind: "gauge",
    name: "junctor_info",
    about: "1, with the version of Junctor.",
    labels: ["version"],
    read: () => [{ labels: { version: getPackageVersion() }, value: 1 }],
  },
  {
    kind: "gauge",
    name: "junctor_work_active",
    about: "Executions and deliveries that this process holds now.",
    labels: ["queue"],
    read: ({ work }) =>
      work.load().map(({ name, active }) => ({ labels: { queue: QUEUES[name] ?? name }, value: active })),
  },
  {
    kind: "gauge",
    name: "junctor_execution_results_bytes",
    about: "Memory that the step results of this process's executions take, approximately.",
    labels: [],
    read: ({ runMemory }) => [{ labels: {}, value: runMemory.held }],
  },
  {
    kind: "gauge",
    name: "junctor_sandbox_workers",
    about: "Threads for customer code and expressions, by state: busy or idle.",
    labels: ["state"],
    read: ({ sandbox }) => {
      const { workers, busy } = sandbox.load();
      return [
        { labels: { state: "busy" }, value: busy },
        { labels: { state: "idle" }, value: workers - busy },
      ];
    },
  },
  {
    kind: "gauge",
    name: "junctor_sandbox_waiting",
    about: "Jobs that wait for such a thread.",
    labels: [],
    read: ({ sandbox }) => [{ labels: {}, value: sandbox.load().waiting }],
  },
  {
    kind: "gauge",
    name: "junctor_database_connections",
    about: "Connections of this process to PostgreSQL, by pool and state: busy or idle.",
    labels: ["pool", "state"],
    read: ({ database }) =>
      database.pools().flatMap(({ name, total, idle }) => [
        { labels: { pool: name, state: "busy" }, value: total - idle },
        { labels: { pool: name, state: "idle" }, value: idle },
      ]),
  },
  {
    kind: "gauge",
    name: "junctor_database_waiting",
    about: "Statements that wait for a connection to PostgreSQL.",
    labels: ["pool"],
    read: ({ database }) =>
      database.pools().map(({ name, waiting }) => ({ labels: { pool: name }, value: waiting })),
  },
];
