import { getCount } from "../parts/count-of.ts";

/** The copy of the page on how long data is kept. */
export const RETENTION = {
  tab: "Data retention",
  noLimit: "This server sets no limit. Leave empty to keep records forever.",
  placeholder: (days: number) => (days === 0 ? "Forever" : String(days)),
  atLeast: (days: number) => `Must be at least ${getCount(days, "day")}.`,
  loses: (day: string) => `Saving deletes records from before ${day}.`,
  losesNone: "No executions are that old.",
  losesSome: (executions: number, isEstimate: boolean) =>
    `${isEstimate ? "About " : ""}${getCount(executions, "execution")} will be deleted.`,
  gains: "Deleted records cannot be restored. The new period applies from now on.",
  shorten: "Save and delete",
  both: "production and test",

  /** By the API's names of what is kept. */
  of: {
    retention: {
      title: "Data retention",
      help: "How long each environment keeps the record of what happened. Older records are deleted continuously, within minutes.",
      days: { production: "Production, in days", test: "Test, in days" },
      atMost: (days: number) => `Between 1 and ${days}, the limit of this server. Leave empty for ${days}.`,
      save: "Save retention",
      saved: "Retention saved.",
      shortenTitle: "Delete older records?",
      shortenText: (environments: string) =>
        `Records in ${environments} that are older than the new limit are deleted within minutes. This cannot be undone.`,
    },
    audit_retention: {
      title: "Audit log",
      help: "How long the audit log keeps who changed what, at least 30 days. Changes to what both environments share are kept for the longer of the two.",
      days: { production: "Production audit log, in days", test: "Test audit log, in days" },
      atMost: (days: number) => `Between 30 and ${days}, the limit of this server. Leave empty for ${days}.`,
      save: "Save audit log retention",
      saved: "Audit log retention saved.",
      shortenTitle: "Delete older records of the audit log?",
      shortenText: (environments: string) =>
        `Records of the audit log in ${environments} that are older than the new limit are deleted within an hour. This cannot be undone.`,
    },
  },

  deletedTitle: "Deleted after this time",
  deleted: [
    "Executions that have ended, with their steps, logs, inputs and outputs",
    "Received events and their results",
    "Webhook deliveries that have ended, with every attempt",
    "Calls of MCP tools and bulk replays that have ended",
  ],
  keptTitle: "Kept",
  kept: [
    "Executions that are running or waiting, deliveries still to be sent, open approvals",
    "Customers, connections, configs, workflows and schedules",
    "Statistics: hours for 60 days, days for 400 days",
  ],
};
