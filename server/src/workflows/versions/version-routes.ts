import { Type } from "typebox";
import { requireAtLeast } from "../../auth/guard.ts";
import { defineOperations } from "../../auth/operation.ts";
import type { Deps } from "../../deps.ts";
import { ById, GET_ALONE } from "../../platform/http/route.ts";
import { PageQuery, parsePage } from "../../platform/page.ts";
import { publishExample } from "../examples.ts";
import { listVersions } from "../list.ts";
import {
  getEditor,
  isLimitedToPublished,
  presentRequestedPage,
  presentRequestedWorkflow,
  readRequestedWorkflow,
  readWholeWorkflow,
  readWorkflowBuilder,
} from "../route-context.ts";
import { Workflow, WorkflowList } from "../schema.ts";
import { toVersionContent } from "../store.ts";
import type { WorkflowRow } from "../table.ts";
import { findProblems } from "../validation/definition-problems.ts";
import { ProblemReply } from "../validation/problem.ts";
import { setWorkflowArchived } from "./archive.ts";
import { PreviewedChange, PreviewQuery, RestoreBody } from "./body.ts";
import { readEditableWorkflow } from "./change.ts";
import { PublishPreview, previewPublish } from "./preview-publish.ts";
import { publishWorkflow, restoreVersion } from "./publish.ts";
import { findProblemsOfBody } from "./save.ts";
import { BaseRevision, StaleReply } from "./stale-revision.ts";

const BASE = "/api/v2/public/workflow";
const Problems = Type.Object({ errors: Type.Array(ProblemReply) });

const operation = defineOperations<Deps>("Workflows");

/** Drafts and versions of workflows: editing, checking, publishing, restoring. */
export const WORKFLOW_VERSION_OPERATIONS = [
  operation({
    id: "editWorkflow",
    method: "get",
    path: `${BASE}/:id/edit`,
    least: "developer",
    credentials: "either",
    ...GET_ALONE,
    summary: "Open a workflow's draft",
    description:
      "Returns the draft of a workflow. The first call for a published workflow creates it, as a record with its own id; a workflow that this environment has not published is its own draft.",
    schema: { params: ById, response: { 200: Workflow } },
    run: async (deps, request) => {
      const editor = getEditor(deps, request);
      const row = await deps.db
        .transaction()
        .execute((tx) => readEditableWorkflow(tx, editor, request.params.id));
      return presentRequestedWorkflow(deps, request, row);
    },
  }),
  operation({
    id: "listWorkflowProblems",
    method: "get",
    path: `${BASE}/:id/problems`,
    least: "viewer",
    credentials: "either",
    summary: "List a workflow's problems",
    description:
      "Returns everything that currently prevents publishing a workflow or draft; an empty list means that it can be published.",
    schema: { params: ById, response: { 200: Problems } },
    run: async (deps, request) => {
      const row = await readWholeWorkflow(deps, request, request.params.id);
      const { inside, ofApplications } = await findProblems(deps, getEditor(deps, request), row, "publish");
      return { errors: [...inside, ...ofApplications] };
    },
  }),
  operation({
    id: "previewWorkflowProblems",
    method: "post",
    path: `${BASE}/:id/problems`,
    least: "viewer",
    credentials: "either",
    summary: "Check a workflow change",
    description:
      "Returns everything that would prevent publishing a draft with the given change. The body is that of `PUT /api/v2/public/workflow/{id}`; omitted fields are taken from the draft. Nothing is stored. A session token can check only its own account's workflows.",
    schema: { params: ById, body: PreviewedChange, response: { 200: Problems } },
    run: async (deps, request) => ({
      errors: await findProblemsOfBody(deps, getEditor(deps, request), request.params.id, request.body),
    }),
  }),
  operation({
    id: "listWorkflowVersions",
    method: "get",
    path: `${BASE}/versions/:id`,
    least: "viewer",
    credentials: "either",
    summary: "List workflow versions",
    description:
      "Returns the published versions of a workflow, newest first. For the organization's workflows, a session token sees only the version in use.",
    schema: { params: ById, querystring: PageQuery, response: { 200: WorkflowList } },
    run: async (deps, request) => {
      const page = parsePage(request.query);
      const asked = await readRequestedWorkflow(deps, request, request.params.id);
      const current =
        asked.draft_of === null ? asked : await readRequestedWorkflow(deps, request, asked.draft_of);
      // What other environments have published, or this one earlier, is not shown to the organization's accounts.
      const only = isLimitedToPublished(request, current) ? current.version : undefined;
      const { rows, total } = await listVersions(deps.db, current.id, page, only);
      const versions = rows.map(
        ({ version, created_at, ...content }): WorkflowRow => ({
          ...current,
          ...toVersionContent(content),
          version,
          created_at,
          updated_at: created_at,
          published: current.published && current.version === version,
        }),
      );
      return presentRequestedPage(deps, request, page, { rows: versions, total });
    },
  }),
  operation({
    id: "publishWorkflow",
    method: "put",
    path: `${BASE}/:id/publish`,
    least: "developer",
    credentials: "either",
    summary: "Publish or unpublish a workflow",
    description:
      "`published: true` publishes: the draft becomes the next version in test, and production gets the version that test has published; `version` selects another one. `false` unpublishes: nothing starts any more, and executions in progress finish. Returns 400 with every problem in `errors` if the workflow cannot run yet, and 404 if the version does not exist. Publishing what is already published changes nothing. See [From test to production](/guides/environments).",
    schema: {
      params: ById,
      body: publishExample.body,
      response: { 200: publishExample.reply, 409: StaleReply },
    },
    run: async (deps, request) => {
      const { published, base_revision: base } = request.body;
      const editor = await (published ? readWorkflowBuilder : getEditor)(deps, request, base);
      return presentRequestedWorkflow(
        deps,
        request,
        await publishWorkflow(deps, editor, request.params.id, request.body),
      );
    },
  }),
  operation({
    id: "archiveWorkflow",
    method: "put",
    path: `${BASE}/:id/archive`,
    least: "developer",
    credentials: "either",
    summary: "Archive a workflow",
    description:
      "`archived: true` unpublishes a workflow in this environment and leaves it out of lists; its versions, draft and executions are kept, and executions in progress finish. `false` brings it back unpublished; publishing brings it back, too. Repeating it changes nothing. Returns 409 if `base_revision` is stale.",
    schema: {
      params: ById,
      body: Type.Object({ archived: Type.Boolean(), base_revision: BaseRevision }),
      response: { 200: Workflow, 409: StaleReply },
    },
    run: async (deps, request) => {
      const { archived, base_revision: base } = request.body;
      const editor = getEditor(deps, request, base);
      const row = await setWorkflowArchived(deps.db, editor, request.params.id, archived);
      return presentRequestedWorkflow(deps, request, row);
    },
  }),
  operation({
    id: "previewPublish",
    method: "get",
    path: `${BASE}/:id/publish/preview`,
    least: "viewer",
    credentials: "apiKey",
    summary: "Preview publishing a workflow",
    description:
      "Returns what would be published, and what this environment lacks for it, such as applications and events that only test has. Entries with `refused` make publishing return 400; without the others, customers cannot connect. Nothing changes.",
    schema: { params: ById, querystring: PreviewQuery, response: { 200: PublishPreview } },
    run: async (deps, request) => {
      // As for an export: nodes may have secrets, here even of test.
      if (request.query.document) requireAtLeast(request, "developer");
      return previewPublish(deps, getEditor(deps, request), request.params.id, request.query);
    },
  }),
  operation({
    id: "restoreWorkflowVersion",
    method: "post",
    path: `${BASE}/:id/restore`,
    least: "developer",
    credentials: "either",
    summary: "Restore a workflow version",
    description:
      "Replaces the draft's content with that of an earlier version; publish it to run it. Returns 404 if the version does not exist, and 409 if `base_revision` is stale.",
    schema: { params: ById, body: RestoreBody, response: { 200: Workflow, 409: StaleReply } },
    run: async (deps, request) => {
      const { version, base_revision: base } = request.body;
      const editor = await readWorkflowBuilder(deps, request, base);
      return presentRequestedWorkflow(
        deps,
        request,
        await restoreVersion(deps, editor, request.params.id, version),
      );
    },
  }),
];
