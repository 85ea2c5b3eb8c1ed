import { type Application, findApplication } from "../apps/catalog/application.ts";
import { needsConnection } from "../apps/connector-auth.ts";
import { type ConnectionRow, listConnections } from "../apps/store.ts";
import type { AccountScope } from "../auth/scope.ts";
import type { Deps } from "../deps.ts";
import { findApplications } from "../workflows/definition/applications.ts";
import { findTriggerApplication } from "../workflows/validation/application-problems.ts";
import { listWorkflowsOf } from "../workflows/versions/publications.ts";

/** An application with whose connections the workflows of a config work. */
export interface UsedApplication {
  readonly application: Application;
  /** All of the account's connections to it, oldest first. */
  readonly connections: readonly ConnectionRow[];
  /** Ids of the workflows that use it, without those that configs do not show. */
  readonly workflows: readonly string[];
}

/**
 * The applications that an account connects for the workflows of `slug`: that application itself, with which choices of
 * fields are looked up, then those that steps and triggers name, by name. Disabled ones and those that need no
 * connection are left out.
 */
export async function listUsedApplications(
  deps: Pick<Deps, "db" | "catalog" | "log" | "plans">,
  scope: AccountScope,
  slug: string,
): Promise<UsedApplication[]> {
  const published = await listWorkflowsOf(deps.db, scope, { slug, account: scope.account });
  const uses = await Promise.all(
    published.map(async ({ id, version, isHidden, startTriggers }) => {
      const found = await deps.plans.get(deps.db, id, version);
      const named = [slug, ...(found?.applications ?? []), ...startTriggers.map(findTriggerApplication)];
      return { id, isHidden, slugs: new Set(named.filter((one) => one !== undefined)) };
    }),
  );
  const others = new Set(uses.flatMap(({ slugs }) => [...slugs]));
  others.delete(slug);
  const [own, found, rows] = await Promise.all([
    findApplication(deps, scope, slug),
    findApplications(deps, scope, others),
    listConnections(deps.db, scope),
  ]);
  const byName = [...found.values()]
    .filter(({ connector }) => others.has(connector.info.slug))
    .sort((a, b) => sortKeyOf(a).localeCompare(sortKeyOf(b)));
  return [...(own ? [own] : []), ...byName]
    .filter(({ enabled, connector }) => enabled && needsConnection(connector.info.auth))
    .map((application) => {
      const name = application.connector.info.slug;
      return {
        application,
        connections: rows.filter((row) => row.slug === name),
        workflows: uses.flatMap(({ id, isHidden, slugs }) => (!isHidden && slugs.has(name) ? [id] : [])),
      };
    });
}

function sortKeyOf({ connector: { info } }: Application): string {
  return `${info.name}/${info.slug}`;
}
