import { expect, test } from "vitest";
import { chooseInterval } from "./period.ts";

const HOUR_MS = 3_600_000;

test.each([
  [6, "minute"],
  [6.1, "hour"],
  [720, "hour"],
  [720.1, "day"],
])("a period of %d hours is shown by the %s", (hours, interval) => {
  expect(chooseInterval(hours * HOUR_MS)).toBe(interval);
});
