import { type Static, Type } from "typebox";
import { Id, Record, Timestamp } from "../platform/http/route.ts";
import { LongPageEnvelope, LongPageQuery } from "../platform/page.ts";
import { STATUSES } from "../runs/read/schema.ts";
import type { AnySchedule } from "./all-store.ts";
import { toWallTime } from "./local-time.ts";
import { findNextTick, type Timing } from "./next-tick.ts";
import { ListedSchedule, presentListedSchedule } from "./schema.ts";

const MOST_TICKS = 5;

/** What the list of all schedules can be filtered by. */
export const SchedulesQuery = Type.Object({
  ...LongPageQuery.properties,
  linked_account_id: Type.Optional(Type.String({ maxLength: 255 })),
  workflow_id: Type.Optional(Type.String({ maxLength: 255 })),
  status: Type.Optional(Type.Enum(["running", "paused"])),
});

const Tick = Type.Object({
  at: Timestamp,
  local: Type.String({
    description: "Local time in `time_zone`.",
    examples: ["2026-05-06T09:00:00"],
  }),
});

const { payload, ...fields } = ListedSchedule.properties;
const TimeZone = Type.String({ description: "IANA name; for an interval schedule, that of its first date." });
const LastExecution = Type.Object({ _id: Id, status: Type.Enum(STATUSES) });

const tickFields = {
  last_execution: Type.Optional(LastExecution),
  linked_account_name: Type.Optional(Type.String()),
  time_zone: TimeZone,
  upcoming: Type.Array(Tick, { description: "Up to five next ticks; empty while the schedule is paused." }),
};

/** A schedule with its next ticks. */
export const ScheduleWithTicks = Record("ScheduleWithTicks", { ...fields, payload, ...tickFields });
/** The same in the list of all, without the payload, which may be large. */
export const ScheduleOfAll = Record("ScheduleOfAll", { ...fields, ...tickFields });
/** A page of all schedules. */
export const SchedulePage = Type.Object({ docs: Type.Array(ScheduleOfAll), ...LongPageEnvelope });

/** When a schedule would tick. */
export const SchedulePreview = Record("SchedulePreview", {
  time_zone: TimeZone,
  upcoming: Type.Array(Tick, { description: "The first ticks, at most five." }),
});

/** Wire form of a schedule with its ticks after `now`. */
export function presentScheduleWithTicks(row: AnySchedule, now: Date): Static<typeof ScheduleWithTicks> {
  return {
    ...presentListedSchedule(row),
    linked_account_name: row.accountName ?? undefined,
    last_execution:
      row.lastRunId && row.lastRunStatus ? { _id: row.lastRunId, status: row.lastRunStatus } : undefined,
    // The stored tick comes first, even if it is overdue.
    ...presentTicks(row.timing, row.next_at, now),
  };
}

/** Wire form of up to five ticks, of which `first` is known; none if it is null. */
export function presentTicks(timing: Timing, first: Date | null, now: Date): Static<typeof SchedulePreview> {
  const timeZone = zoneOf(timing);
  return {
    time_zone: timeZone,
    upcoming: ticksOf(timing, first, now).map((at) => ({
      at: at.toISOString(),
      local: toWallTime(at, timeZone).toISOString().slice(0, "YYYY-MM-DDTHH:MM:SS".length),
    })),
  };
}

function ticksOf(timing: Timing, first: Date | null, now: Date): Date[] {
  if (first === null) return [];
  const ticks = [first];
  while (ticks.length < MOST_TICKS) {
    const last = ticks.at(-1) ?? now;
    const next = findNextTick(timing, last > now ? last : now);
    if (!next) break;
    ticks.push(next);
  }
  return ticks;
}

function zoneOf(timing: Timing): string {
  return timing.type === "cron" ? timing.timeZone : (timing.times[0]?.timeZone ?? "UTC");
}
