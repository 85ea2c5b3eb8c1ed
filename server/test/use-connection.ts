// A process that uses one connection on request: `refresh-rounds.ts` starts several on one database.
import { JOBS } from "../src/api/app.ts";
import { invokeAction } from "../src/apps/actions/with-connection.ts";
import type { AccountScope } from "../src/auth/scope.ts";
import { readConfig } from "../src/config.ts";
import { isUnreachable } from "../src/platform/database/database.ts";
import { buildDeps } from "../src/start/build-deps.ts";

/** The parent's request: `uses` calls at the same time. */
export interface UseOrder {
  readonly scope: AccountScope;
  readonly slug: string;
  readonly uses: number;
}

/** The results of the calls. */
export interface UseReport {
  readonly succeeded: number;
  readonly problems: string[];
}

// Where a machine is busy, a pool may have no connection in time: the API answers 503 then, and callers try again.
async function use({ scope, slug }: UseOrder): Promise<void> {
  try {
    await invokeAction(deps, scope, { slug, actionId: "read", input: {}, cause: { kind: "action" } });
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    await use({ scope, slug, uses: 1 });
  }
}

const deps = await buildDeps(readConfig(), { queueNames: JOBS.map(({ name }) => name), works: false });
process.on("message", async (order: UseOrder) => {
  const endings = await Promise.allSettled(Array.from({ length: order.uses }, () => use(order)));
  const problems = endings.flatMap((ending) => (ending.status === "rejected" ? [String(ending.reason)] : []));
  const report: UseReport = { succeeded: order.uses - problems.length, problems: [...new Set(problems)] };
  process.send?.(report);
});
process.on("disconnect", () => process.exit(0));
process.send?.("ready");
