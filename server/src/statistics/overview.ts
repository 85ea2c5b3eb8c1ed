import type { Static } from "typebox";
import type { Scope } from "../auth/scope.ts";
import type { Deps } from "../deps.ts";
import { intervalFor, momentOf, type Period, periodBefore, readPeriod } from "./period.ts";
import type { OverviewQuery, OverviewReply } from "./schema.ts";
import { sumCounters } from "./series.ts";
import { findSlowApplications } from "./slow-applications.ts";
import { findNames, findTopValues, readBacklog, readConnectionGauge, readCounters } from "./store.ts";
import type { Dimension, Subject } from "./table.ts";

const DAY_MS = 86_400_000;

type OverviewDeps = Pick<Deps, "db" | "clock">;

/** What needs somebody first, over a period and as against the one before. */
export async function readOverview(
  deps: OverviewDeps,
  scope: Scope,
  { from, to, limit = 5 }: Static<typeof OverviewQuery>,
): Promise<OverviewReply> {
  const now = deps.clock.now();
  const end = momentOf("to", to, now);
  const start = momentOf("from", from, new Date(end.getTime() - DAY_MS));
  const every = intervalFor(end.getTime() - start.getTime());
  const period = readPeriod({ from: start.toISOString(), to: end.toISOString(), every }, now);
  const of = { ...deps, scope, period, limit };
  return {
    from: period.from.toISOString(),
    to: period.to.toISOString(),
    executions: await bothPeriods(of, "executions"),
    deliveries: await bothPeriods(of, "deliveries"),
    mcp_calls: await bothPeriods(of, "mcp_calls"),
    failing_workflows: await failing(of, "executions", "workflow"),
    failing_applications: await failing(of, "executions", "failing_application"),
    failing_webhooks: await failing(of, "deliveries", "webhook"),
    slow_applications: await findSlowApplications(of),
    connections: await readConnectionGauge(deps.db, scope),
    backlog: await readBacklog(deps.db, scope),
  };
}

interface Asked extends OverviewDeps {
  readonly scope: Scope;
  readonly period: Period;
  readonly limit: number;
}

async function bothPeriods({ db, scope, period }: Asked, subject: Subject) {
  const [now, before] = await Promise.all(
    [period, periodBefore(period)].map((one) =>
      readCounters(db, scope, { subject, dimension: "", ...one }, [""]),
    ),
  );
  return { now: sumCounters(now ?? []), before: sumCounters(before ?? []) };
}

async function failing({ db, scope, period, limit }: Asked, subject: Subject, dimension: Dimension) {
  const filter = { subject, dimension, ...period };
  const values = await findTopValues(db, scope, filter, { sort: "failed", limit });
  if (values.length === 0) return [];
  const counters = await readCounters(db, scope, filter, values);
  const before = await readCounters(db, scope, { ...filter, ...periodBefore(period) }, values);
  const names = await findNames(db, scope, dimension, values);
  return values.map((value) => {
    const { failed, count } = sumCounters(counters.filter((one) => one.value === value));
    const earlier = sumCounters(before.filter((one) => one.value === value));
    return { value, name: names.get(value) ?? null, failed, failed_before: earlier.failed, count };
  });
}
