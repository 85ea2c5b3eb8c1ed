/** How a step stands. */
export const STEP_STATES = {
  Success: "Done",
  Ready: "Not reached",
  Errored: "Failed",
  Waiting: "Waiting",
  Stopped: "Stopped",
  Rejected: "Rejected",
  Errored_and_Skipped: "Failed, went on",
  Timed_Out: "Timed out",
} as const;

/** The copy of one execution. */
export const EXECUTION = {
  back: "Executions",
  facts: "Facts",
  id: "Id",
  customer: "Customer",
  workflow: "Workflow",
  version: (version: number) => `version ${version}`,
  started: "Started",
  took: "Took",
  source: "Source",
  replayOf: "Replay of",
  calledBy: "Called by",
  noEvent: { Schedule: "Schedule", "API Call": "API call" } as Readonly<Record<string, string>>,
  stop: "Stop",
  stopTitle: "Stop this execution?",
  stopText: (customer: string) =>
    `What is under way for ${customer} is cut off, and what it called is stopped, too. What it has already done stays done.`,
  stopped: "The execution is being stopped",
  replay: "Replay…",
  graph: "Steps of the workflow",
  timeline: "Timeline",
  attempts: (count: number) => `${count} attempts`,
  attempt: (number: number) => `Attempt ${number}`,
  item: (index: number) => `item ${index}`,
  copied: "Kept from the execution that this one replays",
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
  stopped: "The execution was stopped",
  afterAttempts: (count: number) => `after ${count} attempts`,
  status: (status: number) => `HTTP ${status}`,
  code: (code: string) => `Error code ${code}`,
  whatToDo: "What to do",
  showStep: "Show the step",
  replayHere: "Replay from here",
  editInput: "Edit input and replay…",
  openWorkflow: "Open workflow",
  openApplication: "Open application",
  more: "Show all",
  less: "Show less",
};

/** The copy of what an execution waits for. */
export const WAITING = {
  label: "What it waits for",
  kinds: {
    reconnect: "Waits for a new connection",
    approval: "Waits for an approval",
    webhook: "Waits for a request",
    time: "Waits for a time",
    execution: "Waits for another execution",
    queue: "Waits for its turn",
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
    `The execution for ${customer} takes the way of a rejection, or ends where there is none.`,
  openPage: "Open the approval page",
};

/** The copy of the step that is looked at. */
export const STEP = {
  label: "Step",
  notReached: "The execution did not come to this step.",
  replayHere: "Replay from here",
  editInput: "Edit input and replay…",
  error: "Error",
  output: "Output",
  input: "Input",
  request: "Request",
  payload: "Payload",
  logs: "Logs",
  noOutput: "Nothing came of it.",
  noOutputYet: "Nothing yet.",
  began: "Began",
  took: "Took",
  retries: "tried again",
  large: (size: string) => `This step holds ${size}.`,
  load: "Load it",
};

/** The copy of what an execution comes from and what it led to. */
export const RELATED = {
  title: "Before and after",
  event: "Event",
  eventGone: "The event was deleted for its age.",
  received: "received",
  showPayload: "Show payload",
  deliveries: "Webhook deliveries",
  noDeliveries: "No delivery has told of it.",
  states: { pending: "Pending", delivered: "Delivered", failed: "Failed", cancelled: "Cancelled" },
};

/** The copy of replaying one execution. */
export const REPLAY = {
  title: "Replay execution",
  from: "Begin at",
  start: "The start",
  failed: (step: string) => `${step} (failed)`,
  help: "The step and everything after it runs again; results of the other steps are kept.",
  helpStart: "Everything runs again.",
  version: "Workflow",
  sameVersion: (version: number) => `Version ${version}, as it ran`,
  published: "The version published now",
  settings: "Customer’s settings",
  sameSettings: "As they were then",
  currentSettings: "As they are now",
  edit: "Edit the input",
  editStep: "Edit the step’s input",
  input: "Input (JSON)",
  badJson: "This is not valid JSON",
  production: "This is production: what these steps did for the customer, they do again.",
  action: "Replay",
  began: "The replay has begun",
};
