import { createTermHasher } from "../../server/src/runs/start/search-terms.ts";
import { askDatabase, type Bench, onDatabase } from "../engine-set-up.ts";

/** The workflow of one in 50 executions. */
export const WORKFLOW = `f${"0".repeat(22)}7`;
/** Searchable values, and one in how many executions has each. */
export const VALUES = {
  everywhere: 1,
  often: 50,
  sometimes: 300,
  seldom: 1000,
  once: Number.POSITIVE_INFINITY,
};

/** SQL: the id of a row of `seriesOf`, by its time. */
export const ROW_ID =
  "lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || lpad(to_hex(i), 12, '0')";

/** SQL: rows numbered `i` over 100 days, each `at` its time. */
export function seriesOf(size: number): string {
  return `(select i, timestamptz '2026-08-01' + i * interval '100 days' / ${size} as at from generate_series(1, ${size}) i) rows`;
}

/**
 * Inserts `size` accounts and as many executions over 100 days: a fifth belong to one account, and some others have 20
 * each.
 */
export async function fillExecutions({ databaseUrl, orgId }: Bench, size: number): Promise<void> {
  const series = seriesOf(size);
  await onDatabase(databaseUrl ?? "", [
    "delete from linked_accounts",
    // Nothing else reads what triggers would note of so many rows.
    "set session_replication_role = replica",
    `insert into linked_accounts (id, org_id, environment, account_id, name, udf, created_at, updated_at)
      select ${ROW_ID}, '${orgId}', 'test', 'acc-' || i, 'Account ' || i, jsonb_build_array(jsonb_build_object(
        'key_name', 'plan', 'key_value', 'pro', '_id', lpad(to_hex(i), 24, 'a'),
        'createdAt', '2026-01-01T00:00:00.000Z', 'updatedAt', '2026-01-01T00:00:00.000Z')), at, at
      from ${series}`,
    `create temporary table owners as select id, right(account_id, -4)::int as n from linked_accounts`,
    "create unique index on owners (n)",
    `insert into runs (id, org_id, environment, account_id, workflow_id, workflow_version, workflow_name, slug, config_id,
        status, source, event_name, execution_type, settings, input, response, created_at, updated_at, started_at, finished_at, lane)
      select ${ROW_ID}, '${orgId}', 'test', owners.id, 'f' || lpad(to_hex(i % 50), 23, '0'), 1,
        'Workflow ' || i % 50, 'app-' || i % 20, 'acc', case when i % (${size} / 20) = 9 then 'RUNNING' when i % 20 = 3 then 'ERRORED' else 'COMPLETED' end,
        case when i % 10 < 7 then 'Event' else 'Schedule' end, 'order.created', 'ASYNC',
        '{"fields":{},"workflowFields":{}}', '{"order":{"id":1,"lines":[{"sku":"abc","qty":3}]}}', '{"ok":true}', at, at, at, at, owners.id
      from ${series} join owners on owners.n = case when i % 5 = 3 then 1 else 2 + (i / 20) % (${size} / 20) end`,
  ]);
  const accounts = await askDatabase<{ id: string; n: number }>(
    databaseUrl ?? "",
    "select id, right(account_id, -4)::int as n from linked_accounts where account_id in ('acc-1', 'acc-2')",
  );
  await onDatabase(databaseUrl ?? "", [
    `insert into run_search (run_id, terms, places) ${termsOf({ orgId, series, size, accounts })}`,
    "vacuum analyze",
  ]);
}

/** The search terms of the executions: ten values each, four of them unique, and an error where one failed. */
function termsOf({
  orgId,
  series,
  size,
  accounts,
}: {
  orgId: string;
  series: string;
  size: number;
  accounts: readonly { id: string; n: number }[];
}): string {
  const hasher = createTermHasher({ orgId, environment: "test" });
  const shared = Object.entries(VALUES).map(([value, every]) => {
    const isThere = every === Number.POSITIVE_INFINITY ? "i = 7" : `i % ${every} = 0`;
    return `case when ${isThere} then ${hasher.term("value", value)} end`;
  });
  const ofAccount = accounts.map(({ id, n }) => {
    const isTheirs = n === 1 ? "i % 5 = 3" : `i % 5 <> 3 and 2 + (i / 20) % (${size} / 20) = ${n}`;
    return `case when ${isTheirs} then ${hasher.term("account", id)} end`;
  });
  const owners = [...ofAccount, `case when i % 50 = 7 then ${hasher.term("workflow", WORKFLOW)} end`];
  const others = ["i % 7", "i % 1000", ...[1, 2, 3, 4].map((n) => `i * 4000000007 + ${n}`)];
  const error = ["refused", "connection", "econnrefused"].map((word) => hasher.term("error", word));
  return `select ${ROW_ID}, array_remove(array[${[...shared, ...owners, ...others]}]::bigint[], null)
      || case when i % 20 = 3 then '{${error}}'::bigint[] else '{}' end,
    case when i % 1000 = 0 then array[${hasher.place("order.state", "seldom")}] else '{}' end from ${series}`;
}
