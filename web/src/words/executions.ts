import { defineWords } from "./customer/words.ts";
import { PAGES } from "./parts/pages.ts";

const executions = (count: number) =>
  count === 1 ? "1 execution" : `${count.toLocaleString("en")} executions`;

/** The states of an execution. */
export const EXECUTION_STATES = defineWords("EXECUTION_STATES", {
  RUNNING: "Running",
  COMPLETED: "Completed",
  ERRORED: "Failed",
  TIMED_OUT: "Timed out",
  STOPPING: "Stopping",
  STOPPED: "Stopped",
});

/** The states of a running execution that waits for something. */
export const WAITING_STATE = "Waiting";

/** The copy of the list of executions. */
export const EXECUTIONS = {
  title: "Executions",
  search: "ID, error, order number, email…",
  state: "State",
  workflow: "Workflow",
  customer: "Customer",
  error: "Result",
  took: "Took",
  started: "Started",
  id: "ID",
  source: "Source",
  application: "Application",
  sources: { Event: "Event", Schedule: "Schedule", "API Call": "API call" },
  waitsFor: {
    reconnect: (application: string) => `for the customer to reconnect ${application}`,
    answer: () => "for an approval or a request",
    time: () => "until a set time",
    execution: () => "for the execution that it called",
  },
  newOnes: (count: number, isMore: boolean) => `${PAGES.newOnes(count)}${isMore ? "+" : ""} – show`,
  none: "No executions yet",
  noneHint:
    "Each run of a workflow for a customer appears here. Publish a workflow, then send an event, call it, or wait for its schedule.",
  toWorkflows: "Go to workflows",
  replayMany: "Replay many…",
  replaysOf: "Replays of",
  calledBy: "Called by",
  views: "Executions",
  replaySelected: (count: number) => `Replay ${executions(count)}…`,
  tooMany: (most: number) =>
    `At most ${most.toLocaleString("en")} can be selected. Filter the list and use “Replay many”.`,
};
/** The copy of replaying many executions. */
export const BULK = {
  title: "Replay executions",
  isProduction: "This is production: everything these executions did for your customers happens again.",
  status: "Which executions",
  statuses: {
    ERRORED: "Failed",
    TIMED_OUT: "Timed out",
    STOPPED: "Stopped",
    COMPLETED: "Completed",
    any: "All finished",
  },
  from: "Start",
  froms: {
    failed: "At the failed step, keeping earlier results",
    start: "At the start",
  },
  version: "Workflow",
  versions: { same: "The version that ran", published: "The version published now" },
  settings: "Customers’ settings",
  settingsOf: { same: "As they were then", current: "As they are now" },
  counting: "Counting…",
  counted: (count: number) =>
    count === 0 ? "There is nothing to replay." : `${executions(count)} will be replayed, the oldest first.`,
  countedHint:
    "Only the latest attempt of each execution is replayed. Executions that a later replay completed are left out.",
  examples: "Newest",
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
  by: (name: string) => `by ${name}`,
};

/** The copy of the list of bulk replays. */
export const REPLAYS = {
  title: "Bulk replays",
  state: "State",
  states: { RUNNING: "In progress", COMPLETED: "Finished", STOPPED: "Stopped" },
  what: "What",
  startedBy: "Started by",
  begin: "Begin",
  begins: { failed: "At the failed step", start: "At the start" },
  progress: "Started",
  failed: "Not replayed",
  when: "When",
  of: (started: number, matched: number) =>
    `${started.toLocaleString("en")} of ${matched.toLocaleString("en")}`,
  kinds: { api_key: "API key", operator: "Operator" },
  key: (name: string) => `Key ${name}`,
  customer: (id: string) => `Customer ${id}`,
  unknown: "Not recorded",
  chosen: (count: number) => `${executions(count)} that were selected`,
  text: (text: string) => `“${text}”`,
  since: (day: string) => `since ${day}`,
  until: (day: string) => `until ${day}`,
  anyState: "All that ended",
  none: "No bulk replays yet",
  noneHint:
    "Filter the list of executions and choose “Replay many”, or select some of them. What was replayed is then listed here.",
  toExecutions: "Go to executions",
};
