import type { Environment } from "../scope.ts";
import type { OrganizationRow } from "./organizations.ts";

/** Which applications follow those that were chosen: all that are enabled, those that have a published workflow, or none. */
export const OTHERS = ["all", "with_workflows", "none"] as const;

/** What the portal offers in one environment. */
export interface PortalOffer {
  /** Slugs in the order in which they are shown. */
  readonly applications: readonly string[];
  readonly others: (typeof OTHERS)[number];
}

const EVERYTHING: PortalOffer = { applications: [], others: "all" };

/** What organizations offer that have chosen nothing yet: an empty portal would say little, a hundred applications too much. */
export const OFFERED_BY_NEW: PortalOffer = { applications: [], others: "with_workflows" };

/** What an organization's portal offers in an environment. */
export function getPortalOffer(row: OrganizationRow, environment: Environment): PortalOffer {
  return (environment === "test" ? row.offered_test : row.offered_production) ?? EVERYTHING;
}
