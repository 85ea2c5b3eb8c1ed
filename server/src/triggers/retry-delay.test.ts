import { expect, test } from "vitest";
import { ConnectorError } from "../apps/connector.ts";
import { getRetryDelayMs } from "./retry-delay.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

test.each([
  [1, undefined, MINUTE / 2],
  [2, undefined, MINUTE],
  [7, undefined, 32 * MINUTE],
  [8, undefined, HOUR],
  [5000, undefined, HOUR],
  [1, 5 * MINUTE, 5 * MINUTE],
  [5, 5 * MINUTE, 8 * MINUTE],
  [1, 24 * HOUR, HOUR],
])("after %i failures and %s ms asked for by the provider, %i ms", (failures, retryAfterMs, expected) => {
  const error = new ConnectorError("rateLimit", "Later.", { retryAfterMs });
  expect(getRetryDelayMs(failures, error)).toBe(expected);
});
