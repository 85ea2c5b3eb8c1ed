import { getCount } from "./parts/count-of.ts";

/** The copy of redaction policies. */
export const REDACTION = {
  tab: "Redaction",
  form: {
    organization: "Organization",
    environment: (environment: string) => `The ${environment} environment`,
    workflow: "This workflow",
  },
  help: {
    organization: "Applies to both environments. No environment and no workflow can be laxer.",
    environment: "Applies to all workflows of this environment, received events, requests and MCP calls.",
    workflow: "Adds to what the organization and the environment say. It cannot be laxer.",
  },
  begins: "Changes apply to executions that start afterwards.",
  keep: "Data kept after the end",
  keepOf: {
    everything: "Of all executions",
    failures: "Only of executions that did not complete",
    nothing: "None: states, times and error codes alone",
  },
  notSet: "Not set here",
  rules: "Redacted in records",
  noRules: "No rules here.",
  rule: (number: number) => `Rule ${number}`,
  ruleValue: (number: number) => `Value of rule ${number}`,
  add: "Add a rule",
  remove: (number: number) => `Remove rule ${number}`,
  by: { kind: "Kind", key: "Key", path: "Path", pattern: "Pattern" },
  placeholder: { key: "date_of_birth", path: "/customer/*/name", pattern: "CUST-[0-9]{6}" },
  kindOf: {
    email: "Email addresses",
    card: "Payment card numbers",
    phone: "Phone numbers",
    iban: "IBANs",
  },
  originals: "Originals",
  originalsOf: {
    delete: "Deleted when the execution ends",
    keep: "Kept encrypted, to be revealed",
  },
  days: "For how many days",
  role: "Least role that reveals them",
  roleOf: { viewer: "Viewer", support: "Support", developer: "Developer", owner: "Owner" },
  words: { save: "Save policy", saved: "Redaction policy saved." },

  effective: "What applies",
  nothingApplies: "Records show all data, and executions keep them.",
  from: { organization: "Organization", environment: "Environment", workflow: "Workflow" },
  revealed: (days: number, role: string) => `Kept for ${getCount(days, "day")}; revealed by ${role} or above`,
  ownPolicies: "Workflows with a policy of their own",

  tryTitle: "Try it",
  tryHelp: "Paste data to see what records would show. Nothing is stored.",
  data: "Data",
  shown: "Shown in records",
  unchanged: "Nothing in it is redacted.",
};

/** The copy of redacted executions. */
export const REVEAL = {
  removed: "The data of this execution were not kept.",
  redacted: "Some data are redacted.",
  sealed: (day: string) => `Some data are redacted. Originals are kept until ${day}.`,
  open: "Reveal…",
  title: "Reveal original data",
  reason: "Reason",
  reasonHelp: "The audit log records it with your name.",
  action: "Reveal",
  close: "Close",
  revealed: "Original data",
  input: "Original input",
  output: "Original output",
};
