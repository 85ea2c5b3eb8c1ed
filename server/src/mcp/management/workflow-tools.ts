import { type Static, Type } from "typebox";
import { findOperation } from "../../auth/operation.ts";
import type { Deps } from "../../deps.ts";
import { ApiError, badField, notFound } from "../../platform/errors.ts";
import { Id } from "../../platform/http/route.ts";
import { buildEnvelope, PageEnvelope, parsePage } from "../../platform/page.ts";
import { readAssociatedApplications } from "../../workflows/definition/applications.ts";
import { listAllWorkflows } from "../../workflows/list.ts";
import { findNodeType, NODE_TYPES } from "../../workflows/nodes/list.ts";
import { WORKFLOW_OPERATIONS } from "../../workflows/routes.ts";
import { presentWorkflow, Workflow } from "../../workflows/schema.ts";
import { findWorkflow } from "../../workflows/store.ts";
import type { WorkflowContent, WorkflowRow } from "../../workflows/table.ts";
import { findProblems } from "../../workflows/validation/definition-problems.ts";
import { ProblemReply, type WorkflowProblem } from "../../workflows/validation/problem.ts";
import { ListQuery, readChanges, readWorkflowFilter, WorkflowFields } from "../../workflows/versions/body.ts";
import { createContent, toWorkflowContent } from "../../workflows/versions/change.ts";
import type { Editor } from "../../workflows/versions/edit.ts";
import { createFromBody, updateWorkflowFromBody } from "../../workflows/versions/save.ts";
import { BaseRevision } from "../../workflows/versions/stale-revision.ts";
import { AccountArgument, resolveAccount } from "./account.ts";
import { testWorkflowTool } from "./draft-test-tool.ts";
import { NodeTypeHead, NodeTypeRecord, presentNodeType } from "./node-types.ts";
import { defineTool, type ToolScope } from "./tool.ts";

const WorkflowId = Type.String({ description: "Id of a workflow or of a draft." });
const Owner = Type.Optional({
  ...AccountArgument,
  description: "The linked account that owns the workflow.",
});

const {
  nodes: _nodes,
  edges: _edges,
  settings: _settings,
  data_slots: _slots,
  test_instance_meta_data: _test,
  icon: _icon,
  ...Head
} = Workflow.properties;

const { slug, description, nodes, edges, settings, data_slots } = WorkflowFields;
const Definition = { slug, nodes, edges, settings };

const listWorkflowsTool = defineTool({
  name: "list_workflows",
  title: "List workflows",
  description:
    "Lists all workflows without their nodes, drafts and those of single accounts included, newest first. `associated_public_worklfow` of a draft is the id of the published workflow.",
  input: ListQuery.properties,
  output: { docs: Type.Array(Type.Object(Head)), ...PageEnvelope },
  run: async (deps, scope, args) => {
    const page = parsePage(args);
    const { rows, total } = await listAllWorkflows(
      deps.db,
      scope,
      { ...(await readWorkflowFilter(deps, scope, args)), withoutGraph: true },
      page,
    );
    const applicationOf = await readAssociatedApplications(deps, scope, rows);
    return { docs: rows.map((row) => presentWorkflow(row, applicationOf)), ...buildEnvelope(page, total) };
  },
});

const getWorkflowTool = defineTool({
  name: "get_workflow",
  title: "Get a workflow",
  description: "Reads a workflow or a draft with its nodes and edges.",
  input: { workflow_id: WorkflowId, linked_account_id: Owner },
  output: Workflow.properties,
  run: async (deps, scope, { workflow_id: id, linked_account_id: accountId }) => {
    const row = await readAsked(deps, await editorOf(deps, scope, accountId), id);
    return presentWorkflow(row, await readAssociatedApplications(deps, scope, [row]));
  },
});

const validateWorkflowTool = defineTool({
  name: "validate_workflow",
  title: "Validate a workflow",
  description:
    "Lists everything that prevents publishing a workflow, without saving anything: a stored one (workflow_id), a definition (nodes, edges, …), or a stored one with parts of it replaced.",
  input: { workflow_id: Type.Optional(WorkflowId), linked_account_id: Owner, ...Definition },
  output: { publishable: Type.Boolean(), problems: Type.Array(ProblemReply) },
  run: async (deps, scope, { workflow_id: id, linked_account_id: accountId, ...body }) => {
    const editor = await editorOf(deps, scope, accountId);
    const stored = id === undefined ? undefined : await readAsked(deps, editor, id);
    const problems = await collectProblems(async () => {
      const before = stored && toWorkflowContent(stored);
      return problemsOf(deps, editor, createContent(editor, { ...before, ...readChanges(body), name: "" }));
    });
    return { publishable: problems.length === 0, problems };
  },
});

const draftWorkflowTool = defineTool({
  name: "draft_workflow",
  title: "Draft a workflow",
  description:
    "Creates an unpublished workflow (without workflow_id), or changes a workflow or draft: the given parts replace the previous ones. Never publishes: for a published workflow it changes the draft, and creates one if there is none. Returns the draft's id and what prevents publishing it. A person publishes it.",
  input: {
    workflow_id: Type.Optional(WorkflowId),
    linked_account_id: Owner,
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 1000 })),
    description,
    ...Definition,
    data_slots,
    base_revision: BaseRevision,
  },
  output: {
    workflow_id: Type.String({ ...Id, description: "Id of the draft; of a new workflow, its own." }),
    revision: Type.Integer({ description: "Its `__v`: the `base_revision` of the next change." }),
    draft_of: Type.String({ description: "The published workflow whose draft this is; empty for others." }),
    problems: Type.Array(ProblemReply, { description: "What prevents publishing it now." }),
  },
  // The replaced part of a draft is lost; code for prompts is generated by a model.
  acts: { destructive: true, idempotent: false, openWorld: true },
  operation: findOperation(WORKFLOW_OPERATIONS, "updateWorkflow"),
  run: async (deps, scope, { workflow_id: id, linked_account_id: accountId, base_revision, ...body }) => {
    const editor = { ...(await editorOf(deps, scope, accountId)), baseRevision: base_revision };
    const row = await save(deps, editor, id, body);
    const problems = await problemsOf(deps, editor, row);
    return { workflow_id: row.id, revision: row.revision, draft_of: row.draft_of ?? "", problems };
  },
});

async function save(
  deps: Deps,
  editor: Editor,
  id: string | undefined,
  { name, ...body }: { name?: string } & Parameters<typeof readChanges>[0],
): Promise<WorkflowRow> {
  if (id === undefined) {
    if (name === undefined)
      throw badField("name", "name is required for a new workflow.", "MISSING_REQUIRED_FIELD");
    return createFromBody(deps, editor, { ...body, name });
  }
  return updateWorkflowFromBody(deps, editor, id, { ...body, ...(name !== undefined && { name }) });
}

async function problemsOf(
  deps: Deps,
  editor: Editor,
  content: Pick<WorkflowContent, "slug" | "nodes" | "edges" | "settings">,
): Promise<WorkflowProblem[]> {
  const { inside, ofApplications } = await findProblems(deps, editor, content, "publish");
  return [...inside, ...ofApplications];
}

/** What saving would refuse is reported like what publishing would refuse. */
async function collectProblems(find: () => Promise<WorkflowProblem[]>): Promise<WorkflowProblem[]> {
  try {
    return await find();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const errors = error.errors ?? [{ field: "", message: error.message }];
    return errors.map((one) => ({ node_id: null, edge_id: null, ...one }));
  }
}

async function editorOf(deps: Deps, scope: ToolScope, accountId: string | undefined): Promise<Editor> {
  const account = await resolveAccount(deps, scope, accountId);
  return { ...scope, account, ownOnly: false, nodeTypes: NODE_TYPES, now: deps.clock.now() };
}

async function readAsked({ db }: Deps, editor: Editor, id: string): Promise<WorkflowRow> {
  const row = await findWorkflow(db, editor, id);
  if (!row) throw notFound("Workflow");
  return row;
}

const listNodeTypesTool = defineTool({
  name: "list_node_types",
  title: "List node types",
  description:
    "Lists the types of nodes that workflows are made of; with type, reads one with the schema of its settings, an example, its output and its branches.",
  input: { type: Type.Optional(Type.String({ description: "Only this type, with all details." })) },
  output: { docs: Type.Array(Type.Object({ ...Type.Partial(NodeTypeRecord).properties, ...NodeTypeHead })) },
  run: async (_deps, _scope, { type }): Promise<{ docs: Static<typeof NodeTypeRecord>[] | Heads }> => {
    if (type === undefined)
      return {
        docs: NODE_TYPES.map(({ type, texts, description }) => ({
          ...{ type, title: texts.en.title, description },
        })),
      };
    const found = findNodeType(type);
    if (!found) throw notFound("Node type");
    return { docs: [presentNodeType(found)] };
  },
});

type Heads = Static<ReturnType<typeof Type.Object<typeof NodeTypeHead>>>[];

/** Workflows and their drafts. */
export const WORKFLOW_TOOLS = [
  listWorkflowsTool,
  getWorkflowTool,
  listNodeTypesTool,
  validateWorkflowTool,
  draftWorkflowTool,
  testWorkflowTool,
];
