import { Type } from "typebox";
import { getScope } from "../auth/guard.ts";
import type { Deps } from "../deps.ts";
import { notFound } from "../platform/errors.ts";
import { type App, ById } from "../platform/http/route.ts";
import { findWorkflow } from "../workflows/store.ts";
import { countEnabledAccounts } from "./count-accounts.ts";

/** How many customers a change of a workflow affects. */
export function registerCountRoutes(app: App, { db }: Pick<Deps, "db">): void {
  app.get(
    "/api/v2/public/workflow/:id/accounts",
    {
      config: { auth: "apiKey" },
      schema: {
        operationId: "countWorkflowAccounts",
        summary: "Count a workflow's linked accounts",
        description:
          "Returns the number of linked accounts in the environment for which a workflow is switched on: the customers that a change would affect.",
        tags: ["Workflows"],
        params: ById,
        response: {
          200: Type.Object({
            enabled: Type.Integer({
              description:
                "Accounts with a config in which it is on; all accounts if it belongs to no application, 0 if it is not published.",
            }),
          }),
        },
      },
    },
    async (request) => {
      const scope = getScope(request);
      const workflow = await findWorkflow(db, scope, request.params.id);
      if (!workflow) throw notFound("Workflow");
      return { enabled: await countEnabledAccounts(db, scope, workflow.draft_of ?? workflow.id) };
    },
  );
}
