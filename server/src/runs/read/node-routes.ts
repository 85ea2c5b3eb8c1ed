import { Type } from "typebox";
import { defineOperations } from "../../auth/operation.ts";
import type { Deps } from "../../deps.ts";
import { notFound } from "../../platform/errors.ts";
import { Record } from "../../platform/http/route.ts";
import { buildEnvelope, PageEnvelope, PageQuery, parsePage } from "../../platform/page.ts";
import { START } from "../../workflows/definition/graph.ts";
import { type PlacedNode, requireNode } from "../node-at.ts";
import { readRunInput } from "../results/payload-store.ts";
import { type RunWithAccount, readStepAttempts } from "../store.ts";
import { BATCH_STATUSES, readBatches } from "./batches.ts";
import { presentAttempt } from "./present-execution.ts";
import { readRequestedRun, readRequestView } from "./routes.ts";
import { Attempt } from "./schema.ts";

const ByNode = Type.Object({
  id: Type.String({ description: "The execution's id." }),
  node_id: Type.String({
    description: "The node's id, or inside a loop the path of the step, such as `loop[3]/node`.",
  }),
});

const Batch = Record("ExecutionBatch", {
  batch_index: Type.Integer({ description: "Index of the item, from 0." }),
  status: Type.Enum(BATCH_STATUSES),
  output: Type.Unknown({ description: "The result of the loop's body, or the error." }),
});

const operation = defineOperations<Deps>("Executions");

/** Details of the nodes of executions: items of loops, and attempts at steps. */
export const NODE_STATE_OPERATIONS = [
  operation({
    id: "listExecutionBatches",
    method: "get",
    path: "/api/v2/public/execution/:id/nodes/:node_id/batches",
    least: "viewer",
    credentials: "either",
    summary: "List a loop's items",
    description:
      "Returns the items of a loop in an execution, each with its result or error. A node that is not a loop has none. Identify a nested loop by its URL-encoded path, such as `outer[1]/inner`.",
    schema: {
      params: ByNode,
      querystring: Type.Object({
        ...PageQuery.properties,
        status: Type.Optional(Type.Enum(BATCH_STATUSES)),
      }),
      response: { 200: Type.Object({ docs: Type.Array(Batch), ...PageEnvelope }) },
    },
    run: async (deps, request) => {
      const run = await readRequestedRun(deps.db, request);
      const loop = await placeOf(deps, run, request.params.node_id);
      const page = parsePage(request.query);
      const { docs, total } = await readBatches(deps.db, run, loop, { page, status: request.query.status });
      const view = await readRequestView(deps, request, run.id);
      return { docs: docs.map((item) => view.step(item, "item")), ...buildEnvelope(page, total) };
    },
  }),
  operation({
    id: "listExecutionAttempts",
    method: "get",
    path: "/api/v2/public/execution/:id/nodes/:node_id/attempts",
    least: "viewer",
    credentials: "either",
    summary: "List a step's attempts",
    description:
      "Returns the attempts of an execution's step, oldest first, with input, output, logs and error. Identify a step inside a loop by its URL-encoded path, such as `lines[3]/stock`.",
    schema: { params: ByNode, response: { 200: Type.Object({ docs: Type.Array(Attempt) }) } },
    run: async (deps, request) => {
      const run = await readRequestedRun(deps.db, request);
      const { path, planNode } = await placeOf(deps, run, request.params.node_id);
      const view = await readRequestView(deps, request, run.id);
      const attempts = (await readStepAttempts(deps.db, run, path)).map(presentAttempt);
      if (planNode.node.type !== START) return { docs: attempts.map((shown) => view.step(shown, "other")) };
      // The output of the start node is the input of the run.
      const { input } = await readRunInput(deps.db, run);
      const shown = attempts.map((attempt) => ({ ...attempt, input_data: input, output: { body: input } }));
      return { docs: shown.map((attempt) => view.step(attempt, "start")) };
    },
  }),
];

async function placeOf({ plans, db }: Deps, run: RunWithAccount, named: string): Promise<PlacedNode> {
  const version = await plans.get(db, run.workflow_id, run.workflow_version);
  if (!version) throw notFound("Node");
  return requireNode(version.plan, named);
}
