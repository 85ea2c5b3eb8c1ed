import { findApplication } from "../../apps/catalog/application.ts";
import { needsConnection } from "../../apps/connector-auth.ts";
import { findConnections } from "../../apps/store.ts";
import type { AccountScope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { DONE } from "../../workflows/definition/graph.ts";
import type { Plan, PlanNode, Region } from "../../workflows/definition/plan.ts";
import { type ChosenConnections, getChosenConnection } from "../../workflows/definition/stored-values.ts";
import { collectApplications } from "../../workflows/validation/application-problems.ts";
import type { MissingConnection } from "./tool.ts";

/**
 * The first of these applications that the customer has yet to connect, or whose `chosen` connection must be made
 * again. Unknown and disabled ones do not count, nor those that need no connection.
 */
export async function findMissingConnection(
  deps: Pick<Deps, "catalog" | "database" | "db" | "log">,
  scope: AccountScope,
  slugs: Iterable<string>,
  chosen: ChosenConnections = {},
): Promise<MissingConnection | undefined> {
  for (const slug of slugs) {
    const connectionId = getChosenConnection(chosen, slug);
    if (await isConnected(deps, scope, slug, connectionId)) continue;
    const application = await findApplication(deps, scope, slug);
    if (application?.enabled && needsConnection(application.connector.info.auth))
      return { kind: "connect", slug, name: application.connector.info.name, connectionId };
  }
  return undefined;
}

/**
 * Whether the customer has a working connection to the application, or the named one works. One that was removed cannot
 * be made again: the call itself says so.
 */
export async function isConnected(
  { database }: Pick<Deps, "database">,
  scope: AccountScope,
  slug: string,
  connectionId?: string,
): Promise<boolean> {
  const rows = await findConnections(database, scope, slug, connectionId);
  if (connectionId !== undefined && rows.length === 0) return true;
  return rows.some(({ status }) => status === "active");
}

/**
 * Slugs of the applications that a workflow cannot do without: its own, and those that every execution reaches. One
 * behind a branch may be an alternative, and one whose step may fail is not needed.
 */
export function listNeededApplications(plan: Plan, slug: string | null): ReadonlySet<string> {
  const anywhere = namedBy(allNodes(plan), slug);
  const needed = namedBy(certainNodes(plan), slug);
  return slug !== null && anywhere.has(slug) ? needed.add(slug) : needed;
}

function namedBy(nodes: readonly PlanNode[], slug: string | null): Set<string> {
  const failing = nodes.filter(
    ({ node, hasErrorEdge }) => !hasErrorEdge && (node.on_error ?? "fail") === "fail",
  );
  // Triggers have already delivered their input.
  return collectApplications({ nodes: failing.map(({ node }) => ({ ...node, triggers: [] })), slug });
}

function allNodes({ nodes }: Region): PlanNode[] {
  return [...nodes.values()].flatMap((node) => [node, ...(node.body ? allNodes(node.body) : [])]);
}

/** Nodes that depend on no branch, nor on whether a loop has items. */
function certainNodes({ nodes, entries }: Region): PlanNode[] {
  const found = new Set(entries);
  for (const id of found)
    for (const { target, handle } of nodes.get(id)?.outgoing ?? [])
      if (handle === null || handle === DONE) found.add(target);
  return [...found].flatMap((id) => nodes.get(id) ?? []);
}
