import type { Static } from "typebox";
import type { Scope } from "../auth/scope.ts";
import type { Deps } from "../deps.ts";
import { DAY_MS } from "../platform/moment.ts";
import { findApplications } from "../workflows/definition/applications.ts";
import { chooseInterval, getPreviousPeriod, type Period, parsePeriodMoment, readPeriod } from "./period.ts";
import type { OverviewQuery, OverviewReply } from "./schema.ts";
import { addCounters } from "./series.ts";
import { findSlowApplications } from "./slow-applications.ts";
import { findNames, findTopValues, readBacklog, readConnectionGauge, readCounters } from "./store.ts";
import type { Dimension, Subject } from "./table.ts";

type OverviewDeps = Pick<Deps, "catalog" | "database" | "db" | "clock" | "log">;

/** What needs attention first in a period, compared with the one before. */
export async function readOverview(
  deps: OverviewDeps,
  scope: Scope,
  { from, to, limit = 5 }: Static<typeof OverviewQuery>,
): Promise<OverviewReply> {
  const now = deps.clock.now();
  const end = parsePeriodMoment("to", to, now);
  const start = parsePeriodMoment("from", from, new Date(end.getTime() - DAY_MS));
  const every = chooseInterval(end.getTime() - start.getTime());
  const period = readPeriod({ from: start.toISOString(), to: end.toISOString(), every }, now);
  const of = { ...deps, scope, period, limit };
  return {
    from: period.from.toISOString(),
    to: period.to.toISOString(),
    executions: await bothPeriods(of, "executions"),
    deliveries: await bothPeriods(of, "deliveries"),
    mcp_calls: await bothPeriods(of, "mcp_calls"),
    failing_workflows: await failing(of, "executions", "workflow"),
    failing_applications: await failing(of, "executions", "failing_application", "application"),
    failing_webhooks: await failing(of, "deliveries", "webhook"),
    slow_applications: await slowOf(of),
    connections: await readConnectionGauge(deps.db, scope),
    backlog: await readBacklog(deps.db, scope),
  };
}

interface OverviewRequest extends OverviewDeps {
  readonly scope: Scope;
  readonly period: Period;
  readonly limit: number;
}

async function bothPeriods({ db, scope, period }: OverviewRequest, subject: Subject) {
  const [now, before] = await Promise.all(
    [period, getPreviousPeriod(period)].map((one) =>
      readCounters(db, scope, { subject, dimension: "", ...one }, [""]),
    ),
  );
  return { now: addCounters(now ?? []), before: addCounters(before ?? []) };
}

/**
 * The values of a dimension that failed most often. If it counts only failures, `whole` is the dimension that
 * counts everything.
 */
async function failing(
  { scope, period, limit, ...deps }: OverviewRequest,
  subject: Subject,
  dimension: Dimension,
  whole = dimension,
) {
  const { db } = deps;
  const filter = { subject, dimension, ...period };
  const values = await findTopValues(db, scope, filter, { sort: "failed", limit });
  if (values.length === 0) return [];
  const all = await readCounters(db, scope, { ...filter, dimension: whole }, values);
  const counters = await readCounters(db, scope, filter, values);
  const before = await readCounters(db, scope, { ...filter, ...getPreviousPeriod(period) }, values);
  const names =
    whole === "application"
      ? await nameApplications(deps, scope, values)
      : await findNames(db, scope, dimension, values);
  return values.map((value) => {
    const { failed } = addCounters(counters.filter((one) => one.value === value));
    const { count } = addCounters(all.filter((one) => one.value === value));
    const earlier = addCounters(before.filter((one) => one.value === value));
    return { value, name: names.get(value) ?? null, failed, failed_before: earlier.failed, count };
  });
}

async function slowOf({ scope, period, limit, ...deps }: OverviewRequest) {
  const slow = await findSlowApplications({ db: deps.db, scope, period, limit });
  const slugs = slow.map(({ value }) => value);
  const names = await nameApplications(deps, scope, slugs);
  return slow.map((one) => ({ ...one, name: names.get(one.value) ?? null }));
}

/** The names of applications by slug; deleted ones are missing. */
async function nameApplications(deps: OverviewDeps, scope: Scope, slugs: readonly string[]) {
  const found = await findApplications(deps, scope, new Set(slugs));
  return new Map([...found].map(([slug, { connector }]) => [slug, connector.info.name]));
}
