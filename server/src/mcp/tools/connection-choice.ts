import type { JsonObject } from "../../apps/connector.ts";
import { getConnectionName } from "../../apps/schema.ts";
import type { ConnectionRow } from "../../apps/store.ts";
import type { ObjectSchema, Tool, ToolCall } from "./tool.ts";

/** The argument of a call that names a connection; tools that have one of this name get the other. */
const NAMES = ["connection", "junctor_connection"] as const;
const LONGEST_NAME = 80;
const SUFFIX = 6;

type NamedConnection = Pick<ConnectionRow, "id" | "name" | "identifier" | "place" | "is_default">;

/** A tool of an application and its account's connections to that application. */
export interface ConnectionContext {
  /** The application's name. */
  readonly application: string;
  readonly connections: readonly NamedConnection[];
}

/**
 * The tool with an argument that names one of several connections; a tool of an account that has one is shown as it
 * is. The argument is never the action's own, so a call that was prepared when there were several fails if its
 * connection was removed since, instead of using another one (D513, D529).
 */
export function withConnectionChoice(tool: Tool, { application, connections }: ConnectionContext): Tool {
  const { definition, composedInput, options } = tool;
  const declared = definition.inputSchema.properties;
  const isTaken = typeof declared === "object" && declared !== null && Object.hasOwn(declared, NAMES[0]);
  const name = NAMES[isTaken ? 1 : 0];
  const labels = new Map(connections.map((row) => [buildLabel(row, application), row.id]));
  const first = connections.find((row) => row.is_default);
  const choose = (schema: ObjectSchema): ObjectSchema => ({
    ...schema,
    properties: {
      ...(schema.properties as JsonObject | undefined), // a JSON Schema has nothing else there
      [name]: {
        type: "string",
        enum: [...labels.keys()],
        description: `Which of the ${application} accounts to use.${first ? ` Default: ${buildLabel(first, application)}.` : ""}`,
      },
    },
  });
  const findProblem = (args: JsonObject): string | undefined => {
    if (!Object.hasOwn(args, name) || (typeof args[name] === "string" && labels.has(args[name])))
      return undefined;
    const known = [...labels.keys()].map((label) => `"${label}"`).join(", ");
    return labels.size === 0
      ? `${name}: ${application} is not connected`
      : `${name} must name one of the ${application} accounts: ${known}`;
  };
  const divide = <Call extends Pick<ToolCall, "args">>(call: Call): Call & Pick<ToolCall, "connectionId"> => {
    const { [name]: label, ...args } = call.args;
    const connectionId = typeof label === "string" ? labels.get(label) : undefined;
    return { ...call, args, ...(connectionId !== undefined && { connectionId }) };
  };
  const isChoice = connections.length > 1;
  return {
    ...tool,
    ...(isChoice && {
      definition: { ...definition, inputSchema: choose(definition.inputSchema) },
      ...(composedInput && { composedInput: choose(composedInput) }),
    }),
    check: async (args) => findProblem(args) ?? tool.check(divide({ args }).args),
    missing: async (call) => tool.missing?.(divide(call)),
    ...(options && {
      options: {
        ...options,
        read: async (call, list) => {
          const problem = findProblem(call.args);
          return problem === undefined
            ? options.read(divide(call), list)
            : { kind: "error", message: `${problem}.` };
        },
      },
    }),
    run: async (call) => {
      const problem = findProblem(call.args);
      return problem === undefined ? tool.run(divide(call)) : { kind: "error", message: `${problem}.` };
    },
  };
}

/** The name of a connection with a part of its id, so that it never means another one that is called the same. */
function buildLabel(row: NamedConnection, application: string): string {
  const name = getConnectionName(row, application).replaceAll(/\s+/g, " ").slice(0, LONGEST_NAME);
  return `${name} (${row.id.slice(-SUFFIX)})`;
}
