import type { AccountScope } from "../../auth/scope.ts";
import { type Database, type Db, runStatement, type Statement } from "../../platform/database/database.ts";
import type { ConnectionRow } from "../store.ts";

const IS_DUE: Statement = {
  name: "apps-probe-due",
  text: `select exists (select from connections where status = 'active' and next_probe_at <= $1) as due`,
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

/** Whether any connection is to be looked at; one small statement, over all organizations. */
export async function isProbeDue(database: Database, now: Date): Promise<boolean> {
  const [row] = await database.query<{ due: boolean }>(IS_DUE, [now]);
  return row?.due ?? false;
}

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
