import { expect, test } from "vitest";
import { createFaults } from "./faults.ts";

/** Which of 200 requests to one endpoint meet which fault, with others in between if there are any. */
function draw(seed: number, share: number, between: readonly string[] = []): string[] {
  const faults = createFaults({ seed, share });
  return Array.from({ length: 200 }, () => {
    for (const application of between) faults.take(application, "GET /x");
    return faults.take("slack", "GET /x")?.kind ?? "none";
  });
}

const isFault = (kind: string) => kind !== "none";

test("faults by seed meet the same requests each time, whatever is asked of others", () => {
  expect(draw(7, 0.2)).toEqual(draw(7, 0.2));
  expect(draw(7, 0.2, ["hubspot", "github"])).toEqual(draw(7, 0.2));
  expect(draw(8, 0.2)).not.toEqual(draw(7, 0.2));
});

test("about the given share of requests meets a fault, of every kind but those that change what is stored", () => {
  const met = draw(7, 0.2).filter(isFault);
  expect(met.length).toBeGreaterThan(20);
  expect(met.length).toBeLessThan(60);
  expect([...new Set(met)].sort()).toEqual(["cut", "limit", "outage", "slow"]);
  expect(draw(7, 0).filter(isFault)).toEqual([]);
  expect(draw(7, 1).filter(isFault)).toHaveLength(200);
});

test("a fault on demand comes before those by seed, and is over after its times", () => {
  const faults = createFaults({ seed: 1, share: 0 });
  faults.add({ application: "slack", kind: "slow", times: 2, match: "GET", delayMs: 7 });
  expect(faults.take("hubspot", "GET /x")).toBeUndefined();
  expect(faults.take("slack", "POST /x")).toBeUndefined();
  const met = [1, 2, 3].map(() => faults.take("slack", "GET /x"));
  expect(met).toEqual([{ kind: "slow", delayMs: 7 }, { kind: "slow", delayMs: 7 }, undefined]);
});
