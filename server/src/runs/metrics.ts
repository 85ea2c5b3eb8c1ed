import { defineCounter, defineTimer, LONG_BUCKETS, SHORT_BUCKETS } from "../platform/metrics/metrics.ts";

/** Executions that ended, by state and by what started them; without tests of drafts. */
export const EXECUTIONS_ENDED = defineCounter({
  name: "junctor_executions_ended_total",
  about: "Executions that ended in this process.",
  labels: ["environment", "state", "source"],
});

/** How long executions waited for their first step. */
export const EXECUTION_START = defineTimer({
  name: "junctor_execution_start_seconds",
  about: "Time from when an execution was accepted to when it began.",
  labels: ["environment"],
  buckets: LONG_BUCKETS,
});

/** How long executions took altogether. */
export const EXECUTION_DURATION = defineTimer({
  name: "junctor_execution_duration_seconds",
  about: "Time from when an execution was accepted to its end, with all waits.",
  labels: ["environment", "state"],
  buckets: LONG_BUCKETS,
});

/** How long attempts at steps took, by the type of the node. */
export const STEP_DURATION = defineTimer({
  name: "junctor_step_duration_seconds",
  about: "Time that one attempt at a step took, without the time that it waited for others.",
  labels: ["type", "state"],
  buckets: SHORT_BUCKETS,
});
