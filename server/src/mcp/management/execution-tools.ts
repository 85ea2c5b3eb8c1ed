import { Type } from "typebox";
import { createAgentActor } from "../../audit-log/actor.ts";
import { recordAct } from "../../audit-log/note-act.ts";
import { requireRole } from "../../auth/roles.ts";
import { notFound } from "../../platform/errors.ts";
import { Id } from "../../platform/http/route.ts";
import { LongPageQuery, parseLongPage } from "../../platform/page.ts";
import { FilterFields, parseRunFilter } from "../../runs/read/filter.ts";
import { listRuns } from "../../runs/read/list.ts";
import { readOwnRun } from "../../runs/read/read.ts";
import { presentListedExecution } from "../../runs/read/schema.ts";
import { ReplayBody, readReplay } from "../../runs/replay/control-routes.ts";
import { findReplay, replayRun } from "../../runs/replay/replay.ts";
import { readAssociatedApplications } from "../../workflows/definition/applications.ts";
import { resolveAccount } from "./send-operation.ts";
import { AccountArgument, type ToolArguments, type ToolContext, type ToolDeclaration } from "./tool.ts";

const execution_id = Type.String({ description: "The execution's id." });
const REPEATED_WITHIN_MS = 60_000;

/** Executions of workflows: how they ended, and replaying them. */
export const EXECUTION_TOOLS: readonly ToolDeclaration[] = [
  {
    name: "list_executions",
    operation: "listExecutions",
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
    run: listByFilter,
    // Images are for people.
    omit: ["icon"],
  },
  {
    name: "get_execution",
    operation: "getExecution",
    description:
      "Reads an execution with the status, error and log of each node, and why it waits. Inputs and outputs are returned only for the node that node_id names, because they may be large.",
    input: {
      execution_id,
      node_id: Type.Optional(Type.String({ description: "Only this node, with its input and output." })),
    },
    // Images and drawings are for people, and so are the addresses at which they answer.
    omit: ["icon", "edges", "position", "url"],
    run: async ({ request }, { execution_id: id, node_id: nodeId }) => {
      const execution = await request("getExecution", { id, payloads: nodeId !== undefined });
      if (nodeId === undefined) return execution;
      const nodes = execution.nodes.filter((node: { node_id: string }) => node.node_id === nodeId);
      if (nodes.length === 0) throw notFound("Node");
      return { ...execution, nodes };
    },
  },
  {
    name: "replay_execution",
    operation: "replayExecution",
    description:
      "Replays an execution that has ended, from the start or from from_node (`failed` for the node that failed), reusing the outputs of the other nodes. It calls the customer's applications again. Returns the id of the new execution, or of a replay that is already under way or began within the last minute.",
    input: {
      execution_id,
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
    run: replayOnce,
  },
  {
    name: "stop_execution",
    operation: "stopExecution",
    description: "Stops an execution that has not ended; running steps are cancelled and cannot be resumed.",
    id: ["execution_id", "The execution's id."],
    acts: { destructive: true, idempotent: true, openWorld: false },
  },
];

/** Not by the operation, which has no `failed_node`. */
async function listByFilter({ deps, principal: { scope } }: ToolContext, args: ToolArguments) {
  const account = await resolveAccount(deps, scope, args.linked_account_id);
  const { failed_node: failedNode, sortAsc: oldestFirst } = args;
  const filter = { ...parseRunFilter(args, { byAccount: false }), account, failedNode, oldestFirst };
  const { rows, envelope } = await listRuns(deps.db, scope, filter, parseLongPage(args));
  const applicationOf = await readAssociatedApplications(deps, scope, rows);
  return { docs: rows.map((row) => presentListedExecution(row, applicationOf)), ...envelope };
}

/** Not by the operation: an agent whose call was cut off repeats it, and must not start a second replay. */
async function replayOnce(
  { deps, principal }: ToolContext,
  { execution_id: id, again, ...wish }: ToolArguments,
) {
  const { scope, role, agent } = principal;
  if (wish.node_input !== undefined) requireRole(role, "developer", scope.environment);
  const source = await readOwnRun(deps.db, scope, id);
  const now = deps.clock.now();
  const since = new Date(now.getTime() - REPEATED_WITHIN_MS);
  const actor = createAgentActor(principal, agent);
  return deps.queue.transaction(async (tx) => {
    const known = again ? undefined : await findReplay(tx, source, since);
    if (known !== undefined) return { id: known, already: true };
    const replay = await replayRun(deps, tx, source, readReplay(wish));
    await recordAct(tx, { scope, actor, object: "execution", verb: "replayed", objectId: source.id }, now);
    return { id: replay, already: false };
  });
}
