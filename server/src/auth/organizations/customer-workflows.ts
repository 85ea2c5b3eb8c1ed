import type { Environment } from "../scope.ts";

/**
 * How customers build their own workflows: with a session token only and without limits; also in the portal, within
 * the limits; or not at all.
 */
export const BUILDING = ["api", "portal", "off"] as const;

/** What an organization lets its customers build in one environment. */
export interface CustomerWorkflows {
  readonly building: (typeof BUILDING)[number];
  /** Node types allowed where the portal has an editor; the start node is always allowed. */
  readonly node_types: readonly string[];
}

const BY_API: CustomerWorkflows = { building: "api", node_types: [] };

export function getCustomerWorkflows(
  row: Readonly<Record<`customer_workflows_${Environment}`, CustomerWorkflows | null>>,
  environment: Environment,
): CustomerWorkflows {
  const chosen = environment === "test" ? row.customer_workflows_test : row.customer_workflows_production;
  return chosen ?? BY_API;
}
