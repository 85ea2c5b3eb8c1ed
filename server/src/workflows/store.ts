import { type RawBuilder, sql } from "kysely";
import type { Environment, Scope } from "../auth/scope.ts";
import { type Db, json, type Tx } from "../platform/database/database.ts";
import { isId } from "../platform/id.ts";
import { requireFreeAlias, runWithAliasCheck } from "./definition/alias.ts";
import type { StoredWorkflow, VersionContent, Viewer, WorkflowContent, WorkflowRow } from "./table.ts";
import { compareContents } from "./versions/revision-changes.ts";
import { insertRevision, type RevisionOrigin } from "./versions/revisions.ts";

/** The content of a version. */
export const VERSION_COLUMNS = [
  "slug",
  "name",
  "description",
  "icon",
  "index_order",
  "auto_enable",
  "hide_in_config",
  "nodes",
  "edges",
  "settings",
  "data_slots",
  "test_instance_meta_data",
] as const satisfies readonly (keyof VersionContent)[];

/** The columns of a WorkflowRow except its owner. */
export const COLUMNS = [
  "id",
  "environment",
  "org_id",
  "account_id",
  "draft_of",
  "environments",
  "archived",
  "alias",
  "published",
  "version",
  ...VERSION_COLUMNS,
  "created_at",
  "updated_at",
  "revision",
] as const;

const STORED_COLUMNS = [
  "id",
  "org_id",
  "account_id",
  "draft_id",
  "environments",
  "archived_in",
  "alias",
  "version",
  ...VERSION_COLUMNS,
  "created_at",
  "updated_at",
  "revision",
] as const;

/** Subquery: the organization's id of the account that owns the workflow. */
export const OWNER = sql<
  string | null
>`(select a.account_id from linked_accounts a where a.id = workflow_records.account_id)`;

/** Subquery: the version that each environment has published. */
const PUBLISHED_IN = sql<Partial<Record<Environment, number>>>`(
  select coalesce(json_object_agg(p.environment, p.version), '{}') from workflow_publications p
  where p.workflow_id = workflows.id)`;

/**
 * One workflow by its id or alias, or a draft by its id, as its environment sees it; an alias that both have means
 * the organization's unless `ownFirst`. Undefined if the viewer may see none.
 */
export async function findWorkflow(
  db: Db,
  viewer: Viewer,
  idOrAlias: string,
): Promise<WorkflowRow | undefined> {
  const rows = selectVisibleWorkflows(db, viewer).select(COLUMNS).select(OWNER.as("owner"));
  if (isId(idOrAlias)) return rows.where("id", "=", idOrAlias).executeTakeFirst();
  return rows
    .where("alias", "=", idOrAlias)
    .where("draft_of", "is", null)
    .orderBy("account_id", (order) => (viewer.ownFirst ? order.nullsLast() : order.nullsFirst()))
    .executeTakeFirst();
}

/** The stored columns of the workflow with this id. */
export function findStoredWorkflow(
  db: Db,
  { orgId }: Scope,
  id: string,
): Promise<StoredWorkflow | undefined> {
  return db
    .selectFrom("workflows")
    .select(STORED_COLUMNS)
    .select(PUBLISHED_IN.as("publishedIn"))
    .where("org_id", "=", orgId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Keeps others from changing the workflow with this id until the transaction ends. */
export async function lockStored(tx: Tx, { orgId }: Scope, id: string): Promise<void> {
  const row = tx.selectFrom("workflows").select("id").where("org_id", "=", orgId).where("id", "=", id);
  await row.forUpdate().execute();
}

/** Inserts a new workflow; 400 if its alias is taken. */
export async function insertWorkflow(
  db: Db,
  place: Pick<StoredWorkflow, "id" | "org_id" | "account_id">,
  content: WorkflowContent,
  now: Date,
): Promise<StoredWorkflow> {
  await requireFreeAlias(db, place, content.alias);
  const values = { ...place, ...content, ...encoded(content), created_at: now, updated_at: now };
  const row = await runWithAliasCheck(content.alias, () =>
    db.insertInto("workflows").values(values).returning(STORED_COLUMNS).executeTakeFirstOrThrow(),
  );
  return { ...row, publishedIn: {} };
}

/** Changes what is stored, increases its revision and records who changed what; 400 if its alias is taken. */
export async function updateWorkflowRow(
  tx: Tx,
  stored: StoredWorkflow,
  changes: Partial<WorkflowContent> & Partial<Pick<StoredWorkflow, "version" | "draft_id" | "archived_in">>,
  change: RevisionOrigin,
): Promise<StoredWorkflow> {
  const { org_id, id, alias } = stored;
  await requireFreeAlias(tx, stored, changes.alias);
  const updated = await runWithAliasCheck(changes.alias ?? alias, () =>
    tx
      .updateTable("workflows")
      .set({ ...changes, ...encoded(changes), updated_at: change.now })
      .set({ revision: sql`revision + 1` })
      .where("org_id", "=", org_id)
      .where("id", "=", id)
      .returning(STORED_COLUMNS)
      .returning(PUBLISHED_IN.as("publishedIn"))
      .executeTakeFirstOrThrow(),
  );
  await insertRevision(tx, updated, compareContents(stored, updated, change.publication), change);
  return updated;
}

/** Deletes a workflow everywhere. Its versions stay: runs that were accepted still finish. */
export async function deleteWorkflow(
  db: Db,
  { org_id, id }: Pick<StoredWorkflow, "org_id" | "id">,
): Promise<void> {
  await db.deleteFrom("workflows").where("org_id", "=", org_id).where("id", "=", id).execute();
}

/** Stores the current draft of a workflow as its next, immutable version; returns the version's number. */
export function insertVersion(
  db: Db,
  workflow: Pick<StoredWorkflow, "id" | "org_id" | "account_id"> & VersionContent,
  now: Date,
): Promise<number> {
  const next = sql<number>`(select coalesce(max(version), 0) + 1 from workflow_versions
    where workflow_id = ${workflow.id} and version > 0)`;
  return insertAs(db, workflow, next, now);
}

/**
 * Stores content to be tested as a version with a negative number, which is never published and is deleted with its
 * tests; returns the number. The workflow is locked (`lockStored`).
 */
export function insertTestedVersion(
  db: Db,
  workflow: Pick<StoredWorkflow, "id" | "org_id" | "account_id"> & VersionContent,
  now: Date,
): Promise<number> {
  const next = sql<number>`(select least(coalesce(min(version), 0), 0) - 1 from workflow_versions
    where workflow_id = ${workflow.id})`;
  return insertAs(db, workflow, next, now);
}

async function insertAs(
  db: Db,
  workflow: Pick<StoredWorkflow, "id" | "org_id" | "account_id"> & VersionContent,
  next: RawBuilder<number>,
  now: Date,
): Promise<number> {
  const { id, org_id, account_id } = workflow;
  const content = toVersionContent(workflow);
  const { version } = await db
    .insertInto("workflow_versions")
    .values({
      ...content,
      ...encoded(content),
      workflow_id: id,
      version: next,
      org_id,
      account_id,
      created_at: now,
    })
    .returning("version")
    .executeTakeFirstOrThrow();
  return version;
}

/**
 * The published content of one version, which its runs execute; it outlives the workflow. Undefined if the version
 * does not exist.
 */
export function findVersion(
  db: Db,
  workflowId: string,
  version: number,
): Promise<VersionContent | undefined> {
  return db
    .selectFrom("workflow_versions")
    .select(VERSION_COLUMNS)
    .where("workflow_id", "=", workflowId)
    .where("version", "=", version)
    .executeTakeFirst();
}

/** Only the version's part of a larger object. */
export function toVersionContent(row: VersionContent): VersionContent {
  return Object.fromEntries(
    VERSION_COLUMNS.map((column) => [column, row[column]]),
  ) as unknown as VersionContent;
}

/** Who asks which workflows exist: a session token must not learn what other customers have. */
export type WorkflowViewer = Viewer & { readonly ownOnly?: boolean };

/**
 * Whether there is a workflow with this id or alias, published or not; for a customer, whether it owns it or could
 * run it.
 */
export async function hasWorkflow(db: Db, asker: WorkflowViewer, idOrAlias: string): Promise<boolean> {
  return (await findExistingWorkflows(db, asker, [idOrAlias])).has(idOrAlias);
}

/** Those of `names`, ids or aliases, for which `hasWorkflow` holds. */
export async function findExistingWorkflows(
  db: Db,
  asker: WorkflowViewer,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set();
  const all = asker.ownOnly
    ? selectVisibleWorkflows(db, asker).where((row) =>
        row.or([row("published", "=", true), row("account_id", "is not", null)]),
      )
    : selectWorkflowsInScope(db, asker);
  const rows = await all
    .select(["id", "alias"])
    .where("draft_of", "is", null)
    .where((row) => row.or([row("id", "in", names), row("alias", "in", names)]))
    .execute();
  return new Set(rows.flatMap(({ id, alias }) => [id, ...(alias === null ? [] : [alias])]));
}

/** The aliases of the workflows with these ids that the viewer may see, if they have one. */
export async function readAliases(
  db: Db,
  viewer: Viewer,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await selectVisibleWorkflows(db, viewer)
    .select(["id", "alias"])
    .where("id", "in", ids)
    .execute();
  return new Map(rows.flatMap(({ id, alias }) => (alias === null ? [] : [[id, alias] as const])));
}

/** Query: the workflows and drafts of an organization as the environment sees them. */
export function selectWorkflowsInScope(db: Db, { orgId, environment }: Scope) {
  return db.selectFrom("workflow_records").where("org_id", "=", orgId).where("environment", "=", environment);
}

/** Query: those that the viewer may see: the organization's, and the account's own. */
export function selectVisibleWorkflows(db: Db, viewer: Viewer) {
  const { account } = viewer;
  return selectWorkflowsInScope(db, viewer).where((where) =>
    account
      ? where.or([where("account_id", "is", null), where("account_id", "=", account.id)])
      : where("account_id", "is", null),
  );
}

/** The JSON columns of `content` as parameters; columns that are absent stay absent. */
function encoded(content: Partial<WorkflowContent>) {
  const { nodes, edges, settings, data_slots, test_instance_meta_data } = content;
  return {
    ...(nodes && { nodes: json(nodes) }),
    ...(edges && { edges: json(edges) }),
    ...(settings && { settings: json(settings) }),
    ...(data_slots && { data_slots: json(data_slots) }),
    ...(test_instance_meta_data && { test_instance_meta_data: json(test_instance_meta_data) }),
  };
}
