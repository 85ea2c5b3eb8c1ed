import type { Scope } from "../auth/scope.ts";
import type { BaseDeps } from "../deps.ts";
import { openFollowed } from "../platform/database/followed.ts";
import { createNewestCache } from "../platform/newest-cache.ts";
import { createRedactionPlans, type RedactionPlan, type RedactionPlans } from "./plan.ts";
import { mergePolicies, type RedactionPolicy } from "./policy.ts";
import { listPolicies, type PolicyRow, toPolicy } from "./store.ts";

/** The policies of all organizations, as this process knows them: most have none, so asking costs a look at a map. */
export interface RedactionPolicies {
  /** What applies to executions of workflows, or without them in the whole environment; undefined: nothing. */
  find(
    scope: Pick<Scope, "orgId" | "environment">,
    workflowIds?: readonly string[],
  ): RedactionPlan | undefined;
  /** Whether any policy is set in the environment. */
  hasAny(scope: Pick<Scope, "orgId" | "environment">): boolean;
  /** The plan of a policy that an execution carries. */
  readonly planOf: RedactionPlans;
  /** Reads them again here, and has other processes do so. */
  changed(): Promise<void>;
  close(): Promise<void>;
}

declare module "../deps.ts" {
  interface Features {
    readonly redaction: RedactionPolicies;
  }
}

const CHANNEL = "junctor_redaction";
// An event may start any set of workflows.
const MOST_PLACES = 1000;

type PolicyDeps = Pick<BaseDeps, "database" | "log">;

/** Reads the policies, and follows their changes. */
export async function openRedactionPolicies({ database, log }: PolicyDeps): Promise<RedactionPolicies> {
  let rows: ReadonlyMap<string, readonly PolicyRow[]> = new Map();
  const planOf = createRedactionPlans();
  const plans = createNewestCache<{ readonly plan: RedactionPlan | undefined }>(MOST_PLACES);
  const followed = await openFollowed(
    database,
    { channel: CHANNEL, onUnread: (err) => log.warn({ err }, "redaction.policies-unread") },
    async () => {
      const found = await listPolicies(database.db);
      rows = Map.groupBy(found, ({ org_id }) => org_id);
      plans.clear();
    },
  );
  const rowsOf = ({ orgId, environment }: Pick<Scope, "orgId" | "environment">) =>
    (rows.get(orgId) ?? []).filter((row) => row.environment === "both" || row.environment === environment);
  return {
    planOf,
    hasAny: (scope) => rows.size > 0 && rowsOf(scope).length > 0,
    find: (scope, workflowIds = []) => {
      if (rows.size === 0 || !rows.has(scope.orgId)) return undefined;
      const key = JSON.stringify([scope.orgId, scope.environment, ...workflowIds]);
      const known = plans.use(key);
      if (known) return known.plan;
      const policy = mergePolicies(selectLevels(rowsOf(scope), workflowIds));
      const plan = policy && planOf(policy);
      plans.set(key, { plan });
      return plan;
    },
    ...followed,
  };
}

function selectLevels(rows: readonly PolicyRow[], workflowIds: readonly string[]): RedactionPolicy[] {
  return rows.filter(({ workflow_id: id }) => id === null || workflowIds.includes(id)).map(toPolicy);
}
