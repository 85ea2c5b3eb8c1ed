import type { Static } from "typebox";
import { findAccount, getScope } from "../auth/guard.ts";
import { defineOperations } from "../auth/operation.ts";
import type { Scope } from "../auth/scope.ts";
import type { Deps } from "../deps.ts";
import { badField, badRequest } from "../platform/errors.ts";
import { overviewExample } from "./examples.ts";
import { readOverview } from "./overview.ts";
import { type Period, readPeriod } from "./period.ts";
import { OverviewQuery, Statistics, StatisticsQuery, type StatisticsRequest } from "./schema.ts";
import { buildSeries } from "./series.ts";
import { type Counter, type CounterFilter, findNames, findTopValues, readCounters } from "./store.ts";
import type { Dimension, Subject } from "./table.ts";

const BASE = "/api/v2/public/statistics";
// What a page can draw and a reply should hold, at most.
const MOST_POINTS = 15_000;

const BY_OF: Readonly<Record<Subject, readonly string[]>> = {
  executions: ["status", "workflow", "account", "application", "failing_application"],
  calls: ["status", "application"],
  deliveries: ["status", "webhook", "account"],
  mcp_calls: ["status", "server", "tool", "account", "application"],
  connections: ["status", "application", "account"],
};

type StatisticsDeps = Pick<Deps, "catalog" | "database" | "db" | "clock" | "log">;

const operation = defineOperations<StatisticsDeps>("Statistics");

/** Counters of past activity, for charts and for people who look after the integrations. */
export const STATISTICS_OPERATIONS = [
  operation({
    id: "getStatistics",
    method: "get",
    path: BASE,
    least: "viewer",
    credentials: "apiKey",
    summary: "Get statistics",
    description:
      "Counts executions, calls to third parties, deliveries, MCP calls or connection changes over time, as one series or one for each value of `by`. Numbers lag by about 5 seconds. Returns 400 if the subject does not have this `by`, or if a series would have more than 1,500 points. See [Statistics](/guides/statistics).",
    schema: { querystring: StatisticsQuery, response: { 200: Statistics } },
    run: async (deps, request) => readStatistics(deps, getScope(request), request.query),
  }),
  operation({
    id: "getStatisticsOverview",
    method: "get",
    path: `${BASE}/overview`,
    least: "viewer",
    credentials: "apiKey",
    summary: "Get the statistics overview",
    description:
      "Returns what needs attention: totals compared with the previous period, the workflows, applications and webhooks that failed most, slow applications, connection health and the backlog. Without `from`, it covers the last 24 hours.",
    schema: { querystring: OverviewQuery, response: { 200: overviewExample.reply } },
    run: async (deps, request) => readOverview(deps, getScope(request), request.query),
  }),
];

async function readStatistics(
  { database, db, clock }: StatisticsDeps,
  scope: Scope,
  query: StatisticsRequest,
): Promise<Static<typeof Statistics>> {
  const { subject, by } = query;
  const period = readPeriod(query, clock.now());
  checkSeries(query, period);
  const dimension: Dimension = by === undefined || by === "status" ? "" : by;
  const of = { database, db, scope, filter: { subject, dimension, ...period } };
  return {
    subject,
    every: period.every,
    from: period.from.toISOString(),
    to: period.to.toISOString(),
    series: by === "status" ? await statusSeries(of, query) : await valueSeries(of, query),
  };
}

function checkSeries({ subject, by, value, limit = 10 }: StatisticsRequest, { length }: Period): void {
  if (by === undefined) {
    if (value !== undefined) throw badField("value", "query.value needs query.by.");
    return;
  }
  if (!BY_OF[subject].includes(by))
    throw badField("by", `query.by must be one of ${BY_OF[subject].join(", ")} for ${subject}.`);
  if (value === undefined && length * limit > MOST_POINTS)
    throw badRequest(
      `${limit} series of ${length} intervals may have more than ${MOST_POINTS} points: use a longer "every", a shorter period or a lower "limit".`,
    );
}

interface SeriesRequest extends Pick<Deps, "database" | "db"> {
  readonly scope: Scope;
  readonly filter: CounterFilter;
}

async function statusSeries({ db, scope, filter }: SeriesRequest, { value }: StatisticsRequest) {
  const statuses = Map.groupBy(await readCounters(db, scope, filter, [""]), ({ status }) => status);
  const values = value === undefined ? [...statuses.keys()].sort() : [value];
  return values.map((one) => namedSeries(one, null, statuses.get(one) ?? []));
}

async function valueSeries({ database, db, scope, filter }: SeriesRequest, query: StatisticsRequest) {
  const values = await findValues({ database, db, scope, filter }, query);
  const counters = Map.groupBy(await readCounters(db, scope, filter, values), ({ value }) => value);
  const names = await findNames(db, scope, filter.dimension, values);
  return values.map((one) => namedSeries(one, names.get(one) ?? null, counters.get(one) ?? []));
}

async function findValues(
  { database, db, scope, filter }: SeriesRequest,
  { by, value, limit = 10, sort = "count" }: StatisticsRequest,
): Promise<string[]> {
  if (by === undefined) return [""];
  if (value === undefined) return findTopValues(db, scope, filter, { sort, limit });
  // Accounts are counted by row id but requested by the company's own id.
  return [(by === "account" ? (await findAccount(database, scope, value))?.id : undefined) ?? value];
}

function namedSeries(value: string, name: string | null, counters: readonly Counter[]) {
  return { value, name, ...buildSeries(counters) };
}
