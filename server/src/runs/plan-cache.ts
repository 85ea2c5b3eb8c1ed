import type { Db } from "../platform/database/database.ts";
import { createNewestCache } from "../platform/newest-cache.ts";
import { compilePlan, type Plan } from "../workflows/definition/plan.ts";
import { findVersion } from "../workflows/store.ts";
import { collectApplications } from "../workflows/validation/application-problems.ts";

const MAX_PLANS = 500;

/** A version of a workflow, ready to run. */
export interface VersionPlan {
  readonly plan: Plan;
  /** The workflow's application, to which actions named without one belong. */
  readonly slug: string | null;
  /** Slugs of all applications that its nodes name. */
  readonly applications: readonly string[];
  readonly startId: string;
  /** Seconds that a run may take; undefined for no limit. */
  readonly timeoutS: number | undefined;
  /** How many of its runs may be active at a time. */
  readonly concurrency: number | undefined;
}

/** Plans by workflow and version. A version never changes, so cached plans stay valid. */
export interface PlanCache {
  /** The plan of a version; undefined if the version does not exist. */
  get(db: Db, workflowId: string, version: number): Promise<VersionPlan | undefined>;
}

declare module "../deps.ts" {
  interface Features {
    readonly plans: PlanCache;
  }
}

/** Creates an empty cache that keeps the most recently used plans. */
export function createPlanCache(): PlanCache {
  const plans = createNewestCache<VersionPlan>(MAX_PLANS);
  return {
    get: async (db, workflowId, version) => {
      const key = `${workflowId}/${version}`;
      const known = plans.use(key);
      if (known) return known;
      const found = await findVersion(db, workflowId, version);
      if (!found) return undefined;
      const plan = compilePlan(found);
      const { timeout, concurrency } = found.settings;
      const read: VersionPlan = {
        plan,
        slug: found.slug,
        applications: [
          ...collectApplications({ ...found, nodes: found.nodes.map((node) => ({ ...node, triggers: [] })) }),
        ],
        startId: plan.entries[0] ?? "",
        timeoutS: typeof timeout === "number" && timeout > 0 ? timeout : undefined,
        concurrency: typeof concurrency === "number" && concurrency >= 1 ? concurrency : undefined,
      };
      // The plan of a test belongs to that one execution.
      if (version >= 0) plans.set(key, read);
      return read;
    },
  };
}
