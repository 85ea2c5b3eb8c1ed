import type { Environment } from "../scope.ts";
import type { OrganizationRow } from "./organizations.ts";

/**
 * How customers build workflows of their own: with a session token alone and without limits, in the portal as well and
 * within the limits, or not at all.
 */
export const BUILDING = ["api", "portal", "off"] as const;

/** What an organization lets its customers build in one environment. */
export interface CustomerWorkflows {
  readonly building: (typeof BUILDING)[number];
  /** Types that their nodes may have where the portal has an editor; the start node is always permitted. */
  readonly node_types: readonly string[];
}

const BY_API: CustomerWorkflows = { building: "api", node_types: [] };

/** What an organization lets its customers build in an environment. */
export function getCustomerWorkflows(row: OrganizationRow, environment: Environment): CustomerWorkflows {
  const chosen = environment === "test" ? row.customer_workflows_test : row.customer_workflows_production;
  return chosen ?? BY_API;
}
