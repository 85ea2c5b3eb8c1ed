import type { FastifyRequest } from "fastify";
import { type Static, Type } from "typebox";
import { accountScopeIfNamed, accountScopeOf, isSession, scopeOf } from "../auth/guard.ts";
import type { Deps } from "../deps.ts";
import { notFound } from "../platform/errors.ts";
import { type App, ById, Message } from "../platform/http/route.ts";
import { envelope, type Page, PageQuery, pageOf } from "../platform/page.ts";
import { applicationsOf, checkApplication } from "./applications.ts";
import { ListQuery, NewWorkflow, PublishBody, readChanges, readFilter, WorkflowBody } from "./body.ts";
import { changeWorkflow, createWorkflow, type Editor, openDraft, removeWorkflow } from "./change.ts";
import { listAll, listShown, listVersions } from "./list.ts";
import { NODE_TYPES } from "./nodes/list.ts";
import { publishWorkflow } from "./publish.ts";
import { presentWorkflow, Workflow, WorkflowList } from "./schema.ts";
import { findWorkflow } from "./store.ts";
import type { Viewer, WorkflowRow } from "./table.ts";

const BASE = "/api/v2/public/workflow";
const tags = ["Workflows"];

/** Workflows: definitions, drafts and versions (spec 2.2 and 4.2). */
export function workflowRoutes(app: App, deps: Deps): void {
  listRoutes(app, deps);
  readRoutes(app, deps);
  changeRoutes(app, deps);
  publishRoutes(app, deps);
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
      return showPage(deps, scopeOf(request), page, found);
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
      return showPage(deps, scopeOf(request), page, found);
    },
  );
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
    async (request) => show(deps, request, await read(deps, request, request.params.id)),
  );

  app.get(
    `${BASE}/versions/:id`,
    {
      config: { auth: "either" },
      schema: {
        operationId: "listWorkflowVersions",
        summary: "List the published versions of a workflow, newest first",
        tags,
        params: ById,
        querystring: PageQuery,
        response: { 200: WorkflowList },
      },
    },
    async (request) => {
      const page = pageOf(request.query);
      const asked = await read(deps, request, request.params.id);
      const current = asked.draft_of === null ? asked : await read(deps, request, asked.draft_of);
      const { rows, total } = await listVersions(deps.db, current.id, page);
      const versions = rows.map(
        ({ version, nodes, edges, settings, data_slots, created_at }): WorkflowRow => ({
          ...current,
          ...{ version, nodes, edges, settings, data_slots, created_at, updated_at: created_at },
          published: current.published && current.version === version,
        }),
      );
      return showPage(deps, scopeOf(request), page, { rows: versions, total });
    },
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
    async (request) => {
      await checkApplication(deps, scopeOf(request), request.body.slug);
      const changes = { ...readChanges(request.body), name: request.body.name };
      return show(deps, request, await createWorkflow(db, editorOf(deps, request), changes));
    },
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
        response: { 200: Workflow },
      },
    },
    async (request) => {
      await checkApplication(deps, scopeOf(request), request.body.slug);
      const editor = editorOf(deps, request);
      const changes = readChanges(request.body);
      const row = await db
        .transaction()
        .execute((tx) => changeWorkflow(tx, editor, request.params.id, changes));
      return show(deps, request, row);
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
        response: {
          200: Type.Object({ ...Message.properties, successfullyDeletedTriggers: Type.Boolean() }),
        },
      },
    },
    async (request) => {
      const editor = editorOf(deps, request);
      await db.transaction().execute((tx) => removeWorkflow(tx, editor, request.params.id));
      return { message: "Workflow deleted successfully", successfullyDeletedTriggers: true };
    },
  );
}

function publishRoutes(app: App, deps: Deps): void {
  const { db } = deps;
  app.get(
    `${BASE}/:id/edit`,
    {
      config: { auth: "either" },
      schema: {
        operationId: "editWorkflow",
        summary: "Read the draft of a published workflow, made on the first call; others are their own draft",
        tags,
        params: ById,
        response: { 200: Workflow },
      },
    },
    async (request) => {
      const editor = editorOf(deps, request);
      const row = await db.transaction().execute((tx) => openDraft(tx, editor, request.params.id));
      return show(deps, request, row);
    },
  );

  app.put(
    `${BASE}/:id/publish`,
    {
      config: { auth: "either" },
      schema: {
        operationId: "publishWorkflow",
        summary: "Publish a workflow or its draft, publish an earlier version again, or unpublish",
        tags,
        params: ById,
        body: PublishBody,
        response: { 200: Workflow },
      },
    },
    async (request) => {
      const editor = editorOf(deps, request);
      const row = await db
        .transaction()
        .execute((tx) => publishWorkflow(tx, editor, request.params.id, request.body));
      return show(deps, request, row);
    },
  );
}

function viewerOf(request: FastifyRequest): Viewer {
  return accountScopeIfNamed(request) ?? scopeOf(request);
}

function editorOf({ clock }: Deps, request: FastifyRequest): Editor {
  return { ...viewerOf(request), ownOnly: isSession(request), nodeTypes: NODE_TYPES, now: clock.now() };
}

async function read({ db }: Deps, request: FastifyRequest, id: string): Promise<WorkflowRow> {
  const row = await findWorkflow(db, viewerOf(request), id);
  if (!row) throw notFound("Workflow");
  return row;
}

async function show(deps: Deps, request: FastifyRequest, row: WorkflowRow): Promise<Static<typeof Workflow>> {
  return presentWorkflow(row, await applicationsOf(deps, scopeOf(request), [row]));
}

async function showPage(
  deps: Deps,
  scope: Viewer,
  page: Page,
  { rows, total }: { rows: WorkflowRow[]; total: number },
): Promise<Static<typeof WorkflowList>> {
  const applicationOf = await applicationsOf(deps, scope, rows);
  const workflows = rows.map((row) => presentWorkflow(row, applicationOf));
  return { workflows, docs: workflows, ...envelope(page, total) };
}
