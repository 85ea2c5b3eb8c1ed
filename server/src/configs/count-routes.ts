import { Type } from "typebox";
import { getScope } from "../auth/guard.ts";
import { defineOperations } from "../auth/operation.ts";
import type { Deps } from "../deps.ts";
import { notFound } from "../platform/errors.ts";
import { ById } from "../platform/http/route.ts";
import { findWorkflow } from "../workflows/store.ts";
import { countEnabledAccounts } from "./count-accounts.ts";

const operation = defineOperations<Pick<Deps, "db">>("Workflows");

/** How many customers a change of a workflow affects. */
export const WORKFLOW_ACCOUNT_OPERATIONS = [
  operation({
    id: "countWorkflowAccounts",
    method: "get",
    path: "/api/v2/public/workflow/:id/accounts",
    least: "viewer",
    credentials: "apiKey",
    summary: "Count a workflow's linked accounts",
    description:
      "Returns the number of linked accounts in the environment for which a workflow is switched on: the customers that a change would affect.",
    schema: {
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
    run: async ({ db }, request) => {
      const scope = getScope(request);
      const workflow = await findWorkflow(db, scope, request.params.id);
      if (!workflow) throw notFound("Workflow");
      return { enabled: await countEnabledAccounts(db, scope, workflow.draft_of ?? workflow.id) };
    },
  }),
];
