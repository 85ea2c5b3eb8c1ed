import { type Static, Type } from "typebox";
import { findOperation } from "../../auth/operation.ts";
import { notFound } from "../../platform/errors.ts";
import { Id, Message } from "../../platform/http/route.ts";
import { LongPageEnvelope, LongPageQuery, parseLongPage } from "../../platform/page.ts";
import { stopRun } from "../../runs/engine/stop.ts";
import { FilterFields, parseRunFilter } from "../../runs/read/filter.ts";
import { listRuns } from "../../runs/read/list.ts";
import { presentFullExecution, readOwnRun } from "../../runs/read/read.ts";
import { Execution, ExecutionSummary, presentListedExecution } from "../../runs/read/schema.ts";
import { EXECUTION_CONTROL_OPERATIONS, ReplayBody, readReplay } from "../../runs/replay/control-routes.ts";
import { findReplay, replayRun } from "../../runs/replay/replay.ts";
import { readAssociatedApplications } from "../../workflows/definition/applications.ts";
import { AccountArgument, resolveAccount } from "./account.ts";
import { defineTool } from "./tool.ts";

const ExecutionId = Type.String({ description: "The execution's id." });

// Images and drawings are for people.
const associated_application = Type.Object({ _id: Type.String(), name: Type.String() });
const { nodes, edges: _edges, ...ExecutionFields } = Execution.properties;
const { position: _position, ...NodeFields } = nodes.items.properties;
const Values = {
  input_data: Type.Optional(Type.Unknown()),
  latest_output: Type.Optional(Type.Unknown()),
};
type ExecutionReply = Static<typeof Execution>;

const listExecutionsTool = defineTool({
  name: "list_executions",
  title: "List executions",
  description:
    "Lists executions of workflows, newest first, narrowed by status (ERRORED are those that failed), workflow, linked account, time, or the node in which they failed.",
  input: {
    ...LongPageQuery.properties,
    ...FilterFields,
    linked_account_id: Type.Optional(AccountArgument),
    failed_node: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: "Id of the node in which they failed." }),
    ),
    sortAsc: Type.Optional(Type.Boolean({ description: "If true, oldest first." })),
  },
  output: {
    docs: Type.Array(Type.Object({ ...ExecutionSummary.properties, associated_application })),
    ...LongPageEnvelope,
  },
  run: async (deps, scope, args) => {
    const account = await resolveAccount(deps, scope, args.linked_account_id);
    const { failed_node: failedNode, sortAsc: oldestFirst } = args;
    const filter = { ...parseRunFilter(args, { byAccount: false }), account, failedNode, oldestFirst };
    const { rows, envelope } = await listRuns(deps.db, scope, filter, parseLongPage(args));
    const applicationOf = await readAssociatedApplications(deps, scope, rows);
    return { docs: rows.map((row) => presentListedExecution(row, applicationOf)), ...envelope };
  },
});

const getExecutionTool = defineTool({
  name: "get_execution",
  title: "Get an execution",
  description:
    "Reads an execution with the status, error and log of each node, and why it waits. Inputs and outputs are returned only for the node that node_id names, because they may be large.",
  input: {
    execution_id: ExecutionId,
    node_id: Type.Optional(Type.String({ description: "Only this node, with its input and output." })),
  },
  output: {
    ...ExecutionFields,
    associated_application,
    nodes: Type.Array(Type.Object({ ...NodeFields, ...Values })),
  },
  run: async (deps, scope, { execution_id: id, node_id: nodeId }) => {
    const run = await readOwnRun(deps.db, scope, id);
    const execution = await presentFullExecution(deps, run, { withValues: nodeId !== undefined });
    return nodeId === undefined ? withoutValues(execution) : onlyNode(execution, nodeId);
  },
});

function withoutValues({ nodes, edges: _edges, ...rest }: ExecutionReply) {
  return {
    ...rest,
    nodes: nodes.map(({ input_data: _input, latest_output: _output, position: _position, ...node }) => node),
  };
}

function onlyNode({ nodes, edges: _edges, ...rest }: ExecutionReply, nodeId: string) {
  const node = nodes.find((one) => one.node_id === nodeId);
  if (!node) throw notFound("Node");
  const { position: _position, ...shown } = node;
  return { ...rest, nodes: [shown] };
}

const REPEATED_WITHIN_MS = 60_000;

const replayExecutionTool = defineTool({
  name: "replay_execution",
  title: "Replay an execution",
  description:
    "Replays an execution that has ended, from the start or from from_node (`failed` for the node that failed), reusing the outputs of the other nodes. It calls the customer's applications again. Returns the id of the new execution, or of a replay that is already under way or began within the last minute.",
  input: {
    execution_id: ExecutionId,
    ...ReplayBody.properties,
    again: Type.Optional(
      Type.Boolean({
        description: "Start another replay even if one is under way or began within the last minute.",
      }),
    ),
  },
  output: {
    id: Type.String({ ...Id, description: "Id of the replay." }),
    already: Type.Boolean({ description: "Whether it had begun before this call." }),
  },
  acts: { destructive: true, idempotent: false, openWorld: true },
  operation: findOperation(EXECUTION_CONTROL_OPERATIONS, "replayExecution"),
  run: async (deps, scope, { execution_id: executionId, again = false, ...asked }) => {
    const source = await readOwnRun(deps.db, scope, executionId);
    const request = readReplay(asked);
    return deps.queue.transaction(async (tx) => {
      // An agent whose call was cut off repeats it.
      const since = new Date(deps.clock.now().getTime() - REPEATED_WITHIN_MS);
      const known = again ? undefined : await findReplay(tx, source, since);
      if (known !== undefined) return { id: known, already: true };
      return {
        id: await replayRun(deps, tx, source, request),
        already: false,
      };
    });
  },
});

const stopExecutionTool = defineTool({
  name: "stop_execution",
  title: "Stop an execution",
  description: "Stops an execution that has not ended; running steps are cancelled and cannot be resumed.",
  input: { execution_id: ExecutionId },
  output: Message.properties,
  acts: { destructive: true, idempotent: true, openWorld: false },
  operation: findOperation(EXECUTION_CONTROL_OPERATIONS, "stopExecution"),
  run: async (deps, scope, { execution_id: id }) => {
    await stopRun(deps, scope, id);
    return { message: "The execution is being stopped." };
  },
});

/** Executions of workflows: how they ended, and replaying them. */
export const EXECUTION_TOOLS = [listExecutionsTool, getExecutionTool, replayExecutionTool, stopExecutionTool];
