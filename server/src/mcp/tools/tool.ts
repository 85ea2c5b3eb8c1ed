import type { JsonObject, JsonSchema, OperationHints } from "../../apps/connector.ts";
import type { AccountScope } from "../../auth/scope.ts";
import type { Json } from "../../platform/json.ts";
import type { McpCallTable } from "../table.ts";
import type { ToolOutput } from "./output.ts";

/** A JSON Schema of objects, as arguments of tools are. */
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
  /** Gives the signal that aborts when the caller has gone. */
  readonly gone: () => AbortSignal;
  /** The asker's own, or the call's id: for third parties where something is changed. */
  readonly idempotencyKey?: string;
}

/** What came of a call: a value, a reason for the model to read, a connection that is missing, or an execution that goes on. */
export type ToolOutcome =
  | { readonly kind: "value"; readonly value: Json }
  /** `executionId` of the execution that failed, where there was one. */
  | { readonly kind: "error"; readonly message: string; readonly executionId?: string }
  | MissingConnection
  | { readonly kind: "later"; readonly executionId: string };

/** A connection that the customer has yet to make. */
export interface MissingConnection {
  readonly kind: "connect";
  readonly slug: string;
  readonly name: string;
}

/** What a tool stands for, whatever it is called. */
export interface ToolOrigin {
  /** The same for the same action or workflow only, in the same version. */
  readonly id: string;
  /** The application's name. */
  readonly application: string;
  /** As the log has it. */
  readonly logged: Pick<McpCallTable, "slug" | "action_id" | "workflow_id">;
}

/** Something that an agent can do; made once for a server and account, and called many times. */
export interface Tool {
  readonly definition: ToolDefinition;
  /** Whether it acts outside of Junctor, or begins something: such calls are written down before they are made. */
  readonly acts: boolean;
  /** What of the record it stands for; none for the tools that every server has. */
  readonly origin?: ToolOrigin;
  /** Whether a person must approve each call. */
  readonly asks?: boolean;
  /** Whether a call that may have been made can be made again under the same key without harm. */
  readonly repeatable?: boolean;
  readonly output: ToolOutput;
  /** What is wrong with the arguments, in a sentence; undefined when they are in order. */
  check(args: JsonObject): string | undefined;
  /** The connection without which a call would come to nothing; undefined where there is one, or none is needed. */
  missing?(scope: AccountScope): Promise<MissingConnection | undefined>;
  run(call: ToolCall): Promise<ToolOutcome>;
}

/** The four hints of MCP: none may be left out, because the defaults are the worst that can be. */
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
