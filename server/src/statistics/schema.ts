import { type Static, Type } from "typebox";
import { MapOf, Record, Timestamp } from "../platform/http/route.ts";
import { INTERVALS, SUBJECTS } from "./table.ts";

/** What series can be grouped by: the dimensions and the status. */
export const BY = [
  "status",
  "workflow",
  "account",
  "application",
  "failing_application",
  "webhook",
  "server",
  "tool",
] as const;

const Moment = Type.String({ maxLength: 40, description: "ISO 8601; UTC unless it says otherwise." });

export const StatisticsQuery = Type.Object({
  subject: Type.Enum(SUBJECTS),
  from: Type.Optional({
    ...Moment,
    description: "Start, rounded down to `every`. Default: 60 intervals before `to`.",
  }),
  to: Type.Optional({ ...Moment, description: "End, exclusive, rounded up to `every`. Default: now." }),
  every: Type.Optional(
    Type.Enum(INTERVALS, {
      default: "hour",
      description:
        "Length of the intervals, in UTC. Minutes are kept for 50 hours, hours for 60 days, days for 400 days.",
    }),
  ),
  by: Type.Optional(
    Type.Enum(BY, {
      description:
        "One series for each of these. `application`: of the workflow's nodes, or the one that is called; `failing_application`: of the step that made the execution fail.",
    }),
  ),
  value: Type.Optional(
    Type.String({ maxLength: 200, description: "Only this value of `by`: an id, slug, name or status." }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 50,
      default: 10,
      description: "Maximum number of series, largest first.",
    }),
  ),
  sort: Type.Optional(
    Type.Enum(["count", "failed"], {
      default: "count",
      description: "How the largest series are chosen.",
    }),
  ),
});

const Durations = Type.Object(
  { mean: Type.Integer(), p50: Type.Integer(), p95: Type.Integer(), p99: Type.Integer() },
  {
    description:
      "In milliseconds; percentiles are within 4 %. For calls to third parties, those that were answered or timed out.",
  },
);

const Counts = {
  count: Type.Integer({
    description: "Number that ended or happened, without those only started or being retried.",
  }),
  failed: Type.Integer({ description: "Number of these that failed." }),
  by_status: MapOf(Type.Integer(), {
    description:
      "Counts by status; executions also have `STARTED`, deliveries `retrying`. Calls to third parties are `answered` (below 400), `4xx`, `5xx` or `no_answer`.",
  }),
  duration_ms: Type.Union([Durations, Type.Null()]),
};

/** Counts over a period. */
export const StatisticsCounts = Record("StatisticsCounts", Counts);

const Point = Record("StatisticsPoint", { at: Timestamp, ...Counts });

const Series = Record("StatisticsSeries", {
  value: Type.String({ description: "An id, slug, name or status; empty if all are counted together." }),
  name: Type.Union([Type.String(), Type.Null()], {
    description:
      "Name of the workflow, account (your own id), webhook (its URL) or server; null if it no longer exists or has none.",
  }),
  total: StatisticsCounts,
  points: Type.Array(Point, { description: "Oldest first, without intervals in which nothing happened." }),
});

/** Statistics as series. */
export const Statistics = Record("Statistics", {
  subject: Type.Enum(SUBJECTS),
  every: Type.Enum(INTERVALS),
  from: Timestamp,
  to: Timestamp,
  series: Type.Array(Series),
});

/** The period of an overview. */
export const OverviewQuery = Type.Object({
  from: Type.Optional({ ...Moment, description: "Start. Default: 24 hours before `to`." }),
  to: Type.Optional({ ...Moment, description: "End. Default: now." }),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 50,
      default: 5,
      description: "Maximum number of entries in each list.",
    }),
  ),
});

const Trend = {
  failed: Type.Integer(),
  failed_before: Type.Integer({ description: "In the previous period of the same length." }),
  count: Type.Integer({
    description:
      "Number that ended. For an application: the executions of workflows with one of its nodes, whichever step failed.",
  }),
};

const Failing = Record("StatisticsFailing", {
  value: Type.String({ description: "Id or slug." }),
  name: Type.Union([Type.String(), Type.Null()]),
  ...Trend,
});

/** An application that answers slowly. */
export const SlowApplication = Record("StatisticsSlow", {
  value: Type.String({ description: "Slug." }),
  name: Type.Union([Type.String(), Type.Null()], { description: "Null if it no longer exists." }),
  count: Type.Integer({ description: "Number of calls." }),
  failed: Type.Integer(),
  duration_ms: Durations,
  duration_ms_before: Type.Union([Durations, Type.Null()], {
    description: "In the previous period; null if it had fewer than 20 calls.",
  }),
});

const Periods = Type.Object({ now: StatisticsCounts, before: StatisticsCounts });
const FailingList = Type.Array(Failing, { description: "The ones that failed most come first." });

/** What needs attention first. */
export const Overview = Record("StatisticsOverview", {
  from: Timestamp,
  to: Timestamp,
  executions: Periods,
  deliveries: Periods,
  mcp_calls: Periods,
  failing_workflows: FailingList,
  failing_applications: FailingList,
  failing_webhooks: FailingList,
  slow_applications: Type.Array(SlowApplication, {
    description:
      "Applications with at least 20 calls whose p95 is at least 1 s and twice that of the previous period, or at least 10 s. Slowest first, of the 50 most called.",
  }),
  connections: Type.Object(
    { healthy: Type.Integer(), degraded: Type.Integer(), expired: Type.Integer() },
    { description: "Connections by health, now." },
  ),
  backlog: Type.Object(
    {
      ready: Type.Integer({ description: "Executions that are ready and wait for capacity." }),
      running: Type.Integer(),
      waiting: Type.Integer({
        description: "Executions that wait for a time, an answer or a called workflow.",
      }),
      parked: Type.Integer({ description: "Executions that wait until the customer connects again." }),
      is_capped: Type.Boolean({ description: "True if there are more than the 10,000 that are counted." }),
    },
    { description: "Open executions, now." },
  ),
});

export type StatisticsRequest = Static<typeof StatisticsQuery>;
export type OverviewReply = Static<typeof Overview>;
