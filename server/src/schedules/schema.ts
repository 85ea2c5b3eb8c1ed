import type { Selectable } from "kysely";
import { type Static, Type } from "typebox";
import { ENVIRONMENTS } from "../auth/scope.ts";
import { FormattedText, Id, Record, Timestamp } from "../platform/http/route.ts";
import type { Json } from "../platform/json/json.ts";
import type { ScheduleTable } from "./table.ts";

const LocalFields = {
  year: Type.Optional(Type.Integer({ minimum: 1970, maximum: 2999 })),
  month: Type.Optional(Type.Integer({ minimum: 1, maximum: 12 })),
  day: Type.Optional(Type.Integer({ minimum: 1, maximum: 31 })),
  hour: Type.Optional(Type.Integer({ minimum: 0, maximum: 23 })),
  minute: Type.Optional(Type.Integer({ minimum: 0, maximum: 59 })),
  second: Type.Optional(Type.Integer({ minimum: 0, maximum: 59 })),
};

const TimeZone = Type.String({ maxLength: 64, description: "IANA time zone; UTC by default." });

/** One date of an interval schedule: year, month and day are required, at the top level or under `date`. */
const IntervalDate = Type.Object(
  {
    ...LocalFields,
    date: Type.Optional(
      Type.Object(LocalFields, { description: "The same fields, nested; these take precedence." }),
    ),
    tz: Type.Optional(TimeZone),
  },
  { description: "A local time: year, month (from 1) and day are required." },
);
export type IntervalDate = Static<typeof IntervalDate>;

const Day = (description: string) =>
  Type.Optional(
    FormattedText("^(19[7-9]|2[0-9][0-9])[0-9]-[0-9]{2}-[0-9]{2}$", "a day from 1970 to 2999 as YYYY-MM-DD", {
      description,
    }),
  );

/** Body of a registration (platform-surface 3.9). */
export const ScheduleBody = Type.Object({
  trigger_type: Type.Enum(["cron", "interval"]),
  regex: Type.Optional(
    Type.String({
      maxLength: 200,
      description: "Cron expression of five fields; required for `cron`.",
      examples: ["0 9 * * 1-5"],
    }),
  ),
  startDate: Day("First day in local time (YYYY-MM-DD)."),
  endDate: Day("Last day in local time (YYYY-MM-DD)."),
  currentDate: Day("Stored as sent; has no effect."),
  tz: Type.Optional(TimeZone),
  interval_dates: Type.Optional(
    Type.Array(IntervalDate, {
      minItems: 1,
      maxItems: 500,
      description: "Local times to run at; required for `interval`.",
    }),
  ),
  payload: Type.Optional(
    Type.Unsafe<{ [key: string]: Json }>({
      type: "object",
      description: "Input of each execution, at most 256 KB.",
    }),
  ),
});
export type ScheduleBody = Static<typeof ScheduleBody>;

const AccountHeader = Type.Optional(
  Type.String({ description: "The linked account for which the workflow runs." }),
);

/** Headers of the list and of the deletion. */
export const AccountHeaders = Type.Object({ linked_account_id: AccountHeader });

const RegistrationFields = {
  linked_account_id: AccountHeader,
  slug: Type.Optional(Type.String({ description: "Application of the workflow; optional." })),
  config_id: Type.Optional(
    Type.String({ maxLength: 255, description: "Name of the config. Default: the linked account's own id." }),
  ),
};

/** Headers of a new registration. */
export const NewScheduleHeaders = Type.Object({
  ...RegistrationFields,
  workflow_id_alias: Type.String({
    minLength: 1,
    maxLength: 255,
    description: "Id or alias of the workflow.",
  }),
});

/** Headers of a changed registration; absent ones stay unchanged. */
export const ScheduleHeaders = Type.Object({
  ...RegistrationFields,
  workflow_id_alias: Type.Optional(
    Type.String({ maxLength: 255, description: "Id or alias of the workflow." }),
  ),
});

const ScheduleFields = {
  _id: Id,
  event_id: Id,
  linked_account_id: Type.String(),
  config_id: Type.String(),
  environment: Type.Enum(ENVIRONMENTS),
  org_id: Id,
  cron_pattern: Type.String({ description: "Empty for an interval schedule." }),
  cron_patten: Type.String({
    description: "Misspelled name kept for older clients; the same as `cron_pattern`.",
  }),
  inactive: Type.Boolean({ description: "Whether the schedule is paused." }),
  status: Type.Enum(["running", "paused"]),
  registered_by_api: Type.Boolean(),
  options: Type.Unsafe<{ [key: string]: Json }>({
    type: "object",
    additionalProperties: true,
    description: "The registration as sent, without the payload.",
  }),
  payload: Type.Unsafe<{ [key: string]: Json }>({ type: "object", additionalProperties: true }),
  trigger_type: Type.Enum(["cron", "interval"]),
  trigger_interval: Type.Array(Type.Unsafe<Json>({ type: "object", additionalProperties: true }), {
    description: "The interval dates as sent; empty for cron.",
  }),
  next_run_at: Type.Union([Timestamp, Type.Null()], {
    description: "Next tick; null while paused or if none is left.",
  }),
  last_run_at: Type.Union([Timestamp, Type.Null()]),
  refused_at: Type.Optional(
    Type.String({ ...Timestamp, description: "Set if the last tick started nothing: a limit was reached." }),
  ),
  refused: Type.Optional(
    Type.String({ description: "Which limit of the linked account's plan was reached." }),
  ),
  schedule_added_at: Timestamp,
  updatedAt: Timestamp,
  __v: Type.Integer({ description: "Revision; increases with each change." }),
};

const WorkflowReference = Type.String({ description: "Id or alias of the workflow, as registered." });

/** A schedule on the wire (spec 2.4, platform-surface 3.9). */
export const Schedule = Record("Schedule", { ...ScheduleFields, workflow: WorkflowReference });

/** A schedule in the list, with its workflow in place of the reference. */
export const ListedSchedule = Record("ListedSchedule", {
  ...ScheduleFields,
  workflow: Type.Unsafe<{ _id: string; name: string; icon: string; description: string } | string>({
    description: "The workflow, or its reference if it was deleted.",
    anyOf: [
      {
        type: "object",
        properties: {
          _id: { type: "string" },
          name: { type: "string" },
          icon: { type: "string" },
          description: { type: "string" },
        },
        required: ["_id", "name", "icon", "description"],
      },
      { type: "string" },
    ],
  }),
});

/** A schedule with the organization's id of its linked account. */
export type ScheduleRow = Selectable<ScheduleTable> & { accountId: string };

/** A schedule with what the list shows of its workflow; null if that was deleted. */
export type ListedScheduleRow = ScheduleRow & {
  workflowName: string | null;
  workflowIcon: string | null;
  workflowDescription: string | null;
};

/** Wire form of a schedule, with both spellings of the cron expression (platform-surface C6). */
export function presentSchedule(row: ScheduleRow): Static<typeof Schedule> {
  const { timing, options } = row;
  const pattern = timing.type === "cron" ? timing.pattern : "";
  return {
    _id: row.id,
    event_id: row.event_id,
    workflow: row.workflow,
    linked_account_id: row.accountId,
    config_id: row.config_id,
    environment: row.environment,
    org_id: row.org_id,
    cron_pattern: pattern,
    cron_patten: pattern,
    inactive: row.paused,
    status: row.paused ? "paused" : "running",
    registered_by_api: true,
    options,
    payload: row.payload,
    trigger_type: timing.type,
    trigger_interval: Array.isArray(options.interval_dates) ? options.interval_dates : [],
    next_run_at: row.next_at?.toISOString() ?? null,
    last_run_at: row.last_at?.toISOString() ?? null,
    ...(row.refused !== null && { refused: row.refused, refused_at: row.refused_at?.toISOString() }),
    schedule_added_at: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    __v: row.revision,
  };
}

/** Wire form of a schedule in the list. */
export function presentListedSchedule(row: ListedScheduleRow): Static<typeof ListedSchedule> {
  const { workflowName, workflowIcon, workflowDescription } = row;
  const workflow =
    workflowName === null
      ? row.workflow
      : {
          _id: row.workflow_id,
          name: workflowName,
          icon: workflowIcon ?? "",
          description: workflowDescription ?? "",
        };
  return { ...presentSchedule(row), workflow };
}
