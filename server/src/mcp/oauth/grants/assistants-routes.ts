import type { FastifyError, FastifyRequest } from "fastify";
import { type Static, Type } from "typebox";
import type { Deps } from "../../../deps.ts";
import type { PageContent } from "../../../pages/document.ts";
import { isOwnForm, readForm, useForms } from "../../../pages/form-body.ts";
import { ApiError, notFound } from "../../../platform/errors.ts";
import type { App } from "../../../platform/http/route.ts";
import { parsePage } from "../../../platform/page.ts";
import { sendRedirect } from "../../../portal/pages/form-routes.ts";
import { ByLink, sendVisitPage } from "../../../portal/pages/page-routes.ts";
import { sendProblem } from "../../../portal/routes.ts";
import { buildVisitUrl, type Visit } from "../../../portal/visit.ts";
import { buildServerAddresses } from "../../connect.ts";
import { listServers } from "../../store.ts";
import { buildResourceUrl } from "../address.ts";
import { createCode } from "../consent/sign-in.ts";
import { readMcpSettings } from "../settings-store.ts";
import { type AssistantsView, renderAssistantsPage } from "./assistants-page.ts";
import { listGrants, revokeGrant } from "./grant-store.ts";

const config = { auth: "none" } as const;
const schema = { hide: true, params: ByLink };
const BASE = "/connect/:token/assistants";
// As many as anybody still reads on a page.
const SHOWN = parsePage({ limit: 100 });

type Request = Pick<FastifyRequest, "body" | "headers"> & { params: Static<typeof ByLink> };

/** The portal's page for assistants; links to a single application do not lead there. */
export function registerAssistantsRoutes(pages: App, deps: Deps): void {
  useForms(pages);
  pages.setErrorHandler<FastifyError>((error, request, reply) => sendProblem(deps, error, request, reply));
  const query = Type.Object({ withdrawn: Type.Optional(Type.String()) });

  pages.get(BASE, { config, schema: { ...schema, querystring: query } }, (request, reply) =>
    sendVisitPage(deps, request, reply, (visit) =>
      show(deps, visit, { withdrawn: request.query.withdrawn !== undefined }),
    ),
  );

  pages.post(`${BASE}/code`, { config, schema }, (request, reply) =>
    sendVisitPage(deps, request, reply, async (visit) => {
      const serverId = ownForm(deps, visit, request).get("server") ?? "";
      const { code } = await createCode(deps, visit.link.scope, serverId);
      return show(deps, visit, { made: { serverId, code }, withdrawn: false });
    }),
  );

  pages.post(`${BASE}/withdraw`, { config, schema }, (request, reply) =>
    sendVisitPage(deps, request, reply, async (visit) => {
      const id = ownForm(deps, visit, request).get("grant") ?? "";
      await revokeGrant(deps, visit.link.scope, id);
      return sendRedirect(reply, buildVisitUrl(visit, "/assistants", { withdrawn: "1" }));
    }),
  );
}

async function show(
  deps: Deps,
  visit: Visit,
  shown: Pick<AssistantsView, "made" | "withdrawn">,
): Promise<PageContent> {
  const { scope } = visit.link;
  if (!isReached(visit)) throw notFound("Page");
  const { rows } = await listServers(deps.db, scope, SHOWN);
  const filter = { serverId: undefined, now: deps.clock.now() };
  const { rows: grants } = await listGrants(deps.db, scope, { filter, page: SHOWN });
  const { sign_in_url: signInUrl } = await readMcpSettings(deps.db, scope);
  const servers = rows.map(({ id, name, description }) => ({
    id,
    name,
    description,
    address: buildResourceUrl(deps.config, id),
    clients: buildServerAddresses(deps.config, { ...scope, id, name }).client_configuration,
  }));
  return renderAssistantsPage(visit, { ...shown, servers, grants, takesCodes: signInUrl === null });
}

/** Neither links to one application nor links created by support lead here. */
function isReached({ link: { slug, withoutAssistants } }: Visit): boolean {
  return slug === undefined && !withoutAssistants;
}

function ownForm(deps: Deps, visit: Visit, request: Request): URLSearchParams {
  const form = readForm(request);
  const tokens = { given: form.get("form") ?? "", expected: visit.formToken };
  if (isReached(visit) && isOwnForm(deps.config, request, tokens)) return form;
  throw new ApiError("forbidden", "FORBIDDEN", "This form was not sent from its own page.");
}
