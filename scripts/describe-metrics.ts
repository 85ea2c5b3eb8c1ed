import type { Deps } from "../server/src/deps.ts";
import type { MetricDefinitions } from "../server/src/platform/metrics/prometheus.ts";

const BEGIN = "<!-- Metrics, written by npm run generate from server/src/api/metrics.ts. -->";
const END = "<!-- End of the metrics. -->";
const KINDS = { counter: "counter", timer: "histogram", gauge: "gauge" };

/**
 * Returns a page with the part between its two marks generated from the metrics; the rest is handwritten. Throws if a
 * mark is missing.
 */
export function describeMetrics(page: string, { counters, timers, gauges }: MetricDefinitions<Deps>): string {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin < 0 || end < begin)
    throw new Error(`docs/metrics.md must hold the lines "${BEGIN}" and "${END}".`);
  const rows = [...counters, ...timers, ...gauges].map(
    ({ name, kind, labels, about }) =>
      `| \`${name}\` | ${KINDS[kind]} | ${labels.map((label) => `\`${label}\``).join(", ") || "–"} | ${about} |`,
  );
  const table = ["| Metric | Type | Labels | Meaning |", "| --- | --- | --- | --- |", ...rows].join("\n");
  return `${page.slice(0, begin)}${BEGIN}\n\n${table}\n\n${page.slice(end)}`;
}
