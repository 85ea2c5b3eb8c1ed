import { createHash } from "node:crypto";
import { fetchProviderOptions } from "../../apps/actions/options.ts";
import { type InvokeDeps, invokeAction } from "../../apps/actions/with-connection.ts";
import type { Application } from "../../apps/catalog/application.ts";
import { type Action, ConnectorError } from "../../apps/connector.ts";
import { needsConnection } from "../../apps/connector-auth.ts";
import { createInputCheck } from "../../apps/providers/manifest/input/input-check.ts";
import type { Deps } from "../../deps.ts";
import { UsageLimitError } from "../../usage/plans/refusal.ts";
import { isConnected } from "./connections.ts";
import { createToolOutput } from "./output.ts";
import {
  type MissingConnection,
  type Naming,
  type ObjectSchema,
  type PreparedCall,
  type Tool,
  type ToolCall,
  type ToolOutcome,
  toToolAnnotations,
} from "./tool.ts";

/** An action whose input is an object. */
export type CallableAction = Action & { input: ObjectSchema };

/** An action of an application as a tool: its arguments are the action's own input. */
export function createActionTool(
  deps: InvokeDeps & Pick<Deps, "sandbox" | "toolSchemas">,
  { connector, own }: Application,
  action: CallableAction,
  naming: Naming,
): Tool {
  const { slug, name } = connector.info;
  const output = action.output ? deps.toolSchemas.outputOf(action.output) : createToolOutput(undefined);
  // The application checks the rest itself.
  const check = createInputCheck(action.input, "cheap");
  const slow = deps.sandbox.checkValue;
  const missing = async (call: PreparedCall): Promise<MissingConnection | undefined> => {
    const { scope, connectionId } = call;
    const isReady =
      !needsConnection(connector.info.auth) || (await isConnected(deps, scope, slug, connectionId));
    return isReady ? undefined : { kind: "connect", slug, name, connectionId };
  };
  const attempt = async <Outcome>(call: ToolCall, act: () => Promise<Outcome>) => {
    const unconnected = await missing(call);
    if (unconnected) return unconnected;
    try {
      return await act();
    } catch (error) {
      if (error instanceof UsageLimitError) return { kind: "error" as const, message: error.message };
      if (!(error instanceof ConnectorError)) throw error;
      const lost = error.code === "auth" ? await missing(call) : undefined;
      return lost ?? { kind: "error" as const, message: error.message };
    }
  };
  return {
    definition: {
      ...naming,
      inputSchema: action.input,
      ...(output.schema && { outputSchema: output.schema }),
      annotations: toToolAnnotations(action.hints),
    },
    acts: true,
    origin: {
      id: `${slug}/action/${action.id}@${action.version ?? own?.revision ?? digestOf(action)}`,
      application: name,
      logged: { slug, action_id: action.id, workflow_id: null },
    },
    repeatable: action.hints.readOnly || action.hints.idempotent,
    output: { ...output, structure: (value) => output.structure(value, slow) },
    idFinders: deps.toolSchemas.idFindersOf(connector.info.actions).get(action.id),
    check: (args) => check(args, slow),
    missing,
    ...(connector.options && {
      options: {
        needs: (list) => connector.info.options.find(({ id }) => id === list)?.needs ?? [],
        read: (call, list) =>
          attempt(call, async () => {
            const { scope, args: input, connectionId, gone } = call;
            const asked = { slug, list, input, connectionId, signal: gone() };
            return { kind: "options", options: await fetchProviderOptions(deps, scope, asked) };
          }),
      },
    }),
    run: (call) =>
      attempt<ToolOutcome>(call, async () => ({
        kind: "value",
        value: await invoke(deps, call, { slug, actionId: action.id }),
      })),
  };
}

/** The version of an action that has none: a newer Junctor may ship another one under the same name. */
function digestOf({ input, hints }: CallableAction): string {
  return createHash("sha256")
    .update(JSON.stringify([input, hints]))
    .digest("base64url")
    .slice(0, 16);
}

function invoke(
  deps: InvokeDeps,
  { scope, args: input, connectionId, idempotencyKey, gone }: ToolCall,
  action: { slug: string; actionId: string },
) {
  return invokeAction(deps, scope, {
    ...action,
    connectionId,
    input,
    idempotencyKey,
    signal: gone(),
    cause: { kind: "tool" },
  });
}
