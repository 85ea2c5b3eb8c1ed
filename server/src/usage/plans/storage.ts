import type { AccountScope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import type { Db } from "../../platform/database/database.ts";
import { runStatement } from "../../platform/database/database.ts";
import { STORED_NOW } from "./account-limits.ts";
import { createUsageAdmission } from "./refusal.ts";
import { readCapStates } from "./reserve.ts";

const METER = "storage";
const STORED = { text: `with given as (select $1::text as account_id) ${STORED_NOW}` };

/**
 * Throws `UsageLimitError` if an account may not store so many bytes more. What is stored at the same moment may exceed
 * the limit together.
 */
export async function requireStorage(
  { usageCaps, clock }: Pick<Deps, "usageCaps" | "clock">,
  db: Db,
  scope: Pick<AccountScope, "orgId" | "environment"> & { readonly account: { readonly id: string } },
  bytes: number,
): Promise<void> {
  if (bytes <= 0 || !usageCaps.hasHard(scope, METER)) return;
  const { id } = scope.account;
  const now = clock.now();
  const states = await readCapStates(db, [id], METER, now);
  if (states.length === 0) return;
  const [stored] = await runStatement<{ bytes: string }>(db, STORED, [id]);
  const used = Number(stored?.bytes ?? 0);
  const refusal = createUsageAdmission(
    states.map((state) => ({ ...state, used })),
    now,
  )(id, bytes);
  if (refusal) throw refusal;
}
