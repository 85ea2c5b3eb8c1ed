import { getCustomerWorkflows } from "../../auth/organizations/customer-workflows.ts";
import { readOrganization } from "../../auth/organizations/organizations.ts";
import type { Deps } from "../../deps.ts";
import { listOwnWorkflows } from "../../workflows/list.ts";
import type { Visit } from "../visit.ts";

/** What a customer may do with its own workflows: build them, or only switch off and delete existing ones. */
export type OwnWorkflowsAccess = "build" | "end";

/**
 * What the portal of a link lets the customer do with its own workflows; undefined if it has no pages for them. A
 * link whose creator may not act for the customer has none, nor has a link to one application: these pages issue
 * session tokens.
 */
export async function findOwnWorkflowsAccess(
  deps: Pick<Deps, "db">,
  { link, isAlone }: Visit,
): Promise<OwnWorkflowsAccess | undefined> {
  if (isAlone || link.withoutAssistants || link.askedBy !== undefined) return undefined;
  const { orgId, environment } = link.scope;
  const { building } = getCustomerWorkflows(await readOrganization(deps.db, orgId), environment);
  return ({ portal: "build", off: "end", api: undefined } as const)[building];
}

/** Like `findOwnWorkflowsAccess`, for the page that links there: undefined as well if there is nothing to end. */
export async function findOfferedAccess(
  deps: Pick<Deps, "db">,
  visit: Visit,
): Promise<OwnWorkflowsAccess | undefined> {
  const access = await findOwnWorkflowsAccess(deps, visit);
  if (access !== "end") return access;
  const { total } = await listOwnWorkflows(deps.db, visit.link.scope, { page: 1, limit: 1, offset: 0 });
  return total > 0 ? access : undefined;
}
