import { Type } from "typebox";
import type { Deps } from "../../deps.ts";
import { type App, ById, GET_ALONE } from "../../platform/http/route.ts";
import { PageQuery, pageOf } from "../../platform/page.ts";
import { listVersions } from "../list.ts";
import {
  builderOf,
  editorOf,
  readAsked,
  readWhole,
  seesPublishedOnly,
  show,
  showPage,
} from "../route-context.ts";
import { Workflow, WorkflowList } from "../schema.ts";
import { versionContentOf } from "../store.ts";
import type { WorkflowRow } from "../table.ts";
import { findProblems } from "../validation/definition-problems.ts";
import { ProblemReply } from "../validation/problem.ts";
import { PreviewedChange, PreviewQuery, PublishBody, RestoreBody } from "./body.ts";
import { openDraft } from "./change.ts";
import { PublishPreview, previewPublish } from "./preview-publish.ts";
import { publishWorkflow, restoreVersion } from "./publish.ts";
import { findProblemsOfBody } from "./save.ts";
import { StaleReply } from "./stale-revision.ts";

const BASE = "/api/v2/public/workflow";
const tags = ["Workflows"];
const Problems = Type.Object({ errors: Type.Array(ProblemReply) });

/** Drafts and versions of workflows: editing, checking, publishing, restoring. */
export function versionRoutes(app: App, deps: Deps): void {
  draftRoutes(app, deps);
  publishRoutes(app, deps);
}

function draftRoutes(app: App, deps: Deps): void {
  const { db } = deps;
  app.get(
    `${BASE}/:id/edit`,
    {
      ...GET_ALONE,
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

  app.get(
    `${BASE}/:id/problems`,
    {
      config: { auth: "either" },
      schema: {
        operationId: "listWorkflowProblems",
        summary: "List everything for which a workflow or a draft could not be published now",
        tags,
        params: ById,
        response: { 200: Problems },
      },
    },
    async (request) => {
      const row = await readWhole(deps, request, request.params.id);
      const { inside, ofApplications } = await findProblems(deps, editorOf(deps, request), row, "publish");
      return { errors: [...inside, ...ofApplications] };
    },
  );

  app.post(
    `${BASE}/:id/problems`,
    {
      config: { auth: "either" },
      schema: {
        operationId: "previewWorkflowProblems",
        summary: "List everything for which a draft could not be published if it were changed so",
        description:
          "Takes what `PUT` of the workflow takes; what is left out stays as the draft has it. Nothing is stored. With a session token, workflows of its own account alone.",
        tags,
        params: ById,
        body: PreviewedChange,
        response: { 200: Problems },
      },
    },
    async (request) => ({
      errors: await findProblemsOfBody(deps, editorOf(deps, request), request.params.id, request.body),
    }),
  );
}

function publishRoutes(app: App, deps: Deps): void {
  app.get(
    `${BASE}/versions/:id`,
    {
      config: { auth: "either" },
      schema: {
        operationId: "listWorkflowVersions",
        summary: "List the published versions of a workflow, newest first",
        description: "With a session token, of the organization's workflows only the version in use.",
        tags,
        params: ById,
        querystring: PageQuery,
        response: { 200: WorkflowList },
      },
    },
    async (request) => {
      const page = pageOf(request.query);
      const asked = await readAsked(deps, request, request.params.id);
      const current = asked.draft_of === null ? asked : await readAsked(deps, request, asked.draft_of);
      // What other environments have published, or this one before, is no business of the organization's accounts.
      const only = seesPublishedOnly(request, current) ? current.version : undefined;
      const { rows, total } = await listVersions(deps.db, current.id, page, only);
      const versions = rows.map(
        ({ version, created_at, ...content }): WorkflowRow => ({
          ...current,
          ...versionContentOf(content),
          ...{ version, created_at, updated_at: created_at },
          published: current.published && current.version === version,
        }),
      );
      return showPage(deps, request, page, { rows: versions, total });
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
        response: { 200: Workflow, 409: StaleReply },
      },
    },
    async (request) => {
      const { published, base_revision: base } = request.body;
      const editor = await (published ? builderOf : editorOf)(deps, request, base);
      return show(deps, request, await publishWorkflow(deps, editor, request.params.id, request.body));
    },
  );

  app.get(
    `${BASE}/:id/publish/preview`,
    {
      config: { auth: "apiKey" },
      schema: {
        operationId: "previewPublish",
        summary: "Tell what publishing would publish, and what the environment lacks for it; nothing changes",
        description:
          "With a production key: what is missing in production for what test has published. What `refused` names makes publishing answer 400; without the rest, customers cannot connect.",
        tags,
        params: ById,
        querystring: PreviewQuery,
        response: { 200: PublishPreview },
      },
    },
    async (request) =>
      previewPublish(deps, editorOf(deps, request), request.params.id, request.query.version),
  );

  app.post(
    `${BASE}/:id/restore`,
    {
      config: { auth: "either" },
      schema: {
        operationId: "restoreWorkflowVersion",
        summary:
          "Make what an earlier version published the content of the draft, instead of what that holds",
        tags,
        params: ById,
        body: RestoreBody,
        response: { 200: Workflow, 409: StaleReply },
      },
    },
    async (request) => {
      const { version, base_revision: base } = request.body;
      const editor = await builderOf(deps, request, base);
      return show(deps, request, await restoreVersion(deps, editor, request.params.id, version));
    },
  );
}
