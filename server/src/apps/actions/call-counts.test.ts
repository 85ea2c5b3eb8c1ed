import { expect, test } from "vitest";
import { NO_METRICS } from "../../platform/metrics/metrics.ts";
import { ConnectorError } from "../connector.ts";
import { collectCallCounts, countCall, restoreCallCounts } from "./call-counts.ts";

const nowMs = Date.UTC(2026, 0, 31, 9, 30, 12);
const scope = { orgId: "one", environment: "test" } as const;
const process = () => ({
  callCounts: new Map(),
  clock: { now: () => new Date(nowMs) },
  metrics: NO_METRICS,
});

/** How many calls ended how, as far as they were counted. */
function ends(deps: ReturnType<typeof process>) {
  return collectCallCounts(deps).map(({ end, durations }) => [
    end,
    [...durations.values()].reduce((a, b) => a + b),
  ]);
}

test("calls of a piece count by the failure that it reports, and not at all if it called nobody", async () => {
  const deps = process();
  const call = (failure?: Error) =>
    countCall(deps, { scope, slug: "piece" }, () => (failure ? Promise.reject(failure) : Promise.resolve(1)));
  await call();
  await call();
  for (const failure of [
    new ConnectorError("input", "There is no such board.", { status: 404 }),
    new ConnectorError("remote", "It is down.", { status: 502 }),
    new ConnectorError("timeout", "It took too long."),
    new ConnectorError("input", "A title is required."),
    new Error("A bug."),
  ])
    await expect(call(failure)).rejects.toBe(failure);
  expect(ends(deps)).toEqual([
    ["answered", 2],
    ["4xx", 1],
    ["5xx", 1],
    ["no_answer", 1],
  ]);
  expect(ends(deps)).toEqual([]);
});

test("counts that could not be written are added to newer ones, within bounds", () => {
  const deps = process();
  const of = (minute: number, times: number) => ({
    scope,
    slug: "things",
    at: new Date(nowMs + minute * 60_000),
    end: "answered" as const,
    durations: new Map([[5, times]]),
  });
  restoreCallCounts(deps, [of(0, 1)]);
  restoreCallCounts(deps, [of(0, 2)]);
  expect(ends(deps)).toEqual([["answered", 3]]);
  restoreCallCounts(
    deps,
    Array.from({ length: 12_000 }, (_, minute) => of(minute, 1)),
  );
  expect(collectCallCounts(deps)).toHaveLength(10_000);
});
