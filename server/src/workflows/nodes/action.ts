import { Type } from "typebox";
import {
  ConnectionRemovedError,
  invokeAction,
  NotConnectedError,
} from "../../apps/actions/with-connection.ts";
import { ConnectionExpiredError } from "../../apps/connections/fresh-connection.ts";
import { ConnectorError, canRetry } from "../../apps/connector.ts";
import { FileError } from "../../files/file-value.ts";
import { parseActionName } from "../definition/action-name.ts";
import { getChosenConnection } from "../definition/stored-values.ts";
import { createFailure } from "./failure.ts";
import type { NodeCall, NodeOutcome, NodeType } from "./node.ts";
import { actionTexts } from "./words/action.ts";

/** Runs one action of an application with the customer's own credentials. */
export const actionNode: NodeType = {
  type: "action",
  texts: actionTexts,
  icon: "apps",
  group: "requests",
  description:
    "Calls an action with the customer's connection. `action` names it: `<action>` of the workflow's own application, or `<application>/<action>`.",
  outside: "calls",
  fields: ["action"],
  errors: {
    AUTH: "The application refused the connection of this step. Connect it again if this keeps happening.",
    CONNECTION_REMOVED: "The connection that was chosen for this step has been removed. Choose another one.",
    NOT_CONNECTED: "The application of this step is not connected. Connect it first.",
    INPUT: "The values of this step do not fit the application.",
    RATELIMIT: "The application accepts no more requests for now.",
    REMOTE: "The application did not respond to this step as expected.",
  },
  settings: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: "The action's input." })),
  guide: {
    example: {
      id: "issue",
      type: "action",
      action: "github/create_issue",
      maximum_attempts: 5,
      data: {
        owner: "{{ config.owner }}",
        repo: "{{ config.repo }}",
        title: "Order {{ input.order_number }}",
      },
    },
    output: '`{ "body": … }`, the action\'s result',
    notes:
      "`data` is the action's input; `GET /api/v2/integration-schema/:slug/actions` lists actions with their input schemas. `action` is a field of the node, next to `data`. If the third party sends `Retry-After`, the next attempt waits that long. If the customer must reconnect first, an asynchronous execution [waits for the new connection](connections.md).",
  },
  run: async (deps, call) => {
    const { slug, actionId } = parseActionName(call.action, call.slug) ?? {};
    if (!slug || !actionId)
      return createFailure(
        "UNKNOWN_ACTION",
        `"${call.action}" does not name an action: write <application>/<action>.`,
      );
    return invoke(deps, call, slug, actionId);
  },
};

async function invoke(
  deps: Parameters<NodeType["run"]>[0],
  call: NodeCall,
  slug: string,
  actionId: string,
): Promise<NodeOutcome> {
  const { scope, runId: executionId, data: input, workflowId, cause, idempotencyKey, signal } = call;
  const { untilSure, moreRoom } = call;
  try {
    const origin = { executionId, workflowId, cause, idempotencyKey, signal, untilSure, moreRoom };
    const connectionId = getChosenConnection(call.connections, slug);
    const action = { slug, connectionId, actionId, input, ...origin };
    const output = await invokeAction(deps, scope, action);
    return { kind: "next", output: { body: output } };
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    if (error instanceof ConnectionExpiredError)
      return { kind: "park", slug: error.slug, connectionId: error.connectionId, reason: error.message };
    if (error instanceof ConnectionRemovedError) return createFailure("CONNECTION_REMOVED", error.message);
    if (error instanceof NotConnectedError) return createFailure("NOT_CONNECTED", error.message);
    const { cause, code, message, status, retryAfterMs } = error;
    if (cause instanceof FileError && cause.code !== "FILE_UNAVAILABLE")
      return createFailure(cause.code, message);
    return {
      kind: "fail",
      error: { code: code.toUpperCase(), message, status },
      mayRetry: canRetry(error),
      retryAfterMs,
    };
  }
}
