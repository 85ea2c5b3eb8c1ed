import { createHash } from "node:crypto";
import { type Static, Type } from "typebox";
import { describeMisfit } from "../../../platform/json/describe-misfit.ts";
import { createConstant } from "../../../platform/memory/computed-once.ts";
import { loadTypeboxCompile } from "../../../platform/memory/late-packages.ts";
import type { Action, JsonSchema } from "../../connector.ts";
import type { AuthInfo } from "../../connector-auth.ts";
import { DefinitionError } from "../definition-error.ts";
import { findSchemaProblem } from "../manifest/input/input-check.ts";
import { buildCallersSchema } from "../manifest/input/input-defaults.ts";

const Schema = Type.Object({ type: Type.Literal("object") }, { additionalProperties: true });
const AnySchema = Type.Record(Type.String(), Type.Unknown());

const Tool = Type.Object({
  name: Type.String({ minLength: 1 }),
  title: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  inputSchema: Schema,
  outputSchema: Type.Optional(AnySchema),
  annotations: Type.Optional(
    Type.Object({
      title: Type.Optional(Type.String()),
      readOnlyHint: Type.Optional(Type.Boolean()),
      destructiveHint: Type.Optional(Type.Boolean()),
      idempotentHint: Type.Optional(Type.Boolean()),
      openWorldHint: Type.Optional(Type.Boolean()),
    }),
  ),
});

const OAuth = Type.Object({
  kind: Type.Literal("oauth2"),
  /** The authorization server that the resource named when the application was added; credentials go to no other. */
  issuer: Type.String(),
  /** Whether every callback of that server names it (RFC 9207). */
  issRequired: Type.Optional(Type.Boolean()),
  authorizeUrl: Type.String(),
  tokenUrl: Type.String(),
  revokeUrl: Type.Optional(Type.String()),
  scopes: Type.Array(Type.String()),
  /** The `resource` of every token request (RFC 8707). */
  resource: Type.String(),
  clientAuth: Type.Enum(["basic", "post"] as const),
  /** Address of our client-id metadata document, if the server accepts one. */
  clientId: Type.Optional(Type.String()),
});

const Definition = Type.Object({
  slug: Type.String(),
  name: Type.String(),
  description: Type.String(),
  url: Type.String(),
  auth: Type.Union([
    Type.Object({ kind: Type.Literal("none") }),
    Type.Object({ kind: Type.Literal("bearer") }),
    OAuth,
  ]),
  tools: Type.Array(Tool),
});

/** A tool as the server listed it. */
export type McpTool = Static<typeof Tool>;
/** How an MCP server is authorized. */
export type McpAuth = Static<typeof Definition>["auth"];
/** A remote MCP server as an application: its address, its authorization, and its tools as last listed. */
export type McpDefinition = Static<typeof Definition>;

// Created on first use: few installations use MCP servers.
const getValidators = createConstant(() => {
  const { Compile } = loadTypeboxCompile();
  return { definition: Compile(Definition), tool: Compile(Tool) };
});

/** Parses a stored definition; throws `DefinitionError`. */
export function parseMcpDefinition(value: unknown): McpDefinition {
  const validator = getValidators().definition;
  if (validator.Check(value)) return value;
  const [error] = validator.Errors(value);
  throw new DefinitionError(
    `${error?.instancePath || "it"} ${error ? describeMisfit(error) : "is not a definition"}`,
  );
}

/** How many tools an application can have. */
export const MOST_TOOLS = 1000;
const LONGEST_SCHEMA = 64 * 1024;
// Code that reads a schema recurses into it, and so does the database.
const DEEPEST_SCHEMA = 100;
const LONGEST_ID = 64;
const LONGEST_TITLE = 500;
const LONGEST_DESCRIPTION = 20_000;

/**
 * Selects valid tools, with a sentence for each tool or output schema that is left out: one invalid tool must not hide
 * the others.
 */
export function selectTools(listed: readonly unknown[]): { tools: McpTool[]; warnings: string[] } {
  const warnings: string[] = [];
  const tools = listed.slice(0, MOST_TOOLS).flatMap((given): McpTool[] => {
    const { tool, problem: outputProblem } = withUsableOutput(given);
    const problem = isTool(tool) ? schemaProblem("input", tool.inputSchema) : shapeProblem(tool);
    if (problem !== undefined) warnings.push(`The tool ${nameOf(given)} is left out: ${problem}.`);
    else if (outputProblem !== undefined)
      warnings.push(`The output schema of the tool ${nameOf(given)} is left out: ${outputProblem}.`);
    return problem === undefined && isTool(tool) ? [trim(tool)] : [];
  });
  if (listed.length > MOST_TOOLS) warnings.push(`Only the first ${MOST_TOOLS} tools are used.`);
  return { tools, warnings };
}

/** The tool without its output schema if that cannot be used; the tool itself works without one. */
function withUsableOutput(given: unknown): { tool: unknown; problem?: string } {
  if (typeof given !== "object" || given === null || !("outputSchema" in given)) return { tool: given };
  const { outputSchema, ...bare } = given;
  const isSchema = typeof outputSchema === "object" && outputSchema !== null && !Array.isArray(outputSchema);
  const problem = isSchema ? schemaProblem("output", outputSchema) : "it is not an object";
  return problem === undefined ? { tool: given } : { tool: bare, problem };
}

/** Whether a tool has what the protocol requires: an object schema for its input, and for its output if it has one. */
export function isTool(tool: unknown): tool is McpTool {
  return getValidators().tool.Check(tool);
}

function shapeProblem(tool: unknown): string {
  const [error] = getValidators().tool.Errors(tool);
  return `${error?.instancePath.slice(1) || "it"} ${error ? describeMisfit(error) : "is not a tool"}`;
}

function nameOf(tool: unknown): string {
  const name = typeof tool === "object" && tool !== null && "name" in tool ? tool.name : undefined;
  return typeof name === "string" ? name.slice(0, 100) : "without a name";
}

function schemaProblem(name: "input" | "output", schema: object): string | undefined {
  if (isDeeper(schema, DEEPEST_SCHEMA)) return `its ${name} schema is nested too deeply`;
  if (JSON.stringify(schema).length > LONGEST_SCHEMA) return `its ${name} schema is larger than 64 KiB`;
  const problem = findSchemaProblem(schema as JsonSchema); // it came as JSON
  return problem === undefined ? undefined : `its ${name} schema ${problem}`;
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1).toWellFormed()}…` : text;
}

/** Keeps only the members that are used, with texts of a bounded length: servers attach icons and more. */
function trim({ name, title, description, inputSchema, outputSchema, annotations }: McpTool): McpTool {
  return {
    name,
    inputSchema,
    ...(title !== undefined && { title: cut(title, LONGEST_TITLE) }),
    ...(description !== undefined && { description: cut(description, LONGEST_DESCRIPTION) }),
    ...(outputSchema !== undefined && { outputSchema }),
    ...(annotations !== undefined && {
      annotations: {
        ...annotations,
        ...(annotations.title !== undefined && { title: cut(annotations.title, LONGEST_TITLE) }),
      },
    }),
  };
}

/** An action with the tool that it calls. */
export interface ToolAction {
  action: Action;
  tool: McpTool;
}

/**
 * Makes actions of the tools of the server at `url`, by id: the tool's name with characters other than `A-Za-z0-9_-`
 * replaced, at most 64 long.
 */
export function buildToolActions({
  url,
  tools,
}: Pick<McpDefinition, "url" | "tools">): Map<string, ToolAction> {
  const actions = new Map<string, ToolAction>();
  for (const tool of tools) {
    const id = freeId(tool.name, actions);
    actions.set(id, { tool, action: { ...actionOf(id, tool), version: versionOf(url, tool) } });
  }
  return actions;
}

/** A hash of everything that determines a call: the tool, its description, and the server's address. */
function versionOf(url: string, tool: McpTool): string {
  return createHash("sha256")
    .update(JSON.stringify([url, tool]))
    .digest("base64url")
    .slice(0, 16);
}

function freeId(name: string, taken: ReadonlyMap<string, unknown>): string {
  const base = name.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, LONGEST_ID);
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? "" : `_${number}`;
    const id = base.slice(0, LONGEST_ID - suffix.length) + suffix;
    if (!taken.has(id)) return id;
  }
}

/** The protocol's defaults are pessimistic: a tool without annotations may change and destroy data. */
function actionOf(id: string, { name, title, description, annotations = {}, ...schemas }: McpTool): Action {
  const readOnly = annotations.readOnlyHint ?? false;
  return {
    id,
    title: title ?? annotations.title ?? name,
    description: description ?? "",
    input: buildCallersSchema(schemas.inputSchema as JsonSchema), // it came as JSON
    output: schemas.outputSchema as JsonSchema | undefined,
    audience: "both",
    hints: {
      readOnly,
      destructive: readOnly ? false : (annotations.destructiveHint ?? true),
      idempotent: annotations.idempotentHint ?? readOnly,
      openWorld: annotations.openWorldHint ?? true,
    },
  };
}

/** How customers connect to a server. */
export function buildAuthInfo(auth: McpAuth): AuthInfo {
  if (auth.kind === "none") return { defaultType: "keybased", settings: [], keybased: { fields: [] } };
  if (auth.kind === "bearer") {
    const field = {
      name: "token",
      label: "Access token",
      type: "password",
      required: true,
      secret: true,
    } as const;
    return { defaultType: "keybased", settings: [], keybased: { fields: [field] } };
  }
  return {
    defaultType: "oauth2",
    settings: [],
    oauth2: {
      grant: "authorization_code",
      authorizeUrl: auth.authorizeUrl,
      tokenUrl: auth.tokenUrl,
      revokeUrl: auth.revokeUrl,
      scopes: auth.scopes,
      scopeSeparator: " ",
      pkce: true,
      clientAuth: auth.clientAuth,
      authorizeParams: { resource: auth.resource },
      tokenParams: { resource: auth.resource },
      issuer: auth.issuer,
      issuerRequired: auth.issRequired,
      client: auth.clientId === undefined ? undefined : { id: auth.clientId },
    },
  };
}
