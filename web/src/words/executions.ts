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

/** How an execution stands that runs, but waits for something. */
export const WAITING_STATE = "Waiting";

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
  application: "Application",
  sources: { Event: "Event", Schedule: "Schedule", "API Call": "API call" },
  waitsFor: {
    reconnect: (application: string) => `for the customer to reconnect ${application}`,
    answer: () => "for an approval or a request",
    time: () => "for a time",
    execution: () => "for the execution that it called",
  },
  newOnes: (count: number, isMore: boolean) => `${PARTS.newOnes(count)}${isMore ? "+" : ""} – show`,
  none: "No executions yet",
  noneHint:
    "Each run of a workflow for a customer appears here. Publish a workflow, then send an event, call it, or wait for its schedule.",
  toWorkflows: "Go to workflows",
  replayMany: "Replay many…",
  replaySelected: (count: number) => `Replay ${executions(count)}…`,
  tooMany: (most: number) =>
    `At most ${most.toLocaleString("en")} can be selected. Filter the list and use “Replay many”.`,
};
/** The copy of replaying many executions. */
export const BULK = {
  title: "Replay executions",
  isProduction: "This is production: what these executions did for your customers, they do again.",
  status: "Which of the executions that the list is filtered to",
  statuses: {
    ERRORED: "Those that failed",
    TIMED_OUT: "Those that timed out",
    STOPPED: "Those that were stopped",
    COMPLETED: "Those that completed",
    any: "All that have ended",
  },
  from: "Begin",
  froms: {
    failed: "At the step that failed; earlier results are kept",
    start: "At the start",
  },
  version: "Workflow",
  versions: { same: "The version that ran then", published: "The version published now" },
  settings: "Customers’ settings",
  settingsOf: { same: "As they were then", current: "As they are now" },
  counting: "Counting…",
  counted: (count: number) =>
    count === 0 ? "There is none to replay." : `${executions(count)} will be replayed, the oldest first.`,
  countedHint:
    "Of executions that replay each other only the newest counts, and none that a later replay has repaired.",
  examples: "The newest of them",
  start: (count: number) => (count === 0 ? "Replay" : `Replay ${executions(count)}`),
  isRunning: "Replay in progress",
  isDone: "Replay finished",
  wasStopped: "Replay stopped",
  progress: (started: number, matched: number) =>
    `${started.toLocaleString("en")} of ${matched.toLocaleString("en")} started`,
  failures: (count: number) => `${count.toLocaleString("en")} could not be replayed`,
  stop: "Stop replay",
  stopTitle: "Stop this replay?",
  stopText: "No more executions will be started. Those already started continue.",
  dismiss: "Dismiss",
};
