import { expect, test } from "vitest";
import type { Deps } from "../../deps.ts";
import type { Fields } from "../definition/graph.ts";
import { findSettingsProblem } from "../validation/validate.ts";
import { delayNode } from "./delay.ts";
import { createNodeCall } from "./test-node-call.ts";

const NOW = new Date("2026-03-01T12:00:00.000Z");
const run = (data: Fields) => delayNode.run({ clock: { now: () => NOW } } as Deps, createNodeCall(data));
const sleep = (until: string) => ({ kind: "sleep", until: new Date(until) });

test.each<[Fields, string]>([
  [{ until: "2026-03-01T14:30:00+01:00" }, "2026-03-01T13:30:00.000Z"],
  [{ until: "2026-03-01T14:30" }, "2026-03-01T14:30:00.000Z"],
  [{ until: "2026-03-02" }, "2026-03-02T00:00:00.000Z"],
  [{ until: "2027-03-01T12:00:00Z" }, "2027-03-01T12:00:00.000Z"],
  [{ for_ms: 1 }, "2026-03-01T12:00:00.001Z"],
  [{ for: { days: 1, hours: 2, minutes: 3, seconds: 4.5 } }, "2026-03-02T14:03:04.500Z"],
  [{ for: { hours: 0.5 } }, "2026-03-01T12:30:00.000Z"],
  [{ for: { days: 365 } }, "2027-03-01T12:00:00.000Z"],
])("with %j it sleeps until %s", async (data, until) => {
  expect(await run(data)).toEqual(sleep(until));
});

test.each<[Fields]>([
  [{ until: "2026-03-01T12:00:00.000Z" }],
  [{ until: "1999-12-31" }],
  [{ for_ms: 0 }],
  [{ for: {} }],
])("with %j it continues at once", async (data) => {
  expect(await run(data)).toEqual({ kind: "next", output: { body: { waited: false } } });
});

test("continues when the time has come", () => {
  expect(delayNode.wake?.({ data: { for_ms: 1 }, isBatch: false }, { kind: "time" })).toEqual({
    kind: "next",
    output: { body: { waited: true } },
  });
});

test.each<[Fields, string, string]>([
  [{ until: "tomorrow" }, "INVALID_SETTINGS", 'data.until is not an ISO 8601 time: "tomorrow".'],
  [{ until: "2026-02-30" }, "INVALID_SETTINGS", 'data.until is not an ISO 8601 time: "2026-02-30".'],
  [{}, "INVALID_SETTINGS", "data must have one of until, for and for_ms."],
  [{ until: "2026-04-01", for_ms: 5 }, "INVALID_SETTINGS", "data must have one of until, for and for_ms."],
  [{ until: "2027-03-01T12:00:00.001Z" }, "DELAY_TOO_LONG", "A delay lasts at most 365 days."],
  [{ for: { days: 365, seconds: 1 } }, "DELAY_TOO_LONG", "A delay lasts at most 365 days."],
])("with %j it fails as %s: %s", async (data, code, message) => {
  expect(await run(data)).toEqual({ kind: "fail", error: { code, message }, mayRetry: false });
});

test("before running, literal values are checked and expressions are accepted", () => {
  expect(delayNode.problem?.({ until: "{{ input.at }}" })).toBeUndefined();
  expect(delayNode.problem?.({ for: { days: "{{ input.days }}" } })).toBeUndefined();
  expect(delayNode.problem?.({ until: "soon" })).toBe('data.until is not an ISO 8601 time: "soon".');
  expect(delayNode.problem?.({})).toBe("data must have one of until, for and for_ms.");
});

test.each<[Fields, string]>([
  [{ for_ms: -1 }, "data.for_ms must be at least 0."],
  [{ for_ms: 31_536_000_001 }, "data.for_ms must be at most 31536000000."],
  [{ for: { days: 366 } }, "data.for.days must be at most 365."],
  [{ for: { hours: "1" } }, "data.for.hours must be a number."],
  [{ until: 5 }, "data.until must be a string."],
])("the settings %j are rejected", (data, problem) => {
  expect(findSettingsProblem(delayNode.settings, data)).toBe(problem);
});
