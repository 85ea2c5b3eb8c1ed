import { sql } from "kysely";
import type { AccountRef, Environment, Scope } from "../../auth/scope.ts";
import type { Db } from "../../platform/database/database.ts";
import { isId } from "../../platform/id.ts";
import type { WorkflowTrigger } from "../definition/graph.ts";
import type { AliasOrder, OfferedWorkflow, RunnableWorkflow, StoredWorkflow, Viewer } from "../table.ts";

interface PublishedWorkflow extends RunnableWorkflow {
  readonly isHidden: boolean;
  readonly startTriggers: readonly WorkflowTrigger[];
}

/**
 * The published workflow with this id or alias that the account may run; an alias that both have means the
 * organization's unless `ownFirst`.
 */
export function findRunnable(
  db: Db,
  scope: Scope & AliasOrder,
  idOrAlias: string,
  account?: AccountRef,
): Promise<RunnableWorkflow | undefined> {
  const { environment, ownFirst = false } = scope;
  const rows = selectPublished(db, { ...scope, account });
  if (isId(idOrAlias)) return rows.where("p.workflow_id", "=", idOrAlias).executeTakeFirst();
  return rows
    .where("w.alias", "=", idOrAlias)
    .where((where) => where.or([where.val(ownFirst), buildFreeAliasCondition(environment)]))
    .orderBy("p.account_id", (order) => (ownFirst ? order.nullsLast() : order.nullsFirst()))
    .executeTakeFirst();
}

/**
 * Whether the organization may mean the workflow `w` by its alias: an account's own only if it has none itself,
 * published or not.
 */
export function buildFreeAliasCondition(environment: Environment) {
  return sql<boolean>`(w.account_id is null or not exists (select from workflows o
    where o.org_id = w.org_id and o.alias = w.alias and o.account_id is null and ${environment} = any (o.environments)))`;
}

/**
 * What configs of an application offer: its published workflows that are not hidden, including the account's own, in
 * display order.
 */
export function listOfferedWorkflows(
  db: Db,
  scope: Scope,
  { slug, account }: { slug: string; account?: AccountRef },
): Promise<OfferedWorkflow[]> {
  return selectPublished(db, { ...scope, account })
    .select(["p.description", "p.icon", "p.auto_enable as autoEnable", "p.data_slots as dataSlots"])
    .select(["w.alias", sql<boolean>`p.account_id is not null`.as("isOwn")])
    .select([sql<string | null>`p.settings ->> 'associated_page'`.as("associatedPage")])
    .where("p.slug", "=", slug)
    .where("p.hide_in_config", "=", false)
    .orderBy("p.index_order")
    .orderBy("p.workflow_id", "desc")
    .execute();
}

/** The published workflows of an application, hidden ones too, each with the triggers that start it. */
export function listWorkflowsOf(
  db: Db,
  scope: Scope,
  { slug, account }: { slug: string; account?: AccountRef },
): Promise<PublishedWorkflow[]> {
  return selectPublished(db, { ...scope, account })
    .select(["p.hide_in_config as isHidden"])
    .select(sql<WorkflowTrigger[]>`p.start_triggers`.as("startTriggers"))
    .where("p.slug", "=", slug)
    .orderBy("p.index_order")
    .orderBy("p.workflow_id", "desc")
    .execute();
}

/**
 * Query: the publications of the viewer's environment that the viewer may see, as `p`, each with its workflow `w`
 * (D210).
 */
export function selectPublished(db: Db, { orgId, environment, account }: Viewer) {
  return db
    .selectFrom("workflow_publications as p")
    .innerJoin("workflows as w", "w.id", "p.workflow_id")
    .select(["p.workflow_id as id", "p.version", "p.slug", "p.name"])
    .where("p.org_id", "=", orgId)
    .where("p.environment", "=", environment)
    .where((where) =>
      account
        ? where.or([where("p.account_id", "is", null), where("p.account_id", "=", account.id)])
        : where("p.account_id", "is", null),
    );
}

/** Makes an environment run and show a version from now on, replacing the previous one. */
export async function publishIn(
  db: Db,
  { id, org_id }: StoredWorkflow,
  environment: Environment,
  version: number,
  now: Date,
): Promise<void> {
  await sql`insert into workflow_publications (workflow_id, environment, org_id, account_id, version, slug, name,
      description, icon, index_order, auto_enable, hide_in_config, settings, data_slots, events, start_triggers,
      published_at, revision)
    select w.id, ${environment}, w.org_id, w.account_id, v.version, v.slug, v.name,
      v.description, v.icon, v.index_order, v.auto_enable, v.hide_in_config, v.settings, v.data_slots,
      start_events(v.nodes::jsonb),
      jsonb_path_query_array(v.nodes::jsonb, '$[*] ? (@.type == "start").triggers[*]'), ${now}, w.revision
    from workflows w join workflow_versions v on v.workflow_id = w.id and v.version = ${version}
    where w.id = ${id} and w.org_id = ${org_id}
    on conflict (workflow_id, environment) do update set version = excluded.version, slug = excluded.slug,
      name = excluded.name, description = excluded.description, icon = excluded.icon,
      index_order = excluded.index_order, auto_enable = excluded.auto_enable,
      hide_in_config = excluded.hide_in_config, settings = excluded.settings, data_slots = excluded.data_slots,
      events = excluded.events, start_triggers = excluded.start_triggers, published_at = excluded.published_at,
      revision = excluded.revision`.execute(db);
}

/** Updates the revision that environments show to that of the workflow: something that they share has changed. */
export async function updatePublicationRevisions(
  db: Db,
  { id, org_id, revision }: StoredWorkflow,
): Promise<void> {
  const rows = db.updateTable("workflow_publications").set({ revision });
  await rows.where("org_id", "=", org_id).where("workflow_id", "=", id).execute();
}

/** Makes environments run and show no version any more; the last one stays recorded. */
export async function unpublishIn(
  db: Db,
  { id, org_id }: StoredWorkflow,
  environments: readonly Environment[],
): Promise<void> {
  if (environments.length === 0) return;
  await sql`with gone as (
      delete from workflow_publications where org_id = ${org_id} and workflow_id = ${id}
        and environment = any (${[...environments]}::text[]) returning environment, version
    ) update workflows set last_published = last_published
        || coalesce((select jsonb_object_agg(environment, version) from gone), '{}')
      where org_id = ${org_id} and id = ${id}`.execute(db);
}
