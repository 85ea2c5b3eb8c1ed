import type { JsonObject, JsonSchema, OperationHints, ProviderOption } from "../../apps/connector.ts";
import type { AccountScope } from "../../auth/scope.ts";
import type { Json } from "../../platform/json/json.ts";
import type { McpCallTable } from "../table.ts";
import type { ToolOutput } from "./output.ts";

/** A JSON Schema of objects, for the arguments of tools. */
export type ObjectSchema = JsonSchema & { type: "object" };

/** A tool as `tools/list` shows it. */
export interface ToolDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
}

/** How a tool is named and described on its server. */
export type Naming = Pick<ToolDefinition, "name" | "title" | "description">;

/** One call of a tool, for the customer whose agent makes it. */
export interface ToolCall {
  /** Its own, in the log. */
  readonly id: string;
  readonly scope: AccountScope;
  readonly args: JsonObject;
  /** The connection that the call names; undefined: the default one. */
  readonly connectionId?: string;
  /** Returns the signal that aborts when the caller disconnects. */
  readonly gone: () => AbortSignal;
  /** The caller's own, or the call's id: for third parties when something is written. */
  readonly idempotencyKey?: string;
}

/** A call that is not made yet. */
export type PreparedCall = Pick<ToolCall, "scope" | "args" | "connectionId">;

/**
 * The result of a call: a value, a reason for the model to read, a missing connection, or an execution that
 * continues.
 */
export type ToolOutcome =
  | { readonly kind: "value"; readonly value: Json }
  /** `executionId` of the execution that failed, if there was one; `isMalformed` for an error of the protocol instead. */
  | {
      readonly kind: "error";
      readonly message: string;
      readonly executionId?: string;
      readonly isMalformed?: boolean;
    }
  | MissingConnection
  | { readonly kind: "later"; readonly executionId: string };

/** A connection that the customer has yet to make. */
export interface MissingConnection {
  readonly kind: "connect";
  readonly slug: string;
  readonly name: string;
  /** The connection to make again; undefined: the default one. */
  readonly connectionId?: string;
}

/** The values that an argument can have, or why they are not known. */
export type OptionsOutcome =
  | { readonly kind: "options"; readonly options: readonly ProviderOption[] }
  | Exclude<ToolOutcome, { readonly kind: "value" | "later" }>;

/** Where the values of a tool's arguments are found. */
export interface OptionSource {
  /** The arguments that must be chosen before a list can be read. */
  needs(list: string): readonly string[];
  /** Reads a list; `args` are those of the tool, so far. */
  read(call: ToolCall, list: string): Promise<OptionsOutcome>;
}

/** The arguments of an action that take an id, each with the actions that list such ids, the best first. */
export type IdFinders = ReadonlyMap<string, readonly string[]>;

/** What a tool stands for, whatever its name. */
export interface ToolOrigin {
  /** The same for the same action or workflow only, in the same version. */
  readonly id: string;
  /** The application's name. */
  readonly application: string;
  /** As the log has it. */
  readonly logged: Pick<McpCallTable, "slug" | "action_id" | "workflow_id">;
}

/** Something that an agent can do; created once for a server and account, and called many times. */
export interface Tool {
  readonly definition: ToolDefinition;
  /**
   * The input schema with `allOf`, `anyOf` and the like at its root, if `definition` has it without: clients of protocol
   * version 2026-07-28 take them, and expect them.
   */
  readonly composedInput?: ObjectSchema;
  /** Whether it acts outside Junctor, or starts something: such calls are recorded before they are made. */
  readonly acts: boolean;
  /** The part of the record that it stands for; none for the tools that every server has. */
  readonly origin?: ToolOrigin;
  /** Whether a person must approve each call. */
  readonly asks?: boolean;
  /** Whether a call that may have been made can be repeated under the same key without harm. */
  readonly repeatable?: boolean;
  readonly output: ToolOutput;
  /** Present if the values of some arguments can be listed. */
  readonly options?: OptionSource;
  /** The list of each of these arguments, by its path (`findOptionFields`). */
  readonly optionFields?: ReadonlyMap<string, string>;
  /** Which actions of its application list the ids that it takes. */
  readonly idFinders?: IdFinders | undefined;
  /** The names of the tools that list them here, by argument. */
  readonly idTools?: ReadonlyMap<string, string>;
  /** What is wrong with the arguments, in a sentence; undefined if nothing is. */
  check(args: JsonObject): Promise<string | undefined>;
  /** The connection that a call cannot do without; undefined if it exists, or none is needed. */
  missing?(call: PreparedCall): Promise<MissingConnection | undefined>;
  run(call: ToolCall): Promise<ToolOutcome>;
}

/** The four hints of MCP: none may be left out, because the defaults assume the worst. */
export function toToolAnnotations({
  readOnly,
  destructive,
  idempotent,
  openWorld,
}: OperationHints): ToolDefinition["annotations"] {
  return {
    readOnlyHint: readOnly,
    destructiveHint: destructive,
    idempotentHint: idempotent,
    openWorldHint: openWorld,
  };
}
