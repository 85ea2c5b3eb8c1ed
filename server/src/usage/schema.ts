import { type Static, Type } from "typebox";
import { badField } from "../platform/errors.ts";
import { FormattedText, Id, Record } from "../platform/http/route.ts";
import { parseMoment } from "../platform/moment.ts";
import { LongPageEnvelope } from "../platform/page.ts";
import { METERS } from "./meters.ts";
import type { UsageFilter, UsageRow } from "./store.ts";

const Day = (description: string) =>
  Type.Optional(
    FormattedText("^\\d{4}-\\d\\d-\\d\\d$", "a day such as 2026-01-31", {
      description,
      examples: ["2026-01-31"],
    }),
  );

const MeterName = Type.Enum(METERS, {
  description:
    "`executions` that started, `calls` to third parties, `mcp_calls`: tool calls of agents, `storage` in bytes.",
});

/** What usage can be filtered by. */
export const UsageFields = {
  linked_account_id: Type.Optional(Type.String({ maxLength: 255 })),
  meter: Type.Optional(MeterName),
  from: Day("First day (UTC)."),
  to: Day("Last day (UTC), included."),
};
const UsageQuery = Type.Object(UsageFields);

/** What a linked account used of a meter on a day, on the wire. */
export const UsageDay = Record("UsageDay", {
  _id: Type.String({
    ...Id,
    description: "Follows from day, account and meter: identifies the row to billing systems.",
  }),
  linked_account_id: Type.String({ description: "Also of accounts that were deleted since." }),
  day: Type.String({ description: "`YYYY-MM-DD`, in UTC.", examples: ["2026-01-31"] }),
  meter: MeterName,
  value: Type.Integer({ description: "A number; of `storage` the bytes at the end of the day." }),
  is_final: Type.Boolean({
    description: "True once the day is closed, shortly after its end: then the value never changes.",
  }),
});

export const UsagePage = Type.Object({ docs: Type.Array(UsageDay), ...LongPageEnvelope });

/** Reads the filter from a query; 400 for a day that does not exist. */
export function readUsageFilter(query: Static<typeof UsageQuery>): UsageFilter {
  for (const field of ["from", "to"] as const) {
    const day = query[field];
    if (day !== undefined && !parseMoment(day))
      throw badField(field, `${field} must be a day such as 2026-01-31.`);
  }
  return {
    accountId: query.linked_account_id || undefined,
    meter: query.meter,
    from: query.from,
    until: query.to,
  };
}

export function presentUsage(row: UsageRow): Static<typeof UsageDay> {
  return {
    _id: row.id,
    linked_account_id: row.accountId,
    day: row.day,
    meter: row.meter,
    value: row.value,
    is_final: row.isFinal,
  };
}
