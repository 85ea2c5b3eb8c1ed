import { getCount } from "./parts/count-of.ts";

/** The copy of the events pages. */
export const EVENTS = {
  views: "Events",
  inbox: "Inbox",
  definitions: "Definitions",
  findings: "Findings",

  event: "Event",
  customer: "Customer",
  startedOf: (count: number) => (count === 0 ? "Nothing" : getCount(count, "execution")),
  repeated: (count: number) => `${getCount(count, "repeat")}`,
  balance: "Reconciliation",
  balanced: "Reconciled",
  imbalanced: "Something is missing",
  balanceOf: { true: "Reconciled", false: "Something is missing" },
  outcome: "Executions",
  received: "Received",
  id: "ID",
  size: "Size",
  nothing: "No events yet",
  nothingHint: "Events from your product and from your customers' applications appear here as they arrive.",
  findingsWait: (count: number) =>
    `${getCount(count, "finding")} in the last 24 hours: events whose executions or deliveries are missing.`,
  lookAtFindings: "Show findings",

  send: "Send an event",
  sendTitle: "Send an event by hand",
  sendText: (where: string) =>
    `It starts the published workflows in ${where} that listen for it, as if your product had sent it.`,
  payload: "Payload",
  sendAction: "Send event",
  sendInProduction: "Send event in production",
  sent: (count: number) =>
    count === 0
      ? "The event was sent. It started nothing."
      : `The event was sent and started ${getCount(count, "execution")}.`,

  wrong: "Part of this event is missing",
  executions: "Executions that it started",
  noExecutionsHint: "No published workflow that this customer has switched on listens for this event.",
  onlyRepeats: "Its workflows have already run for the same idempotency key.",
  switchedOff: "Switched off",
  switchedOffHint: (customer: string) =>
    `The webhook arrived, but ${customer} had not switched on the workflow of its address.`,
  showWorkflow: "Show the workflow",
  switchOn: "Switch it on for the customer",
  executionsDeleted: "Its executions have been deleted.",
  execution: "Execution",
  workflow: "Workflow",
  status: "State",
  deliveries: "Deliveries",
  deliveriesOf: ({
    delivered,
    failed,
    pending,
    cancelled,
  }: Record<"delivered" | "failed" | "pending" | "cancelled", number>) =>
    [
      delivered && `${delivered} delivered`,
      pending && `${pending} pending`,
      failed && `${failed} failed`,
      cancelled && `${cancelled} cancelled`,
    ]
      .filter(Boolean)
      .join(", ") || "–",
  application: "Application",

  name: "Name",
  fields: "Fields",
  changed: "Updated",
  noDefinitions: "No events defined yet",
  noDefinitionsHint:
    "Events of your product start workflows. A definition gives one a name and describes its payload.",
  define: "Define an event",
  defineAction: "Define event",
  defined: "The event was defined.",
  save: "Save changes",
  saved: "The event was saved.",
  example: "Example of the payload",
  exampleHelp: "JSON. Its fields are offered when you build workflows.",
  field: "Field",
  type: "Type",
  noFields: "No fields yet. Add an example to define them.",
  remove: "Delete",
  removeTitle: (name: string) => `Delete the event ${name}?`,
  removeText: (where: string) =>
    `Events with this name are refused in ${where} and no longer start workflows. Received events are kept.`,
  removed: "The event was deleted.",
  promote: "Promote to production",
  promoteTitle: (name: string) => `Promote ${name} to production?`,
  promoteText: "The definition in production is replaced by the one in test.",
  promoted: "Promoted to production.",

  kind: "Kind",
  kinds: { executions: "Executions", queue: "Queue", deliveries: "Deliveries" },
  message: "Finding",
  found: "Found",
  noFindings: "Nothing is missing",
  noFindingsHint:
    "Junctor checks that every event has its executions, every open execution its place in a queue, and every finished one its deliveries. Anything missing is listed here.",
} as const;
