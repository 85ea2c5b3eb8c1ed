import type { AccountScope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { createGroupCommit } from "../../platform/database/group-commit.ts";
import type { Meter } from "../meters.ts";
import { readUsageAdmission } from "./read-admission.ts";
import type { UsageLimitError } from "./refusal.ts";
import { claimUsage, isBeyondCap } from "./reserve.ts";

type TakeDeps = Pick<Deps, "database" | "db" | "clock" | "usageCaps">;

/**
 * Takes one of what an account may use, before it is used; throws `UsageLimitError` if a hard cap is reached. Costs
 * nothing in environments that do not limit the meter, and elsewhere a statement for all that is taken at the same
 * moment. A process that is killed may have taken what it did not use.
 */
export type TakeUsage = (scope: AccountScope, meter: "calls" | "mcp_calls") => Promise<void>;

declare module "../../deps.ts" {
  interface Features {
    readonly takeUsage: TakeUsage;
  }
}

// Each time another process has used some of the same cap.
const ATTEMPTS = 50;

/** Creates what takes usage in this process. */
export function createTakeUsage(deps: TakeDeps): TakeUsage {
  const takers = { calls: createTaker(deps, "calls"), mcp_calls: createTaker(deps, "mcp_calls") };
  return async (scope, meter) => {
    if (!deps.usageCaps.hasHard(scope, meter)) return;
    const refusal = await takers[meter](scope.account.id);
    if (refusal) throw refusal;
  };
}

function createTaker(deps: TakeDeps, meter: Meter) {
  return createGroupCommit<string, UsageLimitError | undefined>((accountIds) =>
    takeForAll(deps, meter, accountIds),
  );
}

/** Why each of them is refused, in order; undefined for what was taken. */
async function takeForAll(
  { database, db, clock, usageCaps }: TakeDeps,
  meter: Meter,
  accountIds: readonly string[],
): Promise<(UsageLimitError | undefined)[]> {
  for (let attempt = 1; ; attempt++) {
    const now = clock.now();
    const of = attempt === 1 ? "reached" : "all";
    const admit = await readUsageAdmission({ usageCaps }, db, accountIds, { meter, of, now });
    const refusals = accountIds.map((accountId) => admit(accountId, 1));
    const claims = accountIds.flatMap((accountId, index) =>
      refusals[index] ? [] : [{ accountId, meter, count: 1 }],
    );
    try {
      if (claims.length > 0) await claimUsage(database, claims, now);
      return refusals;
    } catch (error) {
      if (!isBeyondCap(error) || attempt === ATTEMPTS) throw error;
    }
  }
}
