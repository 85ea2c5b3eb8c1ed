import { type Static, Type } from "typebox";
import { getPortalOffer, type PortalOffer } from "../../auth/organizations/offered.ts";
import { readOrganization } from "../../auth/organizations/organizations.ts";
import type { AccountRef, Scope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import {
  type Application,
  type ApplicationReaderDeps,
  listApplications,
  needsClient,
} from "./application.ts";

/** What an application may lack before customers find it in the portal, in the order in which it is mended. */
const GAPS = ["credential", "oauth_client", "enabled", "offer", "workflow"] as const;

/** Whether customers find an application in the portal and can connect it, and what it lacks (D480). */
export const PortalAvailability = Type.Object(
  {
    in_portal: Type.Boolean({ description: "Whether the portal shows it to every customer." }),
    ready: Type.Boolean({ description: "Whether customers could connect it." }),
    missing: Type.Array(Type.Enum(GAPS), {
      description:
        "What keeps it out of the portal, in the order in which to mend it: `credential` (nobody has said how customers authenticate), `oauth_client`, `enabled`, `offer` (the portal's applications do not include it), `workflow` (none is published, and the portal offers only applications with one).",
    }),
  },
  { description: "Whether customers find it in the portal, and what it lacks." },
);
export type Availability = Static<typeof PortalAvailability>;

/** What decides beside an application itself: the organization's choice, and the applications with a workflow. */
export interface PortalRules {
  readonly offer: PortalOffer;
  readonly published: ReadonlySet<string>;
}

type Viewer = Scope & { readonly account?: AccountRef };

/** What the portal of an environment offers; for an account, its own published workflows count, too. */
export async function readPortalRules(
  { db }: Pick<Deps, "db">,
  { orgId, environment, account }: Viewer,
): Promise<PortalRules> {
  const offer = getPortalOffer(await readOrganization(db, orgId), environment);
  if (offer.others !== "with_workflows") return { offer, published: new Set() };
  const rows = await db
    .selectFrom("workflow_publications")
    .select("slug")
    .distinct()
    .where("org_id", "=", orgId)
    .where("environment", "=", environment)
    .where((where) =>
      where.or([
        where("account_id", "is", null),
        ...(account === undefined ? [] : [where("account_id", "=", account.id)]),
      ]),
    )
    .execute();
  return { offer, published: new Set(rows.flatMap(({ slug }) => (slug === null ? [] : [slug]))) };
}

/** The one answer to whether customers can connect an application, for the portal, the API and the dashboard. */
export function getAvailability(application: Application, rules: PortalRules): Availability {
  const ownGap = findOwnGap(application);
  const offerGap = findOfferGap(application.connector.info.slug, rules);
  const missing = [ownGap, offerGap].filter((gap) => gap !== undefined);
  return { in_portal: missing.length === 0, ready: ownGap === undefined, missing };
}

function findOwnGap(application: Application): (typeof GAPS)[number] | undefined {
  const { authTypes, connector, enabled } = application;
  if (needsClient(application)) return "oauth_client";
  if (authTypes.length === 0 && connector.info.auth.yourApp === undefined) return "credential";
  return enabled ? undefined : "enabled";
}

function findOfferGap(slug: string, { offer, published }: PortalRules): (typeof GAPS)[number] | undefined {
  if (offer.others === "all" || offer.applications.includes(slug)) return undefined;
  if (offer.others === "none") return "offer";
  return published.has(slug) ? undefined : "workflow";
}

/**
 * The applications that the portal shows, in the organization's order: those that it chose, then the others as
 * configured. Enabled ones that are `connected` are always among them, because customers must be able to disconnect
 * them.
 */
export async function listPortalApplications(
  deps: ApplicationReaderDeps,
  scope: Viewer,
  connected: ReadonlySet<string>,
): Promise<Application[]> {
  const rules = await readPortalRules(deps, scope);
  const shown = (await listApplications(deps, scope)).filter(
    (one) => getAvailability(one, rules).in_portal || (one.enabled && connected.has(one.connector.info.slug)),
  );
  const chosen = new Map(rules.offer.applications.map((slug, index) => [slug, index]));
  const placeOf = ({ connector }: Application) => chosen.get(connector.info.slug) ?? chosen.size;
  return shown.sort((a, b) => placeOf(a) - placeOf(b));
}
