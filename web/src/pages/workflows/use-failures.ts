import { useMemo, useState } from "react";
import { useRead } from "../../api/use-api.ts";
import { DAY_MS } from "../../parts/time/durations.ts";

const MOST = 50;

/**
 * How many executions of each workflow failed in the last 24 hours, by the workflow's id; only for those with the
 * most.
 */
export function useFailures(): ReadonlyMap<string, number> {
  const [from] = useState(() => new Date(Date.now() - DAY_MS).toISOString());
  const { data } = useRead("/api/v2/public/statistics", {
    query: { subject: "executions", by: "workflow", every: "hour", sort: "failed", limit: MOST, from },
  });
  return useMemo(
    () => new Map((data?.series ?? []).map(({ value, total }) => [value, total.failed])),
    [data],
  );
}
