import type { AccountRef, Scope } from "../../auth/scope.ts";
import { type Db, runStatement } from "../../platform/database/database.ts";
import type { Page } from "../../platform/page.ts";
import type { ApprovalSettings } from "../../workflows/nodes/approval.ts";
import { APPROVAL_TYPES } from "../../workflows/nodes/list.ts";
import type { Wait } from "../table.ts";

/** A waiting approval. */
export interface ApprovalRow {
  run_id: string;
  path: string;
  node_id: string;
  node_name: string;
  input: ApprovalSettings;
  sealed: string | null;
  account_id: string;
  config_id: string;
  wait: Wait | null;
  started_at: Date;
  workflow_id: string;
  workflow_name: string;
  accountId: string;
}

/** Filters of a list of approvals. */
export interface ApprovalFilter {
  readonly account?: AccountRef;
  readonly runId?: string;
  /** Id of the node, or the path of one step; the step takes precedence. */
  readonly node?: string;
  /** Leaves out those whose time is over by then, even before a worker has noticed. */
  readonly now?: Date;
}

const WAITING = `from run_steps s
    join runs r on r.id = s.run_id
    join linked_accounts a on a.id = r.account_id
    join workflow_versions v on v.workflow_id = r.workflow_id and v.version = r.workflow_version
    cross join lateral (
      select n ->> 'name' as node_name from json_array_elements(v.nodes) n
      where n ->> 'id' = s.node_id and n ->> 'type' = any ($6)
    ) node
    where s.status = 'Waiting' and s.wait ->> 'kind' = 'answer' and r.status = 'RUNNING'
      and r.org_id = $1 and r.environment = $2
      and ($3::text is null or r.account_id = $3) and ($4::text is null or r.id = $4)
      and ($5::text is null or s.path = $5 or s.node_id = $5)
      and ($7::timestamptz is null or (s.wait ->> 'until')::timestamptz > $7)
      and not exists (select from run_signals g where g.run_id = s.run_id and g.path = s.path and g.kind = 'answer')`;
const LIST = {
  text: `select s.run_id, s.path, s.node_id, node.node_name, s.input, s.sealed, r.account_id, r.config_id, s.wait, s.started_at, r.workflow_id, r.workflow_name,
      a.account_id as "accountId"
    ${WAITING} order by s.path = $5 desc, s.started_at desc, s.run_id desc, s.path limit $8 offset $9`,
};
const COUNT = { text: `select count(*)::int as total ${WAITING}` };

/** One page of the approvals that wait now, newest first, and their total number. */
export async function listApprovals(
  db: Db,
  { orgId, environment }: Scope,
  { account, runId, node, now }: ApprovalFilter,
  page: Pick<Page, "limit" | "offset">,
): Promise<{ rows: ApprovalRow[]; total: number }> {
  const values = [
    orgId,
    environment,
    account?.id ?? null,
    runId ?? null,
    node ?? null,
    APPROVAL_TYPES,
    now ?? null,
  ];
  const rows = await runStatement<ApprovalRow>(db, LIST, [...values, page.limit, page.offset]);
  const [count] = await runStatement<{ total: number }>(db, COUNT, values);
  return { rows, total: count?.total ?? 0 };
}
