import { expect, test } from "vitest";
import { getAuditDays } from "./days.ts";

test.each([
  { own: [7, 30], server: 0, days: [7, 30, 30] },
  { own: [7, null], server: 90, days: [7, 90, 90] },
  { own: [400, 30], server: 90, days: [90, 30, 90] },
  { own: [7, null], server: 0, days: [7, 0, 0] },
  { own: [null, null], server: 0, days: [0, 0, 0] },
])("with $own days in test and production and $server of the server, records are kept for $days", (one) => {
  const [test = null, production = null] = one.own;
  const row = { audit_test_days: test, audit_production_days: production };
  const kept = (["test", "production", "both"] as const).map((chain) => getAuditDays(row, chain, one.server));
  expect(kept).toEqual(one.days);
});
