import { expect, test, vi } from "vitest";
import { createLog } from "../log.ts";
import { defineCounter, defineTimer, type GaugeDefinition, SHORT_BUCKETS } from "./metrics.ts";
import { createMetricsRegistry } from "./prometheus.ts";

const SENT = defineCounter({ name: "junctor_sent_total", about: "Sent.", labels: ["to", "how"] });
const TOOK = defineTimer({
  name: "junctor_took_seconds",
  about: "Took.",
  labels: [],
  buckets: SHORT_BUCKETS,
});

function openRegistry(...gauges: GaugeDefinition<undefined>[]) {
  const log = createLog("silent");
  return createMetricsRegistry({ counters: [SENT], timers: [TOOK], gauges }, () => undefined, log);
}

async function readLines(registry: ReturnType<typeof openRegistry>): Promise<string[]> {
  return (await registry.read()).split("\n").filter((line) => line.startsWith("junctor_"));
}

test("counts add up by labels, and durations are in seconds", async () => {
  const registry = openRegistry();
  registry.count(SENT, { to: "a", how: "fast" });
  registry.count(SENT, { to: "a", how: "fast" }, 2);
  registry.count(SENT, { to: "a", how: "slow" });
  registry.time(TOOK, {}, 20);
  const lines = await readLines(registry);
  expect(lines).toContain('junctor_sent_total{to="a",how="fast"} 3');
  expect(lines).toContain('junctor_sent_total{to="a",how="slow"} 1');
  expect(lines).toContain("junctor_took_seconds_sum 0.02");
  expect(lines).toContain('junctor_took_seconds_bucket{le="0.01"} 0');
  expect(lines).toContain('junctor_took_seconds_bucket{le="0.025"} 1');
});

test("values of a label beyond the first 300 are counted together as other", async () => {
  const registry = openRegistry();
  for (let to = 0; to < 1000; to++) registry.count(SENT, { to: `to-${to}`, how: "fast" });
  registry.count(SENT, { to: "to-0", how: "fast" });
  registry.count(SENT, { to: "to-999", how: "fast" });
  const lines = await readLines(registry);
  expect(lines.filter((line) => line.startsWith("junctor_sent_total")).length).toBe(301);
  expect(lines).toContain('junctor_sent_total{to="to-0",how="fast"} 2');
  expect(lines).toContain('junctor_sent_total{to="other",how="fast"} 701');
});

test("a gauge that cannot be read is left out, and the others are read", async () => {
  const gauge = (name: `junctor_${string}`, read: GaugeDefinition<undefined>["read"]) =>
    ({ kind: "gauge", name, about: name, labels: [], read }) as const;
  const registry = openRegistry(
    gauge("junctor_broken", () => Promise.reject(new Error("down"))),
    gauge("junctor_well", () => [{ labels: {}, value: 7 }]),
  );
  const lines = await readLines(registry);
  expect(lines).toContain("junctor_well 7");
  expect(lines.join("\n")).not.toContain("junctor_broken");
});

test("a gauge that does not answer is left out after two seconds", async () => {
  const read = () => new Promise<never>(() => {});
  const registry = openRegistry({ kind: "gauge", name: "junctor_hung", about: "Hung.", labels: [], read });
  const lines = await readLines(registry);
  expect(lines).toContain("junctor_took_seconds_count 0");
  expect(lines.join("\n")).not.toContain("junctor_hung");
});

test("what is shared is read once for readers of the same moment, and again after a failure", async () => {
  const read = vi
    .fn()
    .mockRejectedValueOnce(new Error("down"))
    .mockResolvedValue([{ labels: {}, value: 1 }]);
  const registry = openRegistry({
    kind: "gauge",
    name: "junctor_shared",
    about: "Shared.",
    labels: [],
    isShared: true,
    read,
  });
  expect(await readLines(registry)).not.toContain("junctor_shared 1");
  for (let time = 0; time < 3; time++) expect(await readLines(registry)).toContain("junctor_shared 1");
  expect(read).toHaveBeenCalledTimes(2);
});
