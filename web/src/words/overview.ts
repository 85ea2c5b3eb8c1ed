const PERIODS_BEFORE = { hour: "hour", day: "24 hours", week: "7 days", month: "30 days" };

/** The copy of the list that leads to the first execution. */
export const FIRST_STEPS = {
  title: "First steps",
  progress: (done: number, all: number) => `${done} of ${all} done`,
  hide: "Hide",
  done: "Done",
  open: "To do",
  quickstart: "The quickstart does all of it with curl.",
  steps: {
    key: {
      name: "Call the API",
      help: "Send a first request with a test API key. The first start printed one; you can create others.",
    },
    customer: {
      name: "Create a customer",
      help: "Your backend adds customers through the API. To try things out, add one here.",
    },
    event: {
      name: "Define an event",
      help: "Something that happens in your product and starts workflows, with an example payload.",
    },
    workflow: {
      name: "Publish a workflow",
      help: "Build it from a template or step by step, test it, then publish it.",
    },
    webhook: {
      name: "Register a webhook",
      help: "It tells your backend how each execution ended.",
    },
    execution: {
      name: "Run the first execution",
      help: "Send the event for your customer and follow its execution.",
    },
  },
};

/** The copy of the overview. */
export const OVERVIEW = {
  allWell: "Nothing needs your attention",
  allWellText:
    "No execution failed, every connection works, no third party is slow, and no approval is pending.",
  nothingYet: "Nothing has run here yet",
  nothingYetText:
    "Once a workflow is published and one of your customers has it switched on, its executions appear here.",
  toWorkflows: "Go to workflows",
  executions: "Executions",
  failed: "Failed",
  failureShare: (share: string) => `${share} of all`,
  duration: "Duration p95",
  median: (time: string) => `median ${time}`,
  backlog: "Open now",
  nothingOpen: "none running or waiting",
  waiting: "waiting",
  deliveries: "Webhook deliveries",
  failedCount: (count: string) => `${count} failed`,
  mcpCalls: "MCP calls",
  before: (count: string, period: keyof typeof PERIODS_BEFORE) =>
    `${count} in the previous ${PERIODS_BEFORE[period]}`,
  was: (count: string) => `was ${count}`,
  failingWorkflows: "Failing workflows",
  failingApplications: "Failing applications",
  slowApplications: "Slow third parties",
  slowHelp: "Their p95 is over 1 s and twice that of the previous period, or over 10 s.",
  p95: (time: string) => `p95 ${time}`,
  slowCalls: (count: string, failed: string) => `${count} calls, ${failed} failed`,
  slowMedian: (time: string) => `p50 ${time}`,
  slowBefore: (time: string) => `p95 ${time} before`,
  noBefore: "too few earlier calls to compare",
  brokenConnections: (count: number) =>
    count === 1 ? "Broken connections" : `Broken connections (${count.toLocaleString("en")})`,
  lastAnswer: (status: number) => `Last response HTTP ${status},`,
  failingWebhooks: "Failing webhooks",
  disabledWebhooks: "Disabled webhooks",
  retrying: "Retrying",
  failingSince: (when: string) => `first failure ${when}`,
  firing: "Firing",
  firingAlerts: "Firing alerts",
  approvals: "Pending approvals",
  parked: "Executions waiting for a reconnect",
  failures: (failed: string, count: string) => `${failed} of ${count} failed`,
  more: "more than before",
  fewer: "fewer than before",
  same: "as many as before",
  showAll: (count: number) => `Show all ${count.toLocaleString("en")}`,
  unnamed: "Deleted",
  chart: "Executions by outcome",
  chartHelp: "Choose a bar to see its executions.",
  durations: "Execution duration",
  completed: "Completed",
  errored: "Failed",
  stopped: "Stopped",
  timedOut: "Timed out",
  approvalsText: (count: number) =>
    count === 1 ? "1 call or execution waits" : `${count.toLocaleString("en")} calls or executions wait`,
  parkedText: (count: number) =>
    count === 1
      ? "1 execution continues once its customer has reconnected"
      : `${count.toLocaleString("en")} executions continue once their customers have reconnected`,
};
