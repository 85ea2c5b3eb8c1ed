import { listApplications } from "../../apps/catalog/application.ts";
import { listPortalApplications } from "../../apps/catalog/portal-availability.ts";
import { getCustomerWorkflows } from "../../auth/organizations/customer-workflows.ts";
import { readOrganization } from "../../auth/organizations/organizations.ts";
import type { AccountScope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import type { Statement } from "../../platform/database/database.ts";
import type { Json } from "../../platform/json/json.ts";
import { NODE_TYPES } from "../nodes/list.ts";
import { requireBuildPermission } from "../validation/customer-limits.ts";
import { START } from "./graph.ts";

// As many as an editor lists.
const LIST_EVENTS: Statement = {
  name: "workflows-list-own-events",
  text: `select name, sample from application_events
    where org_id = $1 and environment = $2 order by name limit 1000`,
};

/** What a customer may build its own workflows from; 403 if the organization does not let customers build any. */
export async function readWorkflowParts(
  deps: Pick<Deps, "db" | "database" | "catalog" | "log">,
  scope: AccountScope,
) {
  await requireBuildPermission(deps.db, { ...scope, ownOnly: true });
  const { orgId, environment } = scope;
  const { building, node_types } = getCustomerWorkflows(await readOrganization(deps.db, orgId), environment);
  const isLimited = building === "portal";
  const all = NODE_TYPES.map(({ type }) => type).filter((type) => type !== START);
  const applications = isLimited
    ? // Without the account, as the limits require: its connections do not widen what it is offered.
      await listPortalApplications(deps, { orgId, environment }, new Set())
    : (await listApplications(deps, scope)).filter(({ enabled }) => enabled);
  return {
    building,
    node_types: isLimited ? [...node_types] : all,
    applications: applications.map(({ connector: { info } }) => ({
      slug: info.slug,
      name: info.name,
      icon: info.icon,
    })),
    // If nothing was chosen, events were never shown: an update must not reveal what an installation has not shown
    // before.
    events: isLimited ? await listOwnEvents(deps, scope) : [],
  };
}

async function listOwnEvents(
  { database }: Pick<Deps, "database">,
  { orgId, environment }: AccountScope,
): Promise<{ name: string; raw_response?: Json }[]> {
  const rows = await database.query<{ name: string; sample: Json | null }>(LIST_EVENTS, [orgId, environment]);
  return rows.map(({ name, sample }) => ({ name, ...(sample !== null && { raw_response: sample }) }));
}
