import fastJsonStringify from "fast-json-stringify";
import { type Static, type TObject, type TProperties, type TSchema, Type } from "typebox";
import type { JsonObject, JsonSchema, OperationHints } from "../../apps/connector.ts";
import { createInputCheck, type InputCheck } from "../../apps/providers/manifest/input/input-check.ts";
import type { Operation } from "../../auth/operation.ts";
import { isAtLeast, type Role } from "../../auth/roles.ts";
import type { Scope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import type { CallerRef } from "../../operators/caller.ts";
import { type ToolDefinition, toToolAnnotations } from "../tools/tool.ts";

/** Where a tool works, and for whom. */
export interface ToolScope extends Scope {
  readonly by: CallerRef;
}

/** An operation on the platform for a developer's agent: it calls what the API's routes call. */
export interface ManagementTool {
  readonly definition: ToolDefinition;
  /** Whether it writes: such calls are recorded. */
  readonly acts: boolean;
  /** The least role that a call with these arguments requires. */
  roleFor(args: JsonObject): Role;
  readonly check: InputCheck;
  /** Executes a call with checked arguments. Throws ApiError for what its caller can fix. */
  run(deps: Deps, scope: ToolScope, args: JsonObject): Promise<object>;
  /** The result of `run` as JSON, with only the fields of the output's schema. */
  write(value: object): string;
}

interface ToolDeclaration<Input extends TProperties, Output extends TProperties> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  /** Absent on tools that only read. */
  readonly acts?: Omit<OperationHints, "readOnly">;
  /** The API operation that a writing tool performs, which determines the role; reading ones are for all. */
  readonly operation?: Pick<Operation<never>, "least">;
  run(deps: Deps, scope: ToolScope, args: Static<TObject<Input>>): Promise<Static<TObject<Output>>>;
}

const READS: OperationHints = { readOnly: true, destructive: false, idempotent: true, openWorld: false };

// A result that is too long is read in parts; it is computed again for each of them.
const PART = {
  part: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: "Part of a result that is too long for one response; 1 by default.",
    }),
  ),
};
const PARTS = {
  part: Type.Optional(Type.Integer({ description: "Set if this is only part of the result." })),
  parts: Type.Optional(Type.Integer({ description: "Number of parts; read the next one with `part`." })),
  part_text: Type.Optional(Type.String({ description: "The part: a piece of the result's JSON." })),
};

/** Creates a tool from its schemas and its implementation. */
export function defineTool<Input extends TProperties, Output extends TProperties>(
  declared: ToolDeclaration<Input, Output>,
): ManagementTool {
  const { name, title, description, input, output, acts, run } = declared;
  const least = acts ? declared.operation?.least : "viewer";
  if (least === undefined) throw new Error(`The tool ${name} names no operation that requires a role.`);
  const inputSchema = toPlainSchema(
    Type.Object({ ...input, ...(!acts && PART) }, { additionalProperties: false }),
  ) as ToolDefinition["inputSchema"]; // TypeBox writes JSON Schema
  const written = Type.Object(output);
  let write: ((value: object) => string) | undefined;
  return {
    definition: {
      ...{ name, title, description, inputSchema },
      outputSchema: outputSchema(acts ? output : { ...output, ...PARTS }),
      annotations: toToolAnnotations(acts ? { ...acts, readOnly: false } : READS),
    },
    acts: acts !== undefined,
    // It changes what the workflow does, for one execution.
    roleFor: ({ node_input: nodeInput }) =>
      nodeInput !== undefined && !isAtLeast(least, "developer") ? "developer" : least,
    check: createInputCheck(inputSchema),
    run: (deps, scope, args) => run(deps, scope, args as Static<TObject<Input>>), // `check` has seen to that
    write: (value) => {
      write ??= fastJsonStringify(written as object);
      return write(value);
    },
  };
}

/** A part of a result keeps the promise as well: it has none of the fields. */
function outputSchema(properties: TProperties): JsonSchema {
  const { required: _required, ...schema } = toPlainSchema(Type.Object(properties));
  return schema;
}

/** A schema as JSON, without TypeBox's internal members. */
export function toPlainSchema(schema: TSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema));
}
