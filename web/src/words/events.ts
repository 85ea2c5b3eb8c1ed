import { countOf } from "./count-of.ts";

/** The copy of the events pages. */
export const EVENTS = {
  views: "Events",
  inbox: "Inbox",
  definitions: "Definitions",
  findings: "Findings",

  event: "Event",
  customer: "Customer",
  started: "Started",
  startedOf: (count: number) => (count === 0 ? "Nothing" : countOf(count, "execution")),
  repeated: (count: number) => `${countOf(count, "repeat")}`,
  balance: "Balance",
  balanced: "Adds up",
  imbalanced: "Does not add up",
  balanceOf: { true: "Adds up", false: "Does not add up" },
  outcome: "Executions",
  received: "Received",
  size: "Size",
  nothing: "No event was received yet",
  nothingHint: "Events of your product and of your customers' applications are kept here as they came.",
  findingsWait: (count: number) =>
    `${countOf(count, "finding")} of the last 24 hours: events whose executions or deliveries do not add up.`,
  lookAtFindings: "Look at them",

  send: "Send an event",
  sendTitle: "Send an event by hand",
  sendText: (where: string) =>
    `It starts the published workflows in ${where} that wait for it, as if your product had sent it.`,
  payload: "Payload",
  payloadHelp: "JSON",
  sendAction: "Send event",
  sendInProduction: "Send event in production",
  needsEvent: "Choose the event",
  needsCustomer: "Choose the customer",
  sent: (count: number) =>
    count === 0
      ? "The event was sent; it started nothing"
      : `The event was sent and started ${countOf(count, "execution")}`,

  wrong: "This event does not add up",
  executions: "Executions that it started",
  noExecutions: "It started nothing",
  noExecutionsHint: "No published workflow of this customer waits for this event.",
  execution: "Execution",
  workflow: "Workflow",
  status: "Status",
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
  config: "Config",
  matched: "Matched",
  matchedOf: (count: number) => countOf(count, "workflow"),

  name: "Name",
  fields: "Fields",
  changed: "Changed",
  noDefinitions: "No event is defined yet",
  noDefinitionsHint:
    "Events of your product start workflows. A definition names one and says what its payload looks like.",
  define: "Define an event",
  defineAction: "Define event",
  defined: "The event was defined",
  edit: "Edit",
  editTitle: "Edit the event",
  save: "Save changes",
  saved: "The event was changed",
  nameNeeded: "A name is needed",
  example: "Example of the payload",
  exampleHelp: "JSON. The fields are read from it, and offered where workflows are built.",
  field: "Field",
  type: "Type",
  noFields: "Its fields are not known",
  remove: "Delete",
  removeTitle: (name: string) => `Delete the event ${name}?`,
  removeText: (where: string) =>
    `Events of this name are refused in ${where} from then on, and start no workflow any more. What was received stays.`,
  removed: "The event was deleted",
  promote: "Promote to production",
  promoteTitle: (name: string) => `Promote ${name} to production?`,
  promoteText: "The definition in production becomes what it is in test.",
  promoted: "Promoted to production",

  kind: "Kind",
  kinds: { executions: "Executions", queue: "Queue", deliveries: "Deliveries" },
  message: "What was found",
  found: "Found",
  noFindings: "Everything adds up",
  noFindingsHint:
    "Junctor checks that each event has its executions, each open one its place, and each ended one its deliveries. What is not so is listed here.",
} as const;
