import type { Deps } from "../../deps.ts";
import type { Db } from "../../platform/database/database.ts";
import type { Meter } from "../meters.ts";
import { createUsageAdmission, type UsageAdmission } from "./refusal.ts";
import { readCapStates } from "./reserve.ts";

/**
 * Reads what accounts, by their row ids, may still use of a meter. `of: "reached"` reads only those whose cap was used up
 * when this process last looked, and admits all others: they are far from their caps nearly always, and the statement
 * that takes what is admitted fails otherwise (D579).
 */
export async function readUsageAdmission(
  { usageCaps }: Pick<Deps, "usageCaps">,
  db: Db,
  accountIds: readonly string[],
  { meter, of, now }: { readonly meter: Meter; readonly of: "all" | "reached"; readonly now: Date },
): Promise<UsageAdmission> {
  const asked = new Set(
    of === "all" ? accountIds : accountIds.filter((accountId) => usageCaps.isReached(accountId, meter)),
  );
  if (asked.size === 0) return () => undefined;
  const states = await readCapStates(db, [...asked], meter, now);
  const reached = new Set(states.filter(({ hard, used }) => used >= hard).map(({ accountId }) => accountId));
  for (const accountId of asked) usageCaps.noteReached(accountId, meter, reached.has(accountId));
  return createUsageAdmission(states, now);
}
