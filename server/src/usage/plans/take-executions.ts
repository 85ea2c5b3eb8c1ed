import type { AccountScope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import type { BoundStatement, Db, Tx } from "../../platform/database/database.ts";
import { readUsageAdmission } from "./read-admission.ts";
import { type UsageAdmission, UsageLimitError } from "./refusal.ts";
import { buildReserveStatement, takeUsage, type UsageClaim } from "./reserve.ts";

/** An execution that is about to start. */
export interface UsageStart {
  readonly scope: AccountScope;
  /** Counts, but is never refused. */
  readonly isWaived?: boolean;
}

type CapDeps = Pick<Deps, "usageCaps">;
const METER = "executions";

/** What starts take from hard caps; none of environments without any. */
function toClaims({ usageCaps }: CapDeps, starts: readonly UsageStart[]): UsageClaim[] {
  return starts.flatMap(({ scope, isWaived = false }) =>
    usageCaps.hasHard(scope, METER)
      ? [{ accountId: scope.account.id, meter: METER, count: 1, isWaived } as const]
      : [],
  );
}

/**
 * Says which starts the caps of their accounts allow now; undefined where nothing is limited. What it admits must still
 * be taken: by `requireExecutions` or `buildTakeExecutions`, in the transaction of the starts. With `of: "reached"` that
 * may fail for more than what others took meanwhile.
 */
export async function readExecutionAdmission(
  { usageCaps }: CapDeps,
  db: Db,
  scopes: readonly AccountScope[],
  now: Date,
  of: "all" | "reached" = "all",
): Promise<UsageAdmission | undefined> {
  const limited = scopes.filter((scope) => usageCaps.hasHard(scope, METER)).map(({ account }) => account.id);
  if (limited.length === 0) return undefined;
  return readUsageAdmission({ usageCaps }, db, limited, { meter: METER, of, now });
}

/** The statement that takes starts from the caps of their accounts, in a batch; none if nothing is limited. */
export function buildTakeExecutions(
  deps: CapDeps,
  starts: readonly UsageStart[],
  at: Date,
): BoundStatement | undefined {
  const claims = toClaims(deps, starts);
  return claims.length > 0 ? buildReserveStatement(claims, at) : undefined;
}

/** Takes starts from the caps of their accounts, in their transaction; throws `UsageLimitError` if one is used up. */
export async function requireExecutions(
  deps: CapDeps,
  tx: Tx,
  starts: readonly UsageStart[],
  now: Date,
): Promise<void> {
  const claims = toClaims(deps, starts);
  if (claims.length === 0) return;
  const reached = await takeUsage(tx, claims, now);
  if (reached) throw new UsageLimitError(reached, reached.count, now);
}
