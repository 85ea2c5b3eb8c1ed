import { type Static, Type } from "typebox";
import { getAccountScope, getScope } from "../auth/guard.ts";
import { defineOperations } from "../auth/operation.ts";
import {
  BUILDING,
  type CustomerWorkflows,
  getCustomerWorkflows,
} from "../auth/organizations/customer-workflows.ts";
import { readOrganization, updateCustomerWorkflows } from "../auth/organizations/organizations.ts";
import type { Deps } from "../deps.ts";
import { ErrorReply } from "../platform/http/error-reply.ts";
import { Record } from "../platform/http/route.ts";
import { readWorkflowParts } from "../workflows/definition/workflow-parts.ts";
import { NODE_TYPES } from "../workflows/nodes/list.ts";
import { AnyJson } from "../workflows/schema.ts";

const PATH = "/api/v2/public/portal-workflows";

const Fields = {
  building: Type.Enum(BUILDING, {
    description:
      "`api`: with a session token, any node type and application; the portal has no editor. `portal`: in the portal and with a session token, within `node_types` and the applications that the portal offers. `off`: customers build none; existing ones keep running.",
  }),
  node_types: Type.Array(Type.Enum(NODE_TYPES.map(({ type }) => type)), {
    maxItems: NODE_TYPES.length,
    uniqueItems: true,
    description: "Node types that customers may use if `building` is `portal`; `start` is always allowed.",
  }),
};

const PortalWorkflows = Record("PortalWorkflows", Fields);
/** Body of the change. */
export const PortalWorkflowsBody = Type.Object(Fields);

const WorkflowParts = Record("WorkflowParts", {
  building: Fields.building,
  node_types: Type.Array(Type.String(), {
    description: "Types that nodes may have, in addition to `start`.",
  }),
  applications: Type.Array(Type.Object({ slug: Type.String(), name: Type.String(), icon: Type.String() }), {
    description: "Applications whose actions and triggers may be used.",
  }),
  events: Type.Array(Type.Object({ name: Type.String(), raw_response: Type.Optional(AnyJson) }), {
    description:
      "The organization's own events by name, each with its example, if `building` is `portal`; otherwise empty.",
  }),
});

const operation = defineOperations<Deps>("Portal");

/** What customers may build themselves, per environment. */
export const CUSTOMER_WORKFLOW_OPERATIONS = [
  operation({
    id: "getPortalWorkflows",
    method: "get",
    path: PATH,
    least: "viewer",
    credentials: "apiKey",
    summary: "Get customer workflow settings",
    description:
      "Returns whether customers can build their own workflows in this environment, and with which node types.",
    schema: { response: { 200: PortalWorkflows } },
    run: async (deps, request) => {
      const { orgId, environment } = getScope(request);
      return present(getCustomerWorkflows(await readOrganization(deps.db, orgId), environment));
    },
  }),
  operation({
    id: "updatePortalWorkflows",
    method: "put",
    path: PATH,
    least: "developer",
    credentials: "apiKey",
    summary: "Set customer workflow settings",
    description:
      "Sets whether customers can build their own workflows in this environment, and with which node types. This is checked when a session token creates, changes, imports, restores, tests or publishes a workflow; published ones keep running. API keys are not limited. See [Let customers build workflows](/guides/portal#let-customers-build-workflows).",
    schema: { body: PortalWorkflowsBody, response: { 200: PortalWorkflows } },
    run: async (deps, request) => {
      const { building, node_types } = request.body;
      await updateCustomerWorkflows(deps.db, getScope(request), { building, node_types });
      return present({ building, node_types });
    },
  }),
  operation({
    id: "getWorkflowParts",
    method: "get",
    path: "/api/v2/public/workflow-parts",
    credentials: "session",
    summary: "List parts for customer workflows",
    description:
      "Returns what the linked account may build its own workflows from: node types, applications and events. Returns 403 if the organization does not let customers build workflows.",
    schema: {
      response: {
        200: WorkflowParts,
        403: { ...ErrorReply, description: "The organization does not let customers build workflows." },
      },
    },
    run: (deps, request) => readWorkflowParts(deps, getAccountScope(request)),
  }),
];

function present({ building, node_types }: CustomerWorkflows): Static<typeof PortalWorkflows> {
  return { building, node_types: [...node_types] };
}
