import { sql } from "kysely";
import type { AccountRef, Scope } from "../auth/scope.ts";
import { type Db, json, sqlState, type Tx } from "../platform/database/database.ts";
import { badRequest } from "../platform/errors.ts";
import { isId } from "../platform/id.ts";
import type { Content, OfferedWorkflow, RunnableWorkflow, Viewer, WorkflowRow } from "./table.ts";

/** The columns of a WorkflowRow but its owner. */
export const COLUMNS = [
  "id",
  "org_id",
  "account_id",
  "draft_of",
  "environments",
  "slug",
  "alias",
  "name",
  "description",
  "icon",
  "index_order",
  "auto_enable",
  "hide_in_config",
  "published",
  "version",
  "nodes",
  "edges",
  "settings",
  "data_slots",
  "test_instance_meta_data",
  "created_at",
  "updated_at",
  "revision",
] as const;

/** Subquery: the SaaS company's id of the account that alone has the workflow. */
export const OWNER = sql<
  string | null
>`(select a.account_id from linked_accounts a where a.id = workflows.account_id)`;

/** One workflow or draft that the viewer may see; undefined for all others. */
export async function findWorkflow(db: Db, viewer: Viewer, id: string): Promise<WorkflowRow | undefined> {
  return visible(db, viewer)
    .select(COLUMNS)
    .select(OWNER.as("owner"))
    .where("id", "=", id)
    .executeTakeFirst();
}

/** A workflow with its draft, if there is one; `asked` is the one whose id was given. */
export interface Pair {
  readonly main: WorkflowRow;
  readonly draft: WorkflowRow | undefined;
  readonly asked: WorkflowRow;
}

/** The pair of a workflow's or a draft's id. Undefined where the viewer sees none. */
export function findPair(db: Db, viewer: Viewer, id: string): Promise<Pair | undefined> {
  return pairOf(db, viewer, id, (mainId) => byKey(db, viewer, "id", mainId).executeTakeFirst());
}

/** The same, and nobody else changes the two until the transaction ends. */
export function lockPair(tx: Tx, viewer: Viewer, id: string): Promise<Pair | undefined> {
  // Only the workflow is locked, and its draft looked for afterwards: one that was made while this waited is seen.
  return pairOf(tx, viewer, id, (mainId) => byKey(tx, viewer, "id", mainId).forUpdate().executeTakeFirst());
}

async function pairOf(
  db: Db,
  viewer: Viewer,
  id: string,
  readMain: (id: string) => Promise<WorkflowRow | undefined>,
): Promise<Pair | undefined> {
  const found = await findWorkflow(db, viewer, id);
  const main = found && (await readMain(found.draft_of ?? id));
  if (!main) return undefined;
  const draft = await byKey(db, viewer, "draft_of", main.id).executeTakeFirst();
  const asked = [main, draft].find((row) => row?.id === id);
  return asked && { main, draft, asked };
}

function byKey(db: Db, { orgId }: Scope, key: "id" | "draft_of", value: string) {
  return db
    .selectFrom("workflows")
    .select(COLUMNS)
    .select(OWNER.as("owner"))
    .where("org_id", "=", orgId)
    .where(key, "=", value);
}

/** Stores a new workflow or draft; 400 when its alias is taken. */
export async function insertWorkflow(
  db: Db,
  place: Pick<WorkflowRow, "id" | "org_id" | "account_id" | "draft_of"> & { version?: number },
  content: Content,
  now: Date,
): Promise<WorkflowRow> {
  const values = { ...place, ...content, ...encoded(content), created_at: now, updated_at: now };
  return refuseTakenAlias(content.alias, () =>
    db
      .insertInto("workflows")
      .values(values)
      .returning(COLUMNS)
      .returning(OWNER.as("owner"))
      .executeTakeFirstOrThrow(),
  );
}

/** Changes one row and lets its revision grow; 400 when its alias is taken. */
export async function updateWorkflow(
  db: Db,
  { org_id, id }: WorkflowRow,
  changes: Partial<Content> & { published?: boolean; version?: number },
  now: Date,
): Promise<WorkflowRow> {
  return refuseTakenAlias(changes.alias, () =>
    db
      .updateTable("workflows")
      .set({ ...changes, ...encoded(changes), updated_at: now })
      .set({ revision: sql`revision + 1` })
      .where("org_id", "=", org_id)
      .where("id", "=", id)
      .returning(COLUMNS)
      .returning(OWNER.as("owner"))
      .executeTakeFirstOrThrow(),
  );
}

/** Deletes a workflow with its draft, or a draft alone. Its versions stay: runs that were accepted still finish. */
export async function deleteWorkflow(db: Db, { org_id, id }: WorkflowRow): Promise<void> {
  await db.deleteFrom("workflows").where("org_id", "=", org_id).where("id", "=", id).execute();
}

/** Records what a workflow is now as its next version, for good; returns the version's number. */
export async function insertVersion(
  db: Db,
  workflow: Pick<WorkflowRow, "id" | "org_id" | "account_id" | "nodes" | "edges" | "settings" | "data_slots">,
  now: Date,
): Promise<number> {
  const { id, org_id, account_id, nodes, edges, settings, data_slots } = workflow;
  const next = sql<number>`(select coalesce(max(version), 0) + 1 from workflow_versions where workflow_id = ${id})`;
  const { version } = await db
    .insertInto("workflow_versions")
    .values({
      workflow_id: id,
      version: next,
      org_id,
      account_id,
      nodes: json(nodes),
      edges: json(edges),
      settings: json(settings),
      data_slots: json(data_slots),
      created_at: now,
    })
    .returning("version")
    .executeTakeFirstOrThrow();
  return version;
}

/** What one version published, and what its runs carry out; it outlives the workflow. Undefined where there is no such version. */
export function findVersion(
  db: Db,
  workflowId: string,
  version: number,
): Promise<Pick<WorkflowRow, "nodes" | "edges" | "settings" | "data_slots"> | undefined> {
  return db
    .selectFrom("workflow_versions")
    .select(["nodes", "edges", "settings", "data_slots"])
    .where("workflow_id", "=", workflowId)
    .where("version", "=", version)
    .executeTakeFirst();
}

/** The published workflow of this id or alias that the account may run; its own alias goes before the organization's. */
export function findRunnable(
  db: Db,
  scope: Scope,
  idOrAlias: string,
  account?: AccountRef,
): Promise<RunnableWorkflow | undefined> {
  return published(db, { ...scope, account })
    .where(isId(idOrAlias) ? "id" : "alias", "=", idOrAlias)
    .orderBy(sql`account_id nulls last`)
    .executeTakeFirst();
}

/** What configs of an application offer: its published, not hidden workflows, the account's own included, in the order shown. */
export function publishedFor(
  db: Db,
  scope: Scope,
  { slug, account }: { slug: string; account?: AccountRef },
): Promise<OfferedWorkflow[]> {
  return published(db, { ...scope, account })
    .select(["description", "icon", "auto_enable as autoEnable", "data_slots as dataSlots"])
    .select(sql<string | null>`settings ->> 'associated_page'`.as("associatedPage"))
    .where("slug", "=", slug)
    .where("hide_in_config", "=", false)
    .orderBy("index_order")
    .orderBy("id", "desc")
    .execute();
}

/** Whether anybody in the scope has a workflow of this id or alias, published or not. */
export async function workflowExists(db: Db, scope: Scope, idOrAlias: string): Promise<boolean> {
  const found = await inScope(db, scope)
    .select("id")
    .where(isId(idOrAlias) ? "id" : "alias", "=", idOrAlias)
    .where("draft_of", "is", null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Those of `names`, ids or aliases, for which `workflowExists` in the scope. */
export async function existingWorkflows(
  db: Db,
  scope: Scope,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set();
  const rows = await inScope(db, scope)
    .select(["id", "alias"])
    .where("draft_of", "is", null)
    .where((row) => row.or([row("id", "in", names), row("alias", "in", names)]))
    .execute();
  return new Set(rows.flatMap(({ id, alias }) => [id, ...(alias === null ? [] : [alias])]));
}

/** The aliases of the workflows of these ids that the viewer may see, as far as they have one. */
export async function aliasesOf(
  db: Db,
  viewer: Viewer,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await visible(db, viewer).select(["id", "alias"]).where("id", "in", ids).execute();
  return new Map(rows.flatMap(({ id, alias }) => (alias === null ? [] : [[id, alias] as const])));
}

/** Whether the organization, or the viewer's account, has given the alias to a workflow. */
export async function isAliasTaken(db: Db, viewer: Viewer, alias: string): Promise<boolean> {
  const { account } = viewer;
  const found = await visible(db, viewer)
    .select("id")
    .where("alias", "=", alias)
    .where("account_id", account ? "=" : "is", account?.id ?? null)
    .where("draft_of", "is", null)
    .executeTakeFirst();
  return found !== undefined;
}

/** Query: the workflows of an organization that are available in the environment. */
export function inScope(db: Db, { orgId, environment }: Scope) {
  return db
    .selectFrom("workflows")
    .where("org_id", "=", orgId)
    .where(sql<boolean>`${environment} = any (environments)`);
}

/** Query: those that the viewer may see: the organization's, and the account's own. */
export function visible(db: Db, viewer: Viewer) {
  const { account } = viewer;
  return inScope(db, viewer).where((where) =>
    account
      ? where.or([where("account_id", "is", null), where("account_id", "=", account.id)])
      : where("account_id", "is", null),
  );
}

function published(db: Db, viewer: Viewer) {
  return visible(db, viewer).select(["id", "version", "slug", "name"]).where("published", "=", true);
}

/** The JSON columns of `content` as parameters; columns that are absent stay absent. */
function encoded(content: Partial<Content>) {
  const { nodes, edges, settings, data_slots, test_instance_meta_data } = content;
  return {
    ...(nodes && { nodes: json(nodes) }),
    ...(edges && { edges: json(edges) }),
    ...(settings && { settings: json(settings) }),
    ...(data_slots && { data_slots: json(data_slots) }),
    ...(test_instance_meta_data && { test_instance_meta_data: json(test_instance_meta_data) }),
  };
}

async function refuseTakenAlias<Result>(
  alias: string | null | undefined,
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (!alias || sqlState(error) !== "23505") throw error;
    throw badRequest(`workflow_alias "${alias}" is the alias of another workflow.`);
  }
}
