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
  balance: "Audit",
  balanced: "Accounted for",
  imbalanced: "Something is missing",
  balanceOf: { true: "Accounted for", false: "Something is missing" },
  outcome: "Executions",
  received: "Received",
  id: "Id",
  size: "Size",
  nothing: "No events yet",
  nothingHint: "Events from your product and from your customers' applications appear here as they arrive.",
  findingsWait: (count: number) =>
    `${countOf(count, "finding")} in the last 24 hours: events whose executions or deliveries are missing.`,
  lookAtFindings: "Show findings",

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

  wrong: "Something of this event is missing",
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
  noFindings: "Everything is accounted for",
  noFindingsHint:
    "Junctor checks that every event has its executions, every open execution its place in a queue, and every finished one its deliveries. Whatever is missing is listed here.",
} as const;
