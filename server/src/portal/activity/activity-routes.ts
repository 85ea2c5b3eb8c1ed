import { Type } from "typebox";
import type { Deps } from "../../deps.ts";
import { notFound } from "../../platform/errors.ts";
import type { App } from "../../platform/http/route.ts";
import { ByLink, sendVisitPage } from "../pages/page-routes.ts";
import { ACTIVITY, renderActivityPage } from "./activity-page.ts";
import { renderExecutionPage } from "./execution-page.ts";
import { findActivityAccess, listActivity } from "./read-activity.ts";
import { readActivityExecution } from "./read-execution.ts";

const BASE = `/connect/:token${ACTIVITY}`;
const config = { auth: "none" } as const;

const ByExecution = Type.Object({ ...ByLink.properties, id: Type.String() });
const ListQuery = Type.Object({
  state: Type.Optional(Type.Enum(["failed"])),
  application: Type.Optional(Type.String({ maxLength: 100 })),
  after: Type.Optional(Type.String({ maxLength: 64 })),
});

/** The pages that show customers what has run for them. */
export function registerActivityRoutes(pages: App, deps: Deps): void {
  const list = { config, schema: { hide: true, params: ByLink, querystring: ListQuery } };
  pages.get(BASE, list, (request, reply) =>
    sendVisitPage(deps, request, reply, async (visit) => {
      if ((await findActivityAccess(deps, visit)) === undefined) throw notFound("Page");
      const { state, application, after } = request.query;
      const filter = { after, slug: application, failed: state === "failed" };
      return renderActivityPage(visit, { filter, ...(await listActivity(deps, visit, filter)) });
    }),
  );

  const one = { config, schema: { hide: true, params: ByExecution } };
  pages.get(`${BASE}/:id`, one, (request, reply) =>
    sendVisitPage(deps, request, reply, async (visit) => {
      const access = await findActivityAccess(deps, visit);
      if (access === undefined) throw notFound("Page");
      const withData = access === "data";
      return renderExecutionPage(
        visit,
        await readActivityExecution(deps, visit, request.params.id, { withData }),
      );
    }),
  );
}
