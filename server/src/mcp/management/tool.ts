import fastJsonStringify from "fast-json-stringify";
import { type TObject, type TProperties, type TSchema, Type } from "typebox";
import type { JsonObject, JsonSchema, OperationHints } from "../../apps/connector.ts";
import { createQuickCheck } from "../../apps/providers/manifest/input/input-check.ts";
import type { Agent, KeyPrincipal } from "../../auth/credentials.ts";
import type { Operation } from "../../auth/operation.ts";
import type { Role } from "../../auth/roles.ts";
import type { Deps } from "../../deps.ts";
import type { SchemaCheck } from "../../platform/json/schema-check.ts";
import { type ToolDefinition, toToolAnnotations } from "../tools/tool.ts";

/** What a call may use. */
export interface ToolContext {
  readonly deps: Deps;
  readonly principal: KeyPrincipal & { readonly agent: Agent };
  /** Sends a request of the agent to an operation of the API. Throws ApiError for what the agent can fix. */
  // biome-ignore lint/suspicious/noExplicitAny: the operation's schema says what it replies
  request(operationId: string, args: JsonObject): Promise<any>;
}

/** A tool for a developer's agent: an operation of the API, and how it is shortened. */
export interface ToolDeclaration {
  readonly name: string;
  /** The operation's id; it says who may call the tool, what it takes and what it returns. */
  readonly operation: string;
  /** Default: the operation's. */
  readonly title?: string;
  readonly description?: string;
  /** The argument for the `id` in the operation's path, with its description. */
  readonly id?: readonly [argument: string, description: string];
  /** Arguments besides those of the operation, or in their place; of a tool with `run`, all that it takes. */
  readonly input?: TProperties;
  /** Parameters that agents do not choose or, if `input` has them, need not choose. */
  readonly preset?: JsonObject;
  /** Fields of the reply that agents do not get. */
  readonly omit?: readonly string[];
  /** On tools that write: such calls are recorded. */
  readonly acts?: Omit<OperationHints, "readOnly">;
  /** Where more than one request is needed, or something between. */
  run?(context: ToolContext, args: ToolArguments): Promise<object>;
  /** What `run` returns, if not the operation's reply. */
  readonly output?: TProperties;
}

/** Arguments that the tool's schema has accepted. */
// biome-ignore lint/suspicious/noExplicitAny: the schema of each tool says what they are
export type ToolArguments = Readonly<Record<string, any>>;

/** A tool that can be called. */
export interface ManagementTool {
  readonly definition: ToolDefinition;
  readonly acts: boolean;
  readonly least: Role;
  readonly check: SchemaCheck;
  /** Executes a call with checked arguments. */
  run(context: ToolContext, args: JsonObject): Promise<object>;
  /** The result of `run` as JSON, with only the fields of the output's schema. */
  write(value: object): string;
}

/** The schemas of an operation, as TypeBox has made them. */
export interface OperationShapes {
  readonly params?: TObject;
  readonly querystring?: TObject;
  readonly body?: TObject;
  readonly response: { readonly 200: TSchema };
}

const READS: OperationHints = { readOnly: true, destructive: false, idempotent: true, openWorld: false };

// A result that is too long is read in parts; it is computed again for each of them.
const PART = Type.Integer({
  minimum: 1,
  description: "Part of a result that is too long for one response; 1 by default.",
});
const PARTS = {
  part: { type: "integer", description: "Set if this is only part of the result." },
  parts: { type: "integer", description: "Number of parts; read the next one with `part`." },
  part_text: { type: "string", description: "The part: a piece of the result's JSON." },
};

/** Makes a tool of its operation. */
export function createTool(declared: ToolDeclaration, operation: Operation<never>): ManagementTool {
  const { name, acts, preset, run } = declared;
  const { least = "viewer" } = operation;
  const inputSchema = toPlainSchema(
    Type.Object(
      { ...readInput(declared, operation), ...(!acts && { part: Type.Optional(PART) }) },
      { additionalProperties: false },
    ),
  ) as ToolDefinition["inputSchema"]; // TypeBox writes JSON Schema
  const output = readOutput(declared, operation);
  const { required: _required, ...outputSchema } = output;
  if (!acts) outputSchema.properties = { ...(output.properties as JsonObject), ...PARTS };
  let write: ((value: object) => string) | undefined;
  return {
    definition: {
      name,
      title: declared.title ?? operation.summary,
      description: declared.description ?? describeForAgents(operation.description),
      inputSchema,
      // A part of a result keeps the promise as well: it has none of the fields.
      outputSchema,
      annotations: toToolAnnotations(acts ? { ...acts, readOnly: false } : READS),
    },
    acts: acts !== undefined,
    least,
    check: createQuickCheck(inputSchema),
    run: (context, args) =>
      run ? run(context, args) : context.request(operation.id, { ...preset, ...renameId(declared, args) }),
    write: (value) => {
      write ??= fastJsonStringify(output as object);
      return write(Array.isArray(value) ? { docs: value } : value);
    },
  };
}

/** Agents have no session tokens, and do not read guides. */
function describeForAgents(description: string): string {
  const sentences = description.split(/(?<=\.) /);
  return sentences.filter((sentence) => !/session token|\/guides\//i.test(sentence)).join(" ");
}

function readInput({ id, input, preset, run }: ToolDeclaration, { schema }: Operation<never>): TProperties {
  if (run) return { ...input };
  const { params, querystring, body } = schema as OperationShapes;
  const all = {
    ...(id ? { [id[0]]: Type.String({ description: id[1] }) } : params?.properties),
    ...querystring?.properties,
    ...body?.properties,
  };
  const isOffered = ([name, one]: [string, TSchema]) =>
    Reflect.get(one, "deprecated") !== true && !Object.hasOwn({ ...preset }, name);
  return { ...Object.fromEntries(Object.entries(all).filter(isOffered)), ...input };
}

function renameId({ id }: ToolDeclaration, { ...args }: JsonObject): JsonObject {
  if (!id) return args;
  const { [id[0]]: value = null, ...rest } = args;
  return { ...rest, id: value };
}

function readOutput({ omit = [], output }: ToolDeclaration, { schema }: Operation<never>): JsonSchema {
  const declared = output ? Type.Object(output) : (schema as OperationShapes).response[200];
  const { examples: _examples, ...whole } = toPlainSchema(declared, omit);
  return whole.type === "array" ? { type: "object", properties: { docs: whole }, required: ["docs"] } : whole;
}

/** How tools name a linked account; calls that write count towards its rate limit. */
export const AccountArgument = Type.String({
  minLength: 1,
  maxLength: 255,
  description: "The linked account: your own id for the customer.",
});

/** A schema as JSON, without TypeBox's internal members and, anywhere in it, the fields `omit`. */
export function toPlainSchema(schema: TSchema, omit: readonly string[] = []): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (key, value) => {
    if (key === "required" && Array.isArray(value)) return value.filter((name) => !omit.includes(name));
    if (key !== "properties") return value;
    return Object.fromEntries(Object.entries(value).filter(([name]) => !omit.includes(name)));
  });
}
