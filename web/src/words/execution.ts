import { defineWords } from "./customer/words.ts";

/** The states of a step. */
export const STEP_STATES = defineWords("STEP_STATES", {
  Success: "Done",
  Ready: "Not reached",
  Errored: "Failed",
  Waiting: "Waiting",
  Stopped: "Stopped",
  Rejected: "Rejected",
  Errored_and_Skipped: "Failed, continued",
  Timed_Out: "Timed out",
});

/** The copy of one execution. */
export const EXECUTION = {
  back: "Executions",
  facts: "Facts",
  id: "ID",
  customer: "Customer",
  workflow: "Workflow",
  version: (version: number) => `version ${version}`,
  draft: "draft, as a test",
  testAgain: "Open in the editor",
  started: "Started",
  took: "Took",
  source: "Source",
  replayOf: "Replay of",
  replayedBy: "Last replay",
  calledBy: "Called by",
  trace: "Trace",
  openTrace: "Open trace",
  noEvent: { Schedule: "Schedule", "API Call": "API call" } as Readonly<Record<string, string>>,
  stop: "Stop",
  stopTitle: "Stop this execution?",
  stopText: (customer: string) =>
    `The running step for ${customer} is cancelled, and workflows that it called are stopped too. Completed steps are not undone.`,
  stopped: "The execution is being stopped.",
  replay: "Replay…",
  graph: "Steps of the workflow",
  timeline: "Timeline",
  attempts: (count: number) => `${count} attempts`,
  attempt: (number: number) => `Attempt ${number}`,
  item: (index: number) => `item ${index}`,
  kept: "kept",
  moreSteps: (count: number) => `Show ${count.toLocaleString("en")} more steps`,
};

/** The copy of why an execution failed. */
export const FAILURE = {
  label: "Why it failed",
  failedAt: (step: string) => `“${step}” failed`,
  failedAtItem: (step: string, item: number) => `“${step}” failed for item ${item}`,
  failed: "The execution failed",
  timedOut: "The execution took too long",
  afterAttempts: (count: number) => `after ${count} attempts`,
  status: (status: number) => `HTTP ${status}`,
  code: (code: string) => `Error code ${code}`,
  whatToDo: "What to do",
  showStep: "Show the step",
  replayFrom: (step: string | undefined) => (step === undefined ? "Replay…" : `Replay from ${step}…`),
  editInput: "Edit input and replay…",
  editStep: "Edit this step",
  openApplication: "Open application",
  more: "Show all",
  less: "Show less",
};

/** The copy of what an execution waits for. */
export const WAITING = {
  label: "What it is waiting for",
  kinds: {
    reconnect: "Waiting for a reconnect",
    approval: "Waiting for an approval",
    webhook: "Waiting for a request",
    time: "Waiting until a set time",
    execution: "Waiting for another execution",
    queue: "Queued",
  },
  since: "since",
  until: "until",
  approve: "Approve",
  reject: "Reject",
  approved: "Approved",
  rejected: "Rejected",
  approveTitle: "Approve this step?",
  rejectTitle: "Reject this step?",
  approveText: (customer: string) => `The execution continues for ${customer}.`,
  rejectText: (customer: string) =>
    `The execution for ${customer} follows the rejected branch, or ends if there is none.`,
  openPage: "Open the approval page",
};

/** The copy of the step that is looked at. */
export const STEP = {
  label: "Step",
  notReached: "The execution did not reach this step.",
  replayHere: "Replay from here…",
  editInput: "Edit input and replay…",
  error: "Error",
  output: "Output",
  input: "Input",
  request: "Request",
  payload: "Payload",
  logs: "Logs",
  noOutput: "This step has no output.",
  noOutputYet: "No output yet.",
  began: "Started",
  took: "Took",
  retries: "retried",
  large: (size: string) => `This step has ${size} of data.`,
  load: "Load",
};

/** The copy of what caused an execution and what it led to. */
export const RELATED = {
  title: "Event and webhooks",
  event: "Event",
  eventGone: "The event is past its retention period.",
  received: "received",
  showPayload: "Show payload",
  deliveries: "Webhook deliveries",
  noDeliveries: "No webhook was sent for it.",
  states: { pending: "Pending", delivered: "Delivered", failed: "Failed", cancelled: "Cancelled" },
  replays: "Replays",
  requests: "Requests of this execution",
  called: "Executions that it called",
  noneCalled: "It called no other executions.",
  all: (count: number, isMore: boolean) => `Show all ${count.toLocaleString("en")}${isMore ? "+" : ""}`,
};

/** The copy of replaying one execution. */
export const REPLAY = {
  title: "Replay execution",
  from: "Start at",
  start: "The beginning",
  failed: (step: string) => `${step} (failed)`,
  help: "The step and everything after it runs again; results of the other steps are kept.",
  helpStart: "Everything runs again.",
  version: "Workflow",
  sameVersion: (version: number) => `Version ${version}, as it ran`,
  published: (newer: number | undefined) =>
    newer === undefined ? "The version published now" : `Version ${newer}, published since`,
  settings: "Customer’s settings",
  sameSettings: "As they were then",
  currentSettings: "As they are now",
  edit: "Edit the input",
  editStep: "Edit the step’s input",
  input: "Input (JSON)",
  production: "This is production: everything these steps did for the customer happens again.",
  action: (step: string | undefined, isProduction: boolean) =>
    `Replay from ${step ?? "the start"}${isProduction ? " in production" : ""}`,
  began: "Replay started.",
};
