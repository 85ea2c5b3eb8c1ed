import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Logger } from "../log.ts";
import { within } from "../time-limit.ts";
import type { CounterDefinition, GaugeDefinition, GaugeValue, Metrics, TimerDefinition } from "./metrics.ts";

// A database that hangs must not hang whoever reads the metrics: that is when they are needed.
const READ_MS = 2000;
// However often metrics are read, the database is asked no more often.
const KEEP_SHARED_MS = 5000;
// A label that customers can give values, such as the names of applications, must not grow without end.
const MOST_VALUES = 300;
const OTHER = "other";

/** Metrics that are kept, as text for Prometheus. */
export interface MetricsRegistry extends Metrics {
  readonly contentType: string;
  /** Reads all gauges and writes everything down; a gauge that cannot be read is left out. */
  read(): Promise<string>;
}

/** What can be counted, timed and read. */
export interface MetricDefinitions<Deps> {
  readonly counters: readonly CounterDefinition[];
  readonly timers: readonly TimerDefinition[];
  readonly gauges: readonly GaugeDefinition<Deps>[];
}

/**
 * Keeps metrics of this process, and those that Node.js gives of itself. `deps` are those of the gauges, once there are
 * any.
 */
export function createMetricsRegistry<Deps>(
  { counters, timers, gauges }: MetricDefinitions<Deps>,
  deps: () => Deps,
  log: Logger,
): MetricsRegistry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const countersByName = new Map(
    counters.map(({ name, about: help, labels: labelNames }) => [
      name as string,
      createChildren<Counter.Internal>(new Counter({ name, help, labelNames, registers })),
    ]),
  );
  const timersByName = new Map(
    timers.map(({ name, about: help, labels: labelNames, buckets }) => [
      name as string,
      createChildren<Histogram.Internal<string>>(
        new Histogram({ name, help, labelNames, buckets: [...buckets], registers }),
      ),
    ]),
  );
  for (const gauge of gauges) {
    const read = gauge.isShared ? keepFor(KEEP_SHARED_MS, gauge.read) : gauge.read;
    new Gauge({
      name: gauge.name,
      help: gauge.about,
      labelNames: gauge.labels,
      registers,
      async collect() {
        this.reset();
        // Without labels it would be 0 until it is set.
        if (gauge.labels.length === 0) this.remove();
        for (const { labels, value } of await readGauge(gauge.name, () => read(deps()), log))
          this.set(labels, value);
      },
    });
  }
  return {
    count: ({ name }, labels, times = 1) => countersByName.get(name)?.(labels).inc(times),
    time: ({ name }, labels, durationMs) =>
      timersByName
        .get(name)?.(labels)
        .observe(durationMs / 1000),
    contentType: registry.contentType,
    read: () => registry.metrics(),
  };
}

async function readGauge(
  name: string,
  read: () => GaugeValue[] | Promise<GaugeValue[]>,
  log: Logger,
): Promise<GaugeValue[]> {
  try {
    return await within(
      READ_MS,
      async () => read(),
      () => {
        throw new Error(`No answer within ${READ_MS} ms.`);
      },
    );
  } catch (error) {
    log.warn({ err: error, metric: name }, "metrics.not-read");
    return [];
  }
}

/** Finds the child of a metric for labels: several times faster than the library, which hashes them. */
function createChildren<Child>(metric: {
  labels(labels: Partial<Record<string, string | number>>): Child;
}): (labels: Readonly<Record<string, string>>) => Child {
  const children = new Map<string, Child>();
  const values = new Map<string, Set<string>>();
  const isKnown = (label: string, value: string) => {
    const known = values.get(label) ?? new Set();
    values.set(label, known);
    return known.has(value) || (known.size < MOST_VALUES && known.add(value) !== undefined);
  };
  return (labels) => {
    let key = "";
    for (const label in labels) key += `${labels[label]}\n`;
    const known = children.get(key);
    if (known !== undefined) return known;
    const bounded = Object.entries(labels).map(([label, value]) => [
      label,
      isKnown(label, value) ? value : OTHER,
    ]);
    const child = metric.labels(Object.fromEntries(bounded));
    // Values beyond the limit are bounded each time: remembering them would be the growth that the limit prevents.
    if (bounded.every(([label = "", value]) => labels[label] === value)) children.set(key, child);
    return child;
  };
}

/** The same function, which is called again only when its last result is older than `ms`, or failed. */
function keepFor<Given, Result>(
  ms: number,
  read: (given: Given) => Result | Promise<Result>,
): (given: Given) => Promise<Result> {
  let kept: { readonly atMs: number; readonly result: Promise<Result> } | undefined;
  return (given) => {
    const nowMs = performance.now();
    if (kept === undefined || nowMs - kept.atMs > ms) {
      const result = Promise.resolve(read(given));
      kept = { atMs: nowMs, result };
      result.catch(() => {
        kept = undefined;
      });
    }
    return kept.result;
  };
}
