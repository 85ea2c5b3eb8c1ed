import type { AccountScope } from "../../auth/scope.ts";
import { type Db, runStatement, type Statement } from "../../platform/database/database.ts";
import type { ConnectionRow } from "../store.ts";

/** Whether any connection is to be looked at: the cheap question before `claimProbes`. */
export const FIND_DUE_PROBE: Statement = {
  name: "apps-probe-due",
  text: `select id from connections where status = 'active' and next_probe_at <= $1 limit 1`,
};

// Postponed before the check: a connection whose check crashes the process must not be checked forever. With
// jitter of a tenth, so that connections created together do not stay together.
const CLAIM = {
  text: `with due as (
      select id from connections where status = 'active' and next_probe_at <= $1
      order by next_probe_at limit $2 for no key update skip locked)
    update connections c
    set next_probe_at = $1::timestamptz + make_interval(secs => $3::float8 * (0.9 + 0.2 * random()))
    from due, linked_accounts a where c.id = due.id and a.id = c.account_id
    returning c.*, a.account_id as account_name`,
};

/**
 * Takes at most `limit` due connections of any organization, each with its scope; they are due again after about
 * `everyMs`.
 */
export async function claimProbes(
  db: Db,
  { now, limit, everyMs }: { now: Date; limit: number; everyMs: number },
): Promise<{ row: ConnectionRow; scope: AccountScope }[]> {
  const rows = await runStatement<ConnectionRow & { account_name: string }>(db, CLAIM, [
    now,
    limit,
    everyMs / 1000,
  ]);
  return rows.map(({ account_name: accountId, ...row }) => ({
    row,
    scope: { orgId: row.org_id, environment: row.environment, account: { id: row.account_id, accountId } },
  }));
}
