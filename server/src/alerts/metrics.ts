import type { Deps } from "../deps.ts";
import type { GaugeDefinition } from "../platform/metrics/metrics.ts";

/** Open alerts of all organizations. */
export const ALERTS_FIRING: GaugeDefinition<Pick<Deps, "database">> = {
  kind: "gauge",
  name: "junctor_alerts_firing",
  about: "Alerts of alert rules that are firing.",
  labels: ["environment"],
  isShared: true,
  read: async ({ database }) => {
    const text = `select environment, (select count(*) from alerts a where a.resolved_at is null and a.environment = e.environment)::int as count
      from unnest(array['test', 'production']) as e (environment)`;
    const rows = await database.query<{ environment: string; count: number }>(
      { name: "metrics-alerts-firing", text },
      [],
    );
    return rows.map(({ environment, count }) => ({ labels: { environment }, value: count }));
  },
};
