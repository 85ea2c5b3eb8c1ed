import type { OrganizationRow } from "../auth/table.ts";
import type { ChainEnvironment } from "./table.ts";

type Days = Pick<OrganizationRow, "audit_test_days" | "audit_production_days">;

/**
 * How many days a chain's records are kept, at most the server's days; 0: forever. The chain that both environments
 * share is kept as long as the longer-lived of the two.
 */
export function getAuditDays(row: Days, environment: ChainEnvironment, serverDays: number): number {
  if (environment !== "both")
    return shorterOf(environment === "test" ? row.audit_test_days : row.audit_production_days, serverDays);
  const both = [row.audit_test_days, row.audit_production_days].map((own) => shorterOf(own, serverDays));
  return both.includes(0) ? 0 : Math.max(...both);
}

function shorterOf(own: number | null, serverDays: number): number {
  if (own === null) return serverDays;
  return serverDays === 0 ? own : Math.min(own, serverDays);
}
