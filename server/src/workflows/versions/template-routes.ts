import { type Static, Type } from "typebox";
import { defineOperations } from "../../auth/operation.ts";
import { notFound } from "../../platform/errors.ts";
import { Record } from "../../platform/http/route.ts";
import { buildEnvelope, PageEnvelope, PageQuery, parsePage } from "../../platform/page.ts";
import { readTemplates, type WorkflowTemplate } from "./templates.ts";
import { ExportedWorkflow } from "./transfer-schema.ts";

const BASE = "/api/v2/public/workflow-templates";

const Template = Record("WorkflowTemplate", {
  id: Type.String(),
  name: Type.String(),
  description: Type.String({
    description: "Who it is for, what it does, and what customers connect and choose.",
  }),
  applications: Type.Array(Type.String(), {
    description: "Slugs of the applications that customers connect.",
  }),
  triggers: Type.Array(Type.Object({ application: Type.String(), event: Type.String() }), {
    description: "What starts the workflow.",
  }),
  node_types: Type.Array(Type.String(), { description: "Types of its nodes, without duplicates." }),
});

const WholeTemplate = Type.Object({
  ...Template.properties,
  document: { ...ExportedWorkflow, description: "To be sent to `POST /api/v2/public/workflow/import`." },
});

const operation = defineOperations<object>("Workflows");

/** Workflow templates; importing the document of one creates a workflow from it. */
export const WORKFLOW_TEMPLATE_OPERATIONS = [
  operation({
    id: "listWorkflowTemplates",
    method: "get",
    path: BASE,
    least: "viewer",
    credentials: "apiKey",
    summary: "List workflow templates",
    description:
      "Returns the workflow templates that ship with the server, by name, with the applications that customers connect and what starts each.",
    schema: {
      querystring: PageQuery,
      response: { 200: Type.Object({ docs: Type.Array(Template), ...PageEnvelope }) },
    },
    run: async (_deps, request) => {
      const templates = await readTemplates();
      const page = parsePage(request.query);
      const docs = templates.slice(page.offset, page.offset + page.limit).map(presentTemplate);
      return { docs, ...buildEnvelope(page, templates.length) };
    },
  }),
  operation({
    id: "getWorkflowTemplate",
    method: "get",
    path: `${BASE}/:id`,
    least: "viewer",
    credentials: "apiKey",
    summary: "Get a workflow template",
    description:
      "Returns a template with its `document`: send it to `POST /api/v2/public/workflow/import` to create a workflow from it.",
    schema: { params: Type.Object({ id: Type.String() }), response: { 200: WholeTemplate } },
    run: async (_deps, request) => {
      const found = (await readTemplates()).find(({ id }) => id === request.params.id);
      if (!found) throw notFound("Workflow template");
      return { ...presentTemplate(found), document: found.document };
    },
  }),
];

function presentTemplate({ id, document, applications }: WorkflowTemplate): Static<typeof Template> {
  const { name, description, nodes } = document;
  return {
    id,
    name,
    description,
    applications: [...applications],
    triggers: nodes.flatMap(({ triggers }) => (triggers ?? []) as Static<typeof Template>["triggers"]),
    node_types: [...new Set(nodes.map(({ type }) => String(type)))],
  };
}
