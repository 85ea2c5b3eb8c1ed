import { type Static, Type } from "typebox";
import { listApplications } from "../apps/catalog/application.ts";
import { getScope } from "../auth/guard.ts";
import { defineOperations } from "../auth/operation.ts";
import { getPortalOffer, OTHERS, type PortalOffer } from "../auth/organizations/offered.ts";
import { readOrganization, updateOffered } from "../auth/organizations/organizations.ts";
import type { Deps } from "../deps.ts";
import { badField } from "../platform/errors.ts";
import { Record } from "../platform/http/route.ts";

const PATH = "/api/v2/public/portal-applications";
const MOST_CHOSEN = 500;

const Fields = {
  applications: Type.Array(Type.String({ maxLength: 100 }), {
    maxItems: MOST_CHOSEN,
    uniqueItems: true,
    description: "Slugs of the applications that are offered, in the order in which customers see them.",
  }),
  others: Type.Enum(OTHERS, {
    description:
      "Which applications follow them: `all` enabled ones, those `with_workflows` published, or `none`.",
  }),
};

const PortalApplications = Record("PortalApplications", Fields);
/** Body of the change. */
export const PortalApplicationsBody = Type.Object(Fields);

const operation = defineOperations<Deps>("Portal");

/** Which applications the portal offers in each environment; the API's lists show all of them. */
export const PORTAL_OFFER_OPERATIONS = [
  operation({
    id: "getPortalApplications",
    method: "get",
    path: PATH,
    least: "viewer",
    credentials: "apiKey",
    summary: "Get the portal's applications",
    description: "Returns the applications that the portal offers in this environment, in order.",
    schema: { response: { 200: PortalApplications } },
    run: async (deps, request) => {
      const { orgId, environment } = getScope(request);
      return present(getPortalOffer(await readOrganization(deps.db, orgId), environment));
    },
  }),
  operation({
    id: "updatePortalApplications",
    method: "put",
    path: PATH,
    least: "developer",
    credentials: "apiKey",
    summary: "Set the portal's applications",
    description:
      "Sets the applications that the portal offers in this environment, in order. Applications that customers have connected stay in their portal. Returns 400 if a slug does not exist; an application that is disabled or deleted later is not offered.",
    schema: { body: PortalApplicationsBody, response: { 200: PortalApplications } },
    run: async (deps, request) => {
      const scope = getScope(request);
      const known = new Set(
        (await listApplications(deps, scope)).map(({ connector }) => connector.info.slug),
      );
      const index = request.body.applications.findIndex((slug) => !known.has(slug));
      if (index !== -1) {
        const field = `applications[${index}]`;
        const slug = JSON.stringify(request.body.applications[index]);
        throw badField(field, `${field} is ${slug}, but there is no such application.`);
      }
      const { applications, others } = request.body;
      await updateOffered(deps.db, scope, { applications, others });
      return present({ applications, others });
    },
  }),
];

function present({ applications, others }: PortalOffer): Static<typeof PortalApplications> {
  return { applications: [...applications], others };
}
