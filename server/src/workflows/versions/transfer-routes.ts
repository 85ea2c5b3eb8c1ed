import { defineOperations } from "../../auth/operation.ts";
import type { Deps } from "../../deps.ts";
import { notFound } from "../../platform/errors.ts";
import { ById } from "../../platform/http/route.ts";
import {
  getViewer,
  isLimitedToPublished,
  presentRequestedWorkflow,
  readWholeWorkflow,
  readWorkflowBuilder,
} from "../route-context.ts";
import { findVersion } from "../store.ts";
import { ExportQuery } from "./body.ts";
import { exportWorkflow } from "./export.ts";
import { importWorkflow } from "./import.ts";
import { ExportedWorkflow, ImportBody, Imported, validateFormat } from "./transfer-schema.ts";

const BASE = "/api/v2/public/workflow";

const operation = defineOperations<Deps>("Workflows");

/** Workflows as documents, to store elsewhere and to take to another environment or installation. */
export const WORKFLOW_TRANSFER_OPERATIONS = [
  operation({
    id: "exportWorkflow",
    method: "get",
    path: `${BASE}/:id/export`,
    least: "developer",
    credentials: "either",
    summary: "Export a workflow",
    description:
      "Returns a workflow, a draft or, with `version`, a version as a document without ids of this installation, to import elsewhere. It contains everything in its nodes, including secrets. A session token can export only its own account's workflows.",
    schema: { params: ById, querystring: ExportQuery, response: { 200: ExportedWorkflow } },
    run: async (deps, request) => {
      const row = await readWholeWorkflow(deps, request, request.params.id);
      const { version } = request.query;
      if (version === undefined) return exportWorkflow(deps.db, getViewer(request), row);
      const isHidden = isLimitedToPublished(request, row) && version !== row.version;
      const published = isHidden ? undefined : await findVersion(deps.db, row.draft_of ?? row.id, version);
      if (!published) throw notFound("Workflow version");
      return exportWorkflow(deps.db, getViewer(request), { ...row, ...published });
    },
  }),
  operation({
    id: "importWorkflow",
    method: "post",
    path: `${BASE}/import`,
    least: "developer",
    credentials: "either",
    preValidation: async (request) => validateFormat(request.body),
    summary: "Import a workflow",
    description:
      "Creates an unpublished workflow from an exported document. `warnings` lists what the workflow refers to that does not exist here (its application, actions, other workflows); an alias that is taken is dropped. Returns 400 if the document has another format or the definition can never work.",
    schema: { body: ImportBody, response: { 200: Imported } },
    run: async (deps, request) => {
      const { row, warnings } = await importWorkflow(
        deps,
        await readWorkflowBuilder(deps, request),
        request.body,
      );
      return { workflow: await presentRequestedWorkflow(deps, request, row), warnings };
    },
  }),
];
