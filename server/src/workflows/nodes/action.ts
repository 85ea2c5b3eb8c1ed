import { Type } from "typebox";
import { ConnectorError, mayRetry } from "../../apps/connector.ts";
import { invokeAction } from "../../apps/invoke.ts";
import { ConnectionExpired } from "../../apps/refresh.ts";
import type { NodeCall, NodeType, Outcome } from "./node.ts";

const ACTION = /^(?:([a-z0-9-]+)\/)?([A-Za-z0-9_-]+)$/;

/** Carries out one action of an application with the customer's own credentials. */
export const actionNode: NodeType = {
  type: "action",
  title: "App action",
  description:
    "Carries out the action named by `action`: an action of the workflow's application, or `<application>/<action>`.",
  settings: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: "The action's input." })),
  run: async (deps, call) => {
    const [, slug = call.slug, actionId] = ACTION.exec(call.action) ?? [];
    if (!slug || !actionId)
      return failure(
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
): Promise<Outcome> {
  const { scope, data: input, idempotencyKey, signal } = call;
  try {
    const output = await invokeAction(deps, scope, { slug, actionId, input, idempotencyKey, signal });
    return { kind: "next", output: { body: output } };
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    if (error instanceof ConnectionExpired) return { kind: "park", slug: error.slug, reason: error.message };
    const { code, message, status, retryAfterMs } = error;
    return {
      kind: "fail",
      error: { code: code.toUpperCase(), message, status },
      mayRetry: mayRetry(error),
      retryAfterMs,
    };
  }
}

function failure(code: string, message: string): Outcome {
  return { kind: "fail", error: { code, message }, mayRetry: false };
}
