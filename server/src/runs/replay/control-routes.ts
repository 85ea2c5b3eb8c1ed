import { type Static, Type } from "typebox";
import { isSession, requireAtLeast, scopeOf } from "../../auth/guard.ts";
import type { Deps } from "../../deps.ts";
import { ApiError } from "../../platform/errors.ts";
import { ErrorReply } from "../../platform/http/error-reply.ts";
import { type App, ById, Id, MapOf, Message, Record } from "../../platform/http/route.ts";
import type { Json } from "../../platform/json.ts";
import { readRun } from "../read/routes.ts";
import { stopRun } from "../signals/stop.ts";
import { RERUN, type ReadSettings, type ReplayRequest, replayRun } from "./replay.ts";

const tags = ["Executions"];

const Started = Record("ReplayedExecution", {
  status: Type.Enum(["success"]),
  id: Type.String({ ...Id, description: "Id of the new execution." }),
});

/** Which version and which choices of the account a replay uses. */
export const ReplayFields = {
  from_node: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1000,
      description:
        "The node to begin with, inside of a loop the path of the step, such as `loop[3]/node`, or `failed` for the one that failed: it and whatever comes after it is carried out anew, the outputs of all others are taken over. Of a loop around it the items that went well are taken over, too. From the start if left out.",
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
      description: "The account's choices as they were then, or as they are now.",
    }),
  ),
};

/** What one replay may do otherwise. */
export const ReplayBody = Type.Object({
  ...ReplayFields,
  input: Type.Optional(
    Type.Unsafe<Json>({ description: "In place of the payload; not together with `from_node`." }),
  ),
  node_input: Type.Optional(
    MapOf(Type.Unsafe<Json>({}), {
      description:
        "In place of the settings of `from_node`, as they are once expressions are replaced: the `input_data` of the node's record, changed. Expressions in it are not replaced.",
    }),
  ),
});

/** Stopping executions, and doing them again. */
export function controlRoutes(app: App, deps: Deps, readSettings: ReadSettings): void {
  const { db, queue } = deps;

  app.post(
    "/api/v2/public/execution/:id/stop",
    {
      config: { auth: "either" },
      schema: {
        operationId: "stopExecution",
        summary: "Stop an execution; what is under way is cut off",
        tags,
        params: ById,
        response: { 200: Message, 409: { ...ErrorReply, description: "It has ended already." } },
      },
    },
    async (request) => {
      await stopRun(deps, { ...scopeOf(request), account: request.account }, request.params.id);
      return { message: "Stopping instance" };
    },
  );

  app.post(
    "/api/v2/public/execution/:id/rerun",
    {
      config: { auth: "either" },
      schema: {
        operationId: "rerunExecution",
        summary: "Do an execution again from the start: same input, same version, same choices",
        tags,
        params: ById,
        response: { 200: Started },
      },
    },
    async (request) => {
      const source = await readRun(db, request);
      const id = await queue.transaction((tx) => replayRun({ ...deps, readSettings }, tx, source, RERUN));
      return { status: "success" as const, id };
    },
  );

  app.post(
    "/api/v2/public/execution/:id/replay",
    {
      config: { auth: "either" },
      schema: {
        operationId: "replayExecution",
        summary: "Do an execution again from any node, with other input, on the old or the published version",
        tags,
        params: ById,
        body: ReplayBody,
        response: { 200: Started },
      },
    },
    async (request) => {
      if (isSession(request) && request.body.node_input !== undefined)
        throw new ApiError(
          "forbidden",
          "FORBIDDEN",
          "node_input changes what the workflow does, which takes an API key.",
        );
      if (request.body.node_input !== undefined) requireAtLeast(request, "developer");
      const source = await readRun(db, request);
      const replay = { ...readReplay(request.body), byAccount: isSession(request) };
      const id = await queue.transaction((tx) => replayRun({ ...deps, readSettings }, tx, source, replay));
      return { status: "success" as const, id };
    },
  );
}

/** Reads what a request for one replay asks for. */
export function readReplay({
  from_node: fromNode,
  version = "same",
  settings = "same",
  input,
  node_input: nodeInput,
}: Static<typeof ReplayBody>): ReplayRequest {
  return { fromNode, version, settings, input, nodeInput };
}
