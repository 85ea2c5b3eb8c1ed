import { PARTS } from "./parts.ts";

const executions = (count: number) =>
  count === 1 ? "1 execution" : `${count.toLocaleString("en")} executions`;

/** How an execution stands. */
export const EXECUTION_STATES = {
  RUNNING: "Running",
  COMPLETED: "Completed",
  ERRORED: "Failed",
  TIMED_OUT: "Timed out",
  STOPPING: "Stopping",
  STOPPED: "Stopped",
} as const;

/** The copy of the list of executions. */
export const EXECUTIONS = {
  title: "Executions",
  search: "Id, error, order number, email…",
  state: "State",
  workflow: "Workflow",
  customer: "Customer",
  error: "Error",
  took: "Took",
  started: "Started",
  id: "Id",
  source: "Source",
  sources: { Event: "Event", Schedule: "Schedule", "API Call": "API call" },
  newOnes: (count: number, isMore: boolean) => `${PARTS.newOnes(count)}${isMore ? "+" : ""} – show`,
  none: "No executions yet",
  noneHint:
    "Each run of a workflow for a customer appears here. Publish a workflow, then send an event, call it, or wait for its schedule.",
  toWorkflows: "Go to workflows",
};
/** The copy of replaying many executions. */
export const BULK = {
  title: "Replay executions",
  isProduction: "This is production: what these executions did for your customers, they do again.",
  isTest: "This is the test environment.",
  status: "Which ones",
  statuses: {
    ERRORED: "Those that failed",
    TIMED_OUT: "Those that timed out",
    COMPLETED: "Those that completed",
    STOPPED: "Those that were stopped",
    any: "All that have ended",
  },
  from: "Begin",
  fromFailed: "At the step that failed; earlier results are kept",
  fromStart: "At the start",
  version: "Workflow",
  same: "The version that ran then",
  published: "The version published now",
  settings: "Customer’s settings",
  settingsSame: "As they were then",
  settingsCurrent: "As they are now",
  limit: "At most",
  counting: "Counting…",
  counted: (count: number) =>
    count === 0
      ? "No execution matches."
      : `${executions(count)} will be replayed, oldest first. For example:`,
  countedHint:
    "Of executions that replay each other only the newest counts, and none that was repaired by a later replay.",
  start: (count: number) => `Replay ${executions(count)}`,
  filters: "The filters of the list hold, too:",
  wasStopped: "Replay stopped",
  isDone: "Replay finished",
  isRunning: "Replay in progress",
  progress: (started: number, matched: number) =>
    `${started.toLocaleString("en")} of ${matched.toLocaleString("en")} started`,
  failures: (count: number) =>
    count === 1 ? "1 could not be replayed" : `${count.toLocaleString("en")} could not be replayed`,
  stop: "Stop replay",
  stopTitle: "Stop this replay?",
  stopText: "No more executions will be started. Those already started continue.",
  dismiss: "Dismiss",
  seeNew: "Show the new executions",
};
