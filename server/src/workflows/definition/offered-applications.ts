import { type Application, listApplications } from "../../apps/catalog/application.ts";
import { getPortalOffer } from "../../auth/organizations/offered.ts";
import { readOrganization } from "../../auth/organizations/organizations.ts";
import type { AccountRef, Scope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { listPublishedSlugs } from "../versions/publications.ts";

type OfferDeps = Pick<Deps, "catalog" | "db" | "log">;

/**
 * The applications that the portal offers, in the organization's order: those that it chose, then the others as
 * configured. `connected` ones are always included, because customers must be able to disconnect them.
 */
export async function listPortalApplications(
  deps: OfferDeps,
  scope: Scope & { account?: AccountRef },
  connected: ReadonlySet<string>,
): Promise<Application[]> {
  const { applications: chosen, others } = getPortalOffer(
    await readOrganization(deps.db, scope.orgId),
    scope.environment,
  );
  const enabled = (await listApplications(deps, scope)).filter((one) => one.enabled);
  const bySlug = new Map(enabled.map((one) => [one.connector.info.slug, one]));
  const first = chosen.map((slug) => bySlug.get(slug)).filter((one) => one !== undefined);
  const wanted = others === "with_workflows" ? await listPublishedSlugs(deps.db, scope) : new Set<string>();
  const rest = enabled.filter(({ connector: { info } }) => {
    if (chosen.includes(info.slug)) return false;
    return others === "all" || wanted.has(info.slug) || connected.has(info.slug);
  });
  return [...first, ...rest];
}
