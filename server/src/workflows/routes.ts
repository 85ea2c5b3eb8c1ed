import { type Static, Type } from "typebox";
import { accountScopeOf, scopeOf } from "../auth/guard.ts";
import type { Deps } from "../deps.ts";
import { type App, ById, Message } from "../platform/http/route.ts";
import { pageOf } from "../platform/page.ts";
import { listAll, listShown } from "./list.ts";
import { nodeTypeRoutes } from "./node-type-routes.ts";
import { builderOf, editorOf, readAsked, show, showPage } from "./route-context.ts";
import { Workflow, WorkflowList } from "./schema.ts";
import { ListQuery, NewWorkflow, readFilter, WorkflowBody } from "./versions/body.ts";
import { removeWorkflow } from "./versions/change.ts";
import { changeFromBody, createFromBody } from "./versions/save.ts";
import { BaseRevision, StaleReply } from "./versions/stale-revision.ts";
import { templateRoutes } from "./versions/template-routes.ts";
import { transferRoutes } from "./versions/transfer-routes.ts";
import { versionRoutes } from "./versions/version-routes.ts";

const BASE = "/api/v2/public/workflow";
const tags = ["Workflows"];

/** Workflows: definitions, drafts and versions (spec 2.2 and 4.2). */
export function workflowRoutes(app: App, deps: Deps): void {
  listRoutes(app, deps);
  readRoutes(app, deps);
  changeRoutes(app, deps);
  versionRoutes(app, deps);
  transferRoutes(app, deps);
  templateRoutes(app);
  nodeTypeRoutes(app);
}

function listRoutes(app: App, deps: Deps): void {
  app.get(
    BASE,
    {
      config: { auth: "session" },
      schema: {
        operationId: "listWorkflows",
        summary: "List the workflows that the linked account is offered, and its own",
        tags,
        querystring: ListQuery,
        response: { 200: WorkflowList },
      },
    },
    async (request) => {
      const page = pageOf(request.query);
      const found = await listShown(deps.db, accountScopeOf(request), readFilter(request.query), page);
      return listed(await showPage(deps, request, page, found), request.query.nodes);
    },
  );

  app.get(
    `${BASE}/all`,
    {
      config: { auth: "apiKey" },
      schema: {
        operationId: "listAllWorkflows",
        summary: "List all workflows, drafts and those of single accounts included, newest first",
        tags,
        querystring: ListQuery,
        response: { 200: WorkflowList },
      },
    },
    async (request) => {
      const page = pageOf(request.query);
      const found = await listAll(deps.db, scopeOf(request), readFilter(request.query), page);
      return listed(await showPage(deps, request, page, found), request.query.nodes);
    },
  );
}

function listed(list: Static<typeof WorkflowList>, withNodes = true): Static<typeof WorkflowList> {
  if (withNodes) return list;
  const docs = list.docs.map((workflow) => ({ ...workflow, nodes: [], edges: [] }));
  return { ...list, workflows: docs, docs };
}

function readRoutes(app: App, deps: Deps): void {
  app.get(
    `${BASE}/:id`,
    {
      config: { auth: "either" },
      schema: {
        operationId: "getWorkflow",
        summary: "Read a workflow or a draft",
        tags,
        params: ById,
        response: { 200: Workflow },
      },
    },
    async (request) => show(deps, request, await readAsked(deps, request, request.params.id)),
  );
}

function changeRoutes(app: App, deps: Deps): void {
  const { db } = deps;
  app.post(
    BASE,
    {
      config: { auth: "either" },
      schema: {
        operationId: "createWorkflow",
        summary: "Create a workflow of the organization or, when an account is named, of that account alone",
        tags,
        body: NewWorkflow,
        response: { 200: Workflow },
      },
    },
    async (request) =>
      show(deps, request, await createFromBody(deps, await builderOf(deps, request), request.body)),
  );

  app.put(
    `${BASE}/:id`,
    {
      config: { auth: "either" },
      schema: {
        operationId: "updateWorkflow",
        summary:
          "Change a workflow; nodes, edges, settings and data slots of a published one change in its draft",
        tags,
        params: ById,
        body: WorkflowBody,
        response: { 200: Workflow, 409: StaleReply },
      },
    },
    async (request) => {
      const editor = await builderOf(deps, request, request.body.base_revision);
      return show(deps, request, await changeFromBody(deps, editor, request.params.id, request.body));
    },
  );

  app.delete(
    `${BASE}/:id`,
    {
      config: { auth: "either" },
      schema: {
        operationId: "deleteWorkflow",
        summary: "Delete a workflow with its draft, or a draft alone",
        tags,
        params: ById,
        querystring: Type.Object({ base_revision: BaseRevision }),
        response: {
          200: Type.Object({ ...Message.properties, successfullyDeletedTriggers: Type.Boolean() }),
          409: StaleReply,
        },
      },
    },
    async (request) => {
      const editor = editorOf(deps, request, request.query.base_revision);
      await db.transaction().execute((tx) => removeWorkflow(tx, editor, request.params.id));
      return { message: "Workflow deleted successfully", successfullyDeletedTriggers: true };
    },
  );
}
