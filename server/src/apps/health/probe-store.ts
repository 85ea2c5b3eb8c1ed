import type { AccountScope } from "../../auth/scope.ts";
import { type Db, runStatement, type Statement } from "../../platform/database/database.ts";
import type { ConnectionRow } from "../store.ts";

/** Whether any connection is to be looked at: the cheap question before `claimProbes`. */
export const FIND_DUE_PROBE: Statement = {
  name: "apps-probe-due",
  text: `select id from connections where status = 'active' and next_probe_at <= $1 limit 1`,
};

// Put off before it is looked at: a connection whose look takes the process down must not be looked at for ever.
// A tenth to either side, so that connections made together do not stay together.
const CLAIM = {
  text: `with due as (
      select id from connections where status = 'active' and next_probe_at <= $1
      order by next_probe_at limit $2 for no key update skip locked)
    update connections c
    set next_probe_at = $1::timestamptz + make_interval(secs => $3::float8 * (0.9 + 0.2 * random()))
    from due, linked_accounts a where c.id = due.id and a.id = c.account_id
    returning c.*, a.account_id as account_name`,
};

/** Takes at most `limit` connections of any organization that are to be looked at, each with its scope; it is due again after about `everyMs`. */
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
