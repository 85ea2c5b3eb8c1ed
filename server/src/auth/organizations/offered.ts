import type { Environment } from "../scope.ts";

/** Which applications follow the chosen ones: all that are enabled, those with a published workflow, or none. */
export const OTHERS = ["all", "with_workflows", "none"] as const;

export interface PortalOffer {
  /** Slugs in display order. */
  readonly applications: readonly string[];
  readonly others: (typeof OTHERS)[number];
}

const EVERYTHING: PortalOffer = { applications: [], others: "all" };

/** The default for new organizations: an empty portal would say little, a hundred applications too much. */
export const OFFERED_BY_NEW: PortalOffer = { applications: [], others: "with_workflows" };

export function getPortalOffer(
  row: Readonly<Record<`offered_${Environment}`, PortalOffer | null>>,
  environment: Environment,
): PortalOffer {
  return (environment === "test" ? row.offered_test : row.offered_production) ?? EVERYTHING;
}
