import type { Deps } from "../../deps.ts";
import { notFound } from "../../platform/errors.ts";
import { type App, ById } from "../../platform/http/route.ts";
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
const tags = ["Workflows"];

/** Workflows as documents, to store elsewhere and to take to another environment or installation. */
export function registerTransferRoutes(app: App, deps: Deps): void {
  app.get(
    `${BASE}/:id/export`,
    {
      config: { auth: "either" },
      schema: {
        operationId: "exportWorkflow",
        summary: "Export a workflow",
        description:
          "Returns a workflow, a draft or, with `version`, a version as a document without ids of this installation, to import elsewhere. It contains everything in its nodes, including secrets. A session token can export only its own account's workflows.",
        tags,
        params: ById,
        querystring: ExportQuery,
        response: { 200: ExportedWorkflow },
      },
    },
    async (request) => {
      const row = await readWholeWorkflow(deps, request, request.params.id);
      const { version } = request.query;
      if (version === undefined) return exportWorkflow(deps.db, getViewer(request), row);
      const isHidden = isLimitedToPublished(request, row) && version !== row.version;
      const published = isHidden ? undefined : await findVersion(deps.db, row.draft_of ?? row.id, version);
      if (!published) throw notFound("Workflow version");
      return exportWorkflow(deps.db, getViewer(request), { ...row, ...published });
    },
  );

  app.post(
    `${BASE}/import`,
    {
      config: { auth: "either" },
      schema: {
        operationId: "importWorkflow",
        summary: "Import a workflow",
        description:
          "Creates an unpublished workflow from an exported document. `warnings` lists what the workflow refers to that does not exist here (its application, actions, other workflows); an alias that is taken is dropped. Returns 400 if the document has another format or the definition can never work.",
        tags,
        body: ImportBody,
        response: { 200: Imported },
      },
      preValidation: async (request) => validateFormat(request.body),
    },
    async (request) => {
      const { row, warnings } = await importWorkflow(
        deps,
        await readWorkflowBuilder(deps, request),
        request.body,
      );
      return { workflow: await presentRequestedWorkflow(deps, request, row), warnings };
    },
  );
}
