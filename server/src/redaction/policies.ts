import type { Scope } from "../auth/scope.ts";
import type { BaseDeps } from "../deps.ts";
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
const RETRY_MS = 1000;
// An event may start any set of workflows.
const MOST_PLACES = 1000;

type PolicyDeps = Pick<BaseDeps, "database" | "log">;

/** Reads the policies, and follows their changes. */
export async function openRedactionPolicies({ database, log }: PolicyDeps): Promise<RedactionPolicies> {
  let rows: ReadonlyMap<string, readonly PolicyRow[]> = new Map();
  const planOf = createRedactionPlans();
  const plans = createNewestCache<{ readonly plan: RedactionPlan | undefined }>(MOST_PLACES);
  let retry: NodeJS.Timeout | undefined;
  let isClosed = false;
  const load = async () => {
    const found = await listPolicies(database.db);
    rows = Map.groupBy(found, ({ org_id }) => org_id);
    plans.clear();
  };
  // One after the other, so that an older answer never replaces a newer one.
  let last = Promise.resolve();
  const read = () => {
    const next = last.then(load);
    last = next.catch(() => {});
    return next;
  };
  const readLater = () => {
    read().catch((error: unknown) => {
      if (isClosed) return;
      log.warn({ err: error }, "redaction.policies-unread");
      clearTimeout(retry);
      retry = setTimeout(readLater, RETRY_MS).unref();
    });
  };
  const subscription = await database.listen(CHANNEL, { onMessage: readLater, onConnect: readLater });
  await read();
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
    changed: async () => {
      await read();
      await database.notify(CHANNEL, "changed");
    },
    close: async () => {
      isClosed = true;
      clearTimeout(retry);
      await subscription.close();
    },
  };
}

function selectLevels(rows: readonly PolicyRow[], workflowIds: readonly string[]): RedactionPolicy[] {
  return rows.filter(({ workflow_id: id }) => id === null || workflowIds.includes(id)).map(toPolicy);
}
