import { setTimeout as sleep } from "node:timers/promises";
import { createSharedCatalog } from "../apps/catalog/catalog.ts";
import { waitForRenewals } from "../apps/connections/fresh-connection.ts";
import { createOptionCache } from "../config-api/options/option-cache.ts";
import type { BaseDeps, Features } from "../deps.ts";
import { createIntake } from "../events/intake/intake.ts";
import { createAccessCache } from "../mcp/oauth/provider/access-token.ts";
import { createRunCommitter } from "../runs/engine/commit.ts";
import { createPlanCache } from "../runs/plan-cache.ts";
import { createRunMemory } from "../runs/results/memory.ts";
import { createDeliveryState } from "../webhooks/deliver/deliver.ts";

const LONGEST_RENEWAL_MS = 35_000;

/** Creates the features' state in this process, empty: other processes on the same database do not share it. */
export function openFeatures(deps: BaseDeps): Features {
  const plans = createPlanCache();
  return {
    catalog: createSharedCatalog(deps),
    renewals: { own: new Set(), looks: new Map() },
    providerLimits: { holds: new Map(), limits: new Map() },
    callCounts: new Map(),
    notedAnswers: new Map(),
    optionCache: createOptionCache(),
    plans,
    runMemory: createRunMemory(deps.config.processResultBytes),
    commitRun: createRunCommitter(deps),
    laneCursor: { lane: "" },
    deliveryState: createDeliveryState(deps),
    intake: createIntake({ ...deps, plans }),
    approvedCalls: new Map(),
    accessCache: createAccessCache(),
  };
}

/** Ends the features' open work; everything that calls them was stopped before. */
export async function closeFeatures(features: Features): Promise<void> {
  await Promise.race([waitForRenewals(features), sleep(LONGEST_RENEWAL_MS, undefined, { ref: false })]);
  features.catalog.close();
}
