import { type Selectable, type SelectQueryBuilder, sql } from "kysely";
import type { AccountScope, Scope } from "../auth/scope.ts";
import { readCountedPage } from "../platform/database/counted-page.ts";
import type { Db, Tables } from "../platform/database/database.ts";
import { buildLikePattern } from "../platform/database/like-pattern.ts";
import type { Page } from "../platform/page.ts";
import { START, type WorkflowEdge, type WorkflowNode } from "./definition/graph.ts";
import { COLUMNS, OWNER, selectVisibleWorkflows, selectWorkflowsInScope } from "./store.ts";
import type { WorkflowFilter, WorkflowRow, WorkflowVersionTable } from "./table.ts";

const NO_DRAFTS = "none";
const LIGHT_COLUMNS = COLUMNS.filter((column) => column !== "nodes" && column !== "edges");
const START_NODES = sql<
  WorkflowNode[]
>`(select coalesce(json_agg(n), '[]') from json_array_elements(nodes) n where n ->> 'type' = ${START})`;

/**
 * A page of what the account sees (spec 4.2): the organization's published workflows that are not hidden, and its
 * own. A filter by drafts returns those of its own.
 */
export function listShownWorkflows(
  db: Db,
  viewer: AccountScope,
  filter: WorkflowFilter,
  page: Page,
): Promise<{ rows: WorkflowRow[]; total: number }> {
  const all = filtered(selectVisibleWorkflows(db, viewer), filter);
  const isOfDrafts = filter.draftOf !== undefined && !filter.draftOf.includes(NO_DRAFTS);
  const shown = isOfDrafts
    ? all.where("account_id", "=", viewer.account.id)
    : all
        .where("draft_of", "is", null)
        .where((where) =>
          where.or([
            where.and([
              where("account_id", "is", null),
              where("published", "=", true),
              where("hide_in_config", "=", false),
            ]),
            where("account_id", "=", viewer.account.id),
          ]),
        );
  const ordered = shown.orderBy("index_order").orderBy("id", "desc");
  return readCountedPage(db, selected(ordered, filter), page);
}

/** A page of the account's own workflows, newest first, each with whether it has unpublished changes. */
export async function listOwnWorkflows(
  db: Db,
  viewer: AccountScope,
  page: Page,
): Promise<{ own: { row: WorkflowRow; isChanged: boolean }[]; total: number }> {
  const all = selectVisibleWorkflows(db, viewer)
    .where("account_id", "=", viewer.account.id)
    .where("draft_of", "is", null)
    .where("archived", "=", false)
    .orderBy("id", "desc");
  const { rows, total } = await readCountedPage(db, selected(all, { withoutGraph: true }), page);
  const draftOf = rows.map(({ id }) => id);
  const every = { offset: 0, limit: draftOf.length, page: 1 };
  const drafts =
    rows.length === 0
      ? []
      : (await listShownWorkflows(db, viewer, { draftOf, withoutGraph: true }, every)).rows;
  const changed = new Set(drafts.map((draft) => draft.draft_of));
  return { own: rows.map((row) => ({ row, isChanged: changed.has(row.id) })), total };
}

/** A page of everything in the scope, drafts and the accounts' own workflows included, newest first. */
export function listAllWorkflows(
  db: Db,
  scope: Scope,
  filter: WorkflowFilter,
  page: Page,
): Promise<{ rows: WorkflowRow[]; total: number }> {
  const all = filtered(selectWorkflowsInScope(db, scope), filter).orderBy("id", "desc");
  return readCountedPage(db, selected(all, filter), page);
}

/** A page of a workflow's versions, newest first; with `only` just that one. */
export function listVersions(
  db: Db,
  workflowId: string,
  page: Page,
  only?: number,
): Promise<{ rows: Selectable<WorkflowVersionTable>[]; total: number }> {
  const all = db
    .selectFrom("workflow_versions")
    .selectAll()
    .where("workflow_id", "=", workflowId)
    // The others belong to tests.
    .where("version", ">", 0);
  const versions = only === undefined ? all : all.where("version", "=", only);
  return readCountedPage(db, versions.orderBy("version", "desc"), page);
}

function selected<Output>(
  query: SelectQueryBuilder<Tables, "workflow_records", Output>,
  { withoutGraph }: WorkflowFilter,
) {
  const rows = query.select(OWNER.as("owner"));
  if (!withoutGraph) return rows.select(COLUMNS);
  return rows
    .select(LIGHT_COLUMNS)
    .select([START_NODES.as("nodes"), sql<WorkflowEdge[]>`'[]'::json`.as("edges")]);
}

function filtered<Output>(
  query: SelectQueryBuilder<Tables, "workflow_records", Output>,
  { ids, slug, application, owner, name, published, archived = false, draftOf, from, until }: WorkflowFilter,
) {
  let rows = query;
  // Whoever names workflows has found them already.
  if (ids === undefined) rows = rows.where("archived", "=", archived);
  if (ids !== undefined) rows = rows.where("id", "in", ids);
  if (slug !== undefined) rows = rows.where("slug", "=", slug);
  if (application !== undefined) rows = rows.where("slug", "=", application);
  if (owner !== undefined) rows = rows.where("account_id", owner === "account" ? "is not" : "is", null);
  if (name !== undefined) rows = rows.where("name", "ilike", buildLikePattern(name));
  if (published !== undefined) rows = rows.where("published", "=", published);
  if (draftOf?.includes(NO_DRAFTS)) rows = rows.where("draft_of", "is", null);
  else if (draftOf !== undefined) rows = rows.where("draft_of", "in", draftOf);
  if (from) rows = rows.where("created_at", ">=", from);
  if (until) rows = rows.where("created_at", "<", until);
  return rows;
}
