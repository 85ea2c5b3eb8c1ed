import { type SelectQueryBuilder, sql } from "kysely";
import type { AccountRef, Scope } from "../auth/scope.ts";
import type { Db, Tables } from "../platform/database/database.ts";
import type { Page } from "../platform/page.ts";
import type { RunWithAccount } from "./schema.ts";
import type { StepRow } from "./store.ts";
import type { RunSource, RunStatus } from "./table.ts";

/** What a list of executions can be narrowed to (platform-surface 3.5). */
export interface RunFilter {
  account?: AccountRef;
  status?: RunStatus;
  workflowId?: string;
  /** Part of the workflow's name, in any case. */
  workflowName?: string;
  executionId?: string;
  slugs?: string[];
  from?: Date;
  /** Exclusive. */
  until?: Date;
  executionType?: "SYNC" | "ASYNC";
  source?: RunSource;
  oldestFirst?: boolean;
}

type Filtered = SelectQueryBuilder<Tables, "runs" | "linked_accounts", unknown>;

/** One page of executions, newest first unless asked otherwise, and how many there are. */
export async function listRuns(
  db: Db,
  scope: Scope,
  filter: RunFilter,
  page: Page,
): Promise<{ rows: RunWithAccount[]; total: number }> {
  const matching = applyFilter(
    db
      .selectFrom("runs")
      .innerJoin("linked_accounts", "linked_accounts.id", "runs.account_id")
      .where("runs.org_id", "=", scope.orgId)
      .where("runs.environment", "=", scope.environment),
    filter,
  );
  const rows = await matching
    .selectAll("runs")
    .select("linked_accounts.account_id as accountId")
    .orderBy("runs.id", filter.oldestFirst ? "asc" : "desc")
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const { total } = await matching.select(sql<number>`count(*)::int`.as("total")).executeTakeFirstOrThrow();
  return { rows, total };
}

function applyFilter(query: Filtered, filter: RunFilter): Filtered {
  const {
    account,
    status,
    workflowId,
    workflowName,
    executionId,
    slugs,
    from,
    until,
    executionType,
    source,
  } = filter;
  let result = query;
  if (account) result = result.where("runs.account_id", "=", account.id);
  if (status) result = result.where("runs.status", "=", status);
  if (workflowId) result = result.where("runs.workflow_id", "=", workflowId);
  if (workflowName)
    result = result.where("runs.workflow_name", "ilike", `%${workflowName.replace(/[\\%_]/g, "\\$&")}%`);
  if (executionId) result = result.where("runs.id", "=", executionId);
  if (slugs) result = result.where("runs.slug", "in", slugs);
  if (from) result = result.where("runs.created_at", ">=", from);
  if (until) result = result.where("runs.created_at", "<", until);
  if (executionType) result = result.where("runs.execution_type", "=", executionType);
  if (source) result = result.where("runs.source", "=", source);
  return result;
}

/** One execution in `scope`, of `account` if given, with the account's own id. */
export function findRun(
  db: Db,
  scope: Scope,
  runId: string,
  account?: AccountRef,
): Promise<RunWithAccount | undefined> {
  const query = db
    .selectFrom("runs")
    .innerJoin("linked_accounts", "linked_accounts.id", "runs.account_id")
    .selectAll("runs")
    .select("linked_accounts.account_id as accountId")
    .where("runs.org_id", "=", scope.orgId)
    .where("runs.environment", "=", scope.environment)
    .where("runs.id", "=", runId);
  return (account ? query.where("runs.account_id", "=", account.id) : query).executeTakeFirst();
}

/** The newest attempt at each path of a run. */
export function listSteps(db: Db, runId: string): Promise<StepRow[]> {
  return db
    .selectFrom("run_steps")
    .selectAll()
    .distinctOn("path")
    .where("run_id", "=", runId)
    .orderBy("path")
    .orderBy("attempt", "desc")
    .execute();
}
