import { type Static, Type } from "typebox";
import { getScope, isSession, requireAtLeast } from "../../auth/guard.ts";
import { defineOperations } from "../../auth/operation.ts";
import type { Deps } from "../../deps.ts";
import { ApiError } from "../../platform/errors.ts";
import { ErrorReply } from "../../platform/http/error-reply.ts";
import { ById, Id, MapOf, Message, Record, withExample } from "../../platform/http/route.ts";
import type { Json } from "../../platform/json/json.ts";
import { UsageLimitReply } from "../../usage/plans/schema.ts";
import { stopRun } from "../engine/stop.ts";
import { readRequestedRun } from "../read/routes.ts";
import { RERUN, type ReplayRequest, replayRun } from "./replay.ts";

const Started = Record("ReplayedExecution", {
  status: Type.Enum(["success"]),
  id: Type.String({ ...Id, description: "Id of the new execution." }),
});

/** The version and the account's settings that a replay uses. */
export const ReplayFields = {
  from_node: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1000,
      description:
        "The node to start from: its id, the step's path inside a loop (`loop[3]/node`), or `failed` for the node that failed. This node and everything after it run again; outputs of the others are reused, as are the succeeded items of a surrounding loop. Default: the first node.",
    }),
  ),
  version: Type.Optional(
    Type.Enum(["same", "published"], {
      default: "same",
      description: "The version that the execution ran, or the one that is published now.",
    }),
  ),
  settings: Type.Optional(
    Type.Enum(["same", "current"], {
      default: "same",
      description: "The account's settings as they were then, or as they are now.",
    }),
  ),
};

/** What one replay may do differently. */
export const ReplayBody = Type.Object({
  ...ReplayFields,
  input: Type.Optional(
    Type.Unsafe<Json>({ description: "Replaces the original input; cannot be combined with `from_node`." }),
  ),
  node_input: Type.Optional(
    MapOf(Type.Unsafe<Json>({}), {
      description:
        "Replaces the settings of `from_node` after expressions are evaluated: an edited `input_data` of the node's record. Expressions in it are not evaluated.",
    }),
  ),
});

const operation = defineOperations<Deps>("Executions");

/** Stops executions, and replays them. */
export const EXECUTION_CONTROL_OPERATIONS = [
  operation({
    id: "stopExecution",
    method: "post",
    path: "/api/v2/public/execution/:id/stop",
    least: "support",
    credentials: "either",
    summary: "Stop an execution",
    description:
      "Aborts what is in progress, including in executions that this one called. No webhook is sent. Returns 409 if the execution has ended; stopping it twice changes nothing.",
    schema: {
      params: ById,
      response: { 200: Message, 409: { ...ErrorReply, description: "The execution has already ended." } },
    },
    run: async (deps, request) => {
      await stopRun(deps, { ...getScope(request), account: request.account }, request.params.id);
      return { message: "Stopping instance" };
    },
  }),
  operation({
    id: "rerunExecution",
    method: "post",
    path: "/api/v2/public/execution/:id/rerun",
    least: "support",
    credentials: "either",
    summary: "Rerun an execution",
    description:
      "Starts a new execution from the first node, with the same input, version and settings of the linked account. Everything that the first one did happens again. Returns 409 if the execution has not ended, and 400 for a test of a draft.",
    schema: { params: ById, response: { 200: Started, 429: UsageLimitReply } },
    run: async (deps, request) => {
      const source = await readRequestedRun(deps.db, request);
      const id = await deps.queue.transaction((tx) => replayRun(deps, tx, source, RERUN));
      return { status: "success" as const, id };
    },
  }),
  operation({
    id: "replayExecution",
    method: "post",
    path: "/api/v2/public/execution/:id/replay",
    least: "support",
    credentials: "either",
    summary: "Replay an execution",
    description:
      "Repeats an execution from any node, as a new execution: `from_node` and everything after it run again, and the outputs of the others are reused. `input` or `node_input` replaces the original input; `version` and `settings` choose what it runs with. Returns 409 if the execution has not ended, and 400 if it never reached the node. A session token cannot send `node_input` or reuse answers to approvals (403). See [Rerun and replay](/guides/executions#rerun-and-replay).",
    schema: {
      params: ById,
      body: withExample(ReplayBody, { from_node: "failed", version: "published" }),
      response: {
        200: withExample(Started, { status: "success", id: "6a1f0c2e9b3d4f5a6b7c8d21" }),
        429: UsageLimitReply,
      },
    },
    run: async (deps, request) => {
      if (isSession(request) && request.body.node_input !== undefined)
        throw new ApiError(
          "forbidden",
          "FORBIDDEN",
          "node_input changes what the workflow does, which requires an API key.",
        );
      if (request.body.node_input !== undefined) requireAtLeast(request, "developer");
      const source = await readRequestedRun(deps.db, request);
      const replay = { ...readReplay(request.body), byAccount: isSession(request) };
      const id = await deps.queue.transaction((tx) => replayRun(deps, tx, source, replay));
      return { status: "success" as const, id };
    },
  }),
];

/** Reads the request for one replay. */
export function readReplay({
  from_node: fromNode,
  version = "same",
  settings = "same",
  input,
  node_input: nodeInput,
}: Static<typeof ReplayBody>): ReplayRequest {
  return { fromNode, version, settings, input, nodeInput };
}
