import { setTimeout as sleep } from "node:timers/promises";
import { createActionWords } from "../apps/catalog/find-actions.ts";
import { createSharedCatalog } from "../apps/catalog/shared-catalog.ts";
import { waitForRenewals } from "../apps/connections/fresh-connection.ts";
import { createSharedDirectory } from "../apps/directory/directory.ts";
import { createImportThreads } from "../apps/providers/openapi/run-import.ts";
import { openRequestLog } from "../apps/request-log/request-log.ts";
import { openCredentials } from "../auth/credentials.ts";
import { createRateLimit } from "../auth/limits/rate-limit.ts";
import { readOrCreateSessionSecret } from "../auth/organizations/installation.ts";
import { createOptionCache } from "../configs/options/option-cache.ts";
import type { BaseDeps, Features } from "../deps.ts";
import { createIntake } from "../events/intake/intake.ts";
import { createObjectStore } from "../files/objects/object-store.ts";
import { createServerPrompts } from "../mcp/endpoint/prompts.ts";
import { createAccessCache } from "../mcp/oauth/provider/access-token.ts";
import { createToolSchemas } from "../mcp/tools/tool-schemas.ts";
import { createDerivation } from "../platform/memory/computed-once.ts";
import { openRedactionPolicies } from "../redaction/policies.ts";
import { createRunCommitter } from "../runs/engine/commit/commit.ts";
import { createPlanCache } from "../runs/plan-cache.ts";
import { createRunMemory } from "../runs/results/memory.ts";
import { openKnownCaps } from "../usage/plans/known-caps.ts";
import { createTakeUsage } from "../usage/plans/take-usage.ts";
import { createDeliveryState } from "../webhooks/deliver/deliver.ts";
import { createExpressionCache } from "../workflows/simple-expressions/evaluate.ts";
import { createInputChecks } from "../workflows/validation/application-problems.ts";

const LONGEST_RENEWAL_MS = 35_000;

/** Creates the features' state in this process, empty: other processes on the same database do not share it. */
export async function openFeatures(deps: BaseDeps): Promise<Features> {
  const { config, database, clock, vault, log } = deps;
  const plans = createPlanCache();
  const sessionSecret = await readOrCreateSessionSecret(database, vault);
  const directory = createSharedDirectory();
  const redaction = await openRedactionPolicies(deps);
  const usageCaps = await openKnownCaps(deps);
  const credentials = await openCredentials(database, clock, sessionSecret, log);
  return {
    credentials,
    rateLimit: createRateLimit(deps, {
      perMinute: config.rateLimitPerMinute,
      maxPerMinute: config.rateLimitMaxPerMinute,
    }),
    catalog: createSharedCatalog({ ...deps, credentials, directory }),
    actionWords: createActionWords(),
    directory,
    renewals: { own: new Set(), looks: new Map() },
    providerLimits: { holds: new Map(), limits: new Map() },
    callCounts: new Map(),
    requestLog: openRequestLog({ ...deps, usageCaps }),
    notedAnswers: new Map(),
    optionCache: createOptionCache(),
    plans,
    runMemory: createRunMemory(config.processResultBytes),
    commitRun: createRunCommitter(deps),
    laneCursor: { lane: "" },
    deliveryState: createDeliveryState(deps),
    objectStore: createObjectStore(deps),
    redaction,
    usageCaps,
    takeUsage: createTakeUsage({ ...deps, usageCaps }),
    intake: createIntake({ ...deps, plans, redaction, usageCaps }),
    approvedCalls: new Map(),
    expressionCache: createExpressionCache(),
    importThreads: createImportThreads(),
    inputChecksOf: createDerivation(createInputChecks),
    toolSchemas: createToolSchemas(),
    promptsOf: createDerivation(createServerPrompts),
    clientEnvelopes: new Set(),
    accessCache: createAccessCache(),
  };
}

/** Ends the features' open work; everything that calls them was stopped before. */
export async function closeFeatures(features: Features): Promise<void> {
  await Promise.race([waitForRenewals(features), sleep(LONGEST_RENEWAL_MS, undefined, { ref: false })]);
  await features.importThreads.close();
  await features.requestLog.close();
  await features.objectStore.close();
  await features.catalog.close();
  await features.credentials.close();
  await features.redaction.close();
  await features.usageCaps.close();
}
