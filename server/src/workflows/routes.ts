import { type Static, Type } from "typebox";
import { getAccountScope, getScope } from "../auth/guard.ts";
import { defineOperations } from "../auth/operation.ts";
import type { Deps } from "../deps.ts";
import { ById, Message } from "../platform/http/route.ts";
import { parsePage } from "../platform/page.ts";
import { START } from "./definition/graph.ts";
import { newWorkflowExample } from "./examples.ts";
import { listAllWorkflows, listShownWorkflows } from "./list.ts";
import { NODE_TYPE_OPERATIONS } from "./node-type-routes.ts";
import {
  getEditor,
  presentRequestedPage,
  presentRequestedWorkflow,
  readRequestedWorkflow,
  readWorkflowBuilder,
} from "./route-context.ts";
import { Workflow, WorkflowList } from "./schema.ts";
import { ListQuery, readWorkflowFilter, WorkflowBody } from "./versions/body.ts";
import { removeWorkflow } from "./versions/change.ts";
import { createFromBody, updateWorkflowFromBody } from "./versions/save.ts";
import { BaseRevision, StaleReply } from "./versions/stale-revision.ts";
import { WORKFLOW_TEMPLATE_OPERATIONS } from "./versions/template-routes.ts";
import { WORKFLOW_TRANSFER_OPERATIONS } from "./versions/transfer-routes.ts";
import { WORKFLOW_VERSION_OPERATIONS } from "./versions/version-routes.ts";

const BASE = "/api/v2/public/workflow";

const operation = defineOperations<Deps>("Workflows");

/** Workflows: definitions, drafts and versions (spec 2.2 and 4.2). */
export const WORKFLOW_OPERATIONS = [
  operation({
    id: "listWorkflows",
    method: "get",
    path: BASE,
    credentials: "session",
    summary: "List a linked account's workflows",
    description:
      "Returns the organization's published workflows that are not hidden, and the account's own. The organization's workflows are outlines unless the organization sets `whole_workflows`. `nodes=false` keeps a long list small: of the graph, only the start node is returned.",
    schema: { querystring: ListQuery, response: { 200: WorkflowList } },
    run: async (deps, request) => {
      const page = parsePage(request.query);
      const found = await listShownWorkflows(
        deps.db,
        getAccountScope(request),
        await readWorkflowFilter(deps, getScope(request), request.query),
        page,
      );
      return listed(await presentRequestedPage(deps, request, page, found), request.query.nodes);
    },
  }),
  operation({
    id: "listAllWorkflows",
    method: "get",
    path: `${BASE}/all`,
    least: "viewer",
    credentials: "apiKey",
    summary: "List all workflows",
    description:
      "Returns every workflow of the environment, newest first: drafts and linked accounts' own workflows included. `draft_of=none` excludes drafts; `nodes=false` keeps a long list small: of the graph, only the start node is returned.",
    schema: { querystring: ListQuery, response: { 200: WorkflowList } },
    run: async (deps, request) => {
      const page = parsePage(request.query);
      const found = await listAllWorkflows(
        deps.db,
        getScope(request),
        await readWorkflowFilter(deps, getScope(request), request.query),
        page,
      );
      return listed(await presentRequestedPage(deps, request, page, found), request.query.nodes);
    },
  }),
  operation({
    id: "getWorkflow",
    method: "get",
    path: `${BASE}/:id`,
    least: "viewer",
    credentials: "either",
    summary: "Get a workflow",
    description:
      "Returns a workflow by id or alias, or a draft by its id, as this environment sees it. A session token gets the organization's published workflows as outlines, and its own account's in full.",
    schema: { params: ById, response: { 200: Workflow } },
    run: async (deps, request) =>
      presentRequestedWorkflow(deps, request, await readRequestedWorkflow(deps, request, request.params.id)),
  }),
  operation({
    id: "createWorkflow",
    method: "post",
    path: BASE,
    least: "developer",
    credentials: "either",
    summary: "Create a workflow",
    description:
      "Creates a workflow for the organization or, with a session token or a named linked account, for that account alone. It is a draft until you publish it, and may be unfinished. Returns 400 with every problem in `errors` if it can never work (an unknown node type, a cycle, a dangling reference), and 403 for a session token if customers may not build workflows. See [Workflows](/guides/workflows).",
    schema: { body: newWorkflowExample.body, response: { 200: newWorkflowExample.reply } },
    run: async (deps, request) =>
      presentRequestedWorkflow(
        deps,
        request,
        await createFromBody(deps, await readWorkflowBuilder(deps, request), request.body),
      ),
  }),
  operation({
    id: "updateWorkflow",
    method: "put",
    path: `${BASE}/:id`,
    least: "developer",
    credentials: "either",
    summary: "Update a workflow",
    description:
      "Updates the fields that you send. Changes to a published workflow go to its draft; what runs changes when you publish. With `base_revision` (the `__v` that you read), returns 409 `STALE_REVISION` if the workflow has been edited since; without it, the last write wins. A session token can change only its own account's workflows (403 otherwise). See [Drafts and versions](/guides/workflows#drafts-and-versions).",
    schema: { params: ById, body: WorkflowBody, response: { 200: Workflow, 409: StaleReply } },
    run: async (deps, request) => {
      const editor = await readWorkflowBuilder(deps, request, request.body.base_revision);
      return presentRequestedWorkflow(
        deps,
        request,
        await updateWorkflowFromBody(deps, editor, request.params.id, request.body),
      );
    },
  }),
  operation({
    id: "deleteWorkflow",
    method: "delete",
    path: `${BASE}/:id`,
    least: "developer",
    credentials: "either",
    summary: "Delete a workflow",
    description:
      "Removes a workflow and its draft from this environment; it is permanently deleted once no environment has it. With a draft's id, deletes only the draft and keeps the published version. Returns 409 if `base_revision` is stale.",
    schema: {
      params: ById,
      querystring: Type.Object({ base_revision: BaseRevision }),
      response: {
        200: Type.Object({ ...Message.properties, successfullyDeletedTriggers: Type.Boolean() }),
        409: StaleReply,
      },
    },
    run: async (deps, request) => {
      const editor = getEditor(deps, request, request.query.base_revision);
      await deps.db.transaction().execute((tx) => removeWorkflow(tx, editor, request.params.id));
      return { message: "Workflow deleted successfully", successfullyDeletedTriggers: true };
    },
  }),
  ...WORKFLOW_VERSION_OPERATIONS,
  ...WORKFLOW_TRANSFER_OPERATIONS,
  ...WORKFLOW_TEMPLATE_OPERATIONS,
  ...NODE_TYPE_OPERATIONS,
];

function listed(list: Static<typeof WorkflowList>, withNodes = true): Static<typeof WorkflowList> {
  if (withNodes) return list;
  // What starts a workflow is shown in lists.
  const docs = list.docs.map(({ nodes, ...workflow }) => ({
    ...workflow,
    nodes: nodes.filter(({ type }) => type === START),
    edges: [],
  }));
  return { ...list, workflows: docs, docs };
}
