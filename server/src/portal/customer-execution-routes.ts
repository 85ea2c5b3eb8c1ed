import { Type } from "typebox";
import { getScope } from "../auth/guard.ts";
import { defineOperations } from "../auth/operation.ts";
import { CUSTOMER_EXECUTIONS, getCustomerExecutions } from "../auth/organizations/customer-executions.ts";
import { readOrganization, updateCustomerExecutions } from "../auth/organizations/organizations.ts";
import type { Deps } from "../deps.ts";
import { Record } from "../platform/http/route.ts";

const PATH = "/api/v2/public/portal-executions";

const Fields = {
  shown: Type.Enum(CUSTOMER_EXECUTIONS, {
    description:
      "`off`: the portal shows no executions. `results`: names, times, states, and why one failed. `data`: also what executions received and what their steps returned, as session tokens can read it.",
  }),
};

const PortalExecutions = Record("PortalExecutions", Fields);
/** Body of the change. */
export const PortalExecutionsBody = Type.Object(Fields);

const operation = defineOperations<Deps>("Portal");

/** What the portal shows customers of their executions, per environment. */
export const CUSTOMER_EXECUTION_OPERATIONS = [
  operation({
    id: "getPortalExecutions",
    method: "get",
    path: PATH,
    least: "viewer",
    credentials: "apiKey",
    summary: "Get customer execution settings",
    description: "Returns what the portal of this environment shows customers of their executions.",
    schema: { response: { 200: PortalExecutions } },
    run: async (deps, request) => {
      const { orgId, environment } = getScope(request);
      return { shown: getCustomerExecutions(await readOrganization(deps.db, orgId), environment) };
    },
  }),
  operation({
    id: "updatePortalExecutions",
    method: "put",
    path: PATH,
    least: "developer",
    credentials: "apiKey",
    summary: "Set customer execution settings",
    description:
      "Sets what the portal of this environment shows customers of their executions. Session tokens can always read executions through the API. See [Executions in the portal](/guides/portal#executions-in-the-portal).",
    schema: { body: PortalExecutionsBody, response: { 200: PortalExecutions } },
    run: async (deps, request) => {
      const { shown } = request.body;
      await updateCustomerExecutions(deps.db, getScope(request), shown);
      return { shown };
    },
  }),
];
