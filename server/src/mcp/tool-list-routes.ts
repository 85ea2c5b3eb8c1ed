import { type Static, Type } from "typebox";
import { findAccountScope, getScope } from "../auth/guard.ts";
import { defineOperations } from "../auth/operation.ts";
import type { AccountScope, Scope } from "../auth/scope.ts";
import type { Deps } from "../deps.ts";
import { notFound } from "../platform/errors.ts";
import { ById, Record } from "../platform/http/route.ts";
import type { Offers } from "./endpoint/offers.ts";
import { readServer } from "./read-server.ts";
import { McpServerBody } from "./schema.ts";
import { readServerRecord } from "./store.ts";
import type { Tool } from "./tools/tool.ts";
import { countTokens, createToolbox, type Toolbox } from "./tools/toolbox.ts";

const AnyObject = Type.Unsafe<object>({ type: "object", additionalProperties: true });

const McpTool = Record("McpTool", {
  name: Type.String({ description: "Name by which agents call the tool." }),
  title: Type.String(),
  description: Type.String(),
  kind: Type.Enum(["action", "workflow", "built_in"]),
  slug: Type.Optional(Type.String({ description: "The application that it belongs to." })),
  action_id: Type.Optional(Type.String()),
  workflow_id: Type.Optional(Type.String()),
  policy: Type.Enum(["allow", "ask"], { description: "`ask`: each call waits for approval." }),
  tokens: Type.Integer({ description: "Estimated cost of its definition for an agent, in tokens." }),
  is_listed: Type.Boolean({ description: "False if agents only find it with `search_tools`." }),
  annotations: AnyObject,
  input_schema: AnyObject,
});

const McpToolList = Type.Object({
  docs: Type.Array(McpTool),
  tool_mode: Type.Enum(["all", "search"]),
  tool_tokens: Type.Integer({
    description: "Estimated cost of the full tool list for an agent, in tokens.",
  }),
  token_budget: Type.Integer({
    description: "Above this number of tokens, tools are found by search instead of listed.",
  }),
  unavailable_tools: Type.Array(
    Type.Object({ slug: Type.String(), id: Type.String(), message: Type.String() }),
    { description: "Entries of `associated_apps` that are currently not tools, and why." },
  ),
});

const { associated_apps, safe_mode } = McpServerBody.properties;
/** With what MCP servers currently offer. */
export type OfferDeps = Deps & { readonly offers: Offers };

const operation = defineOperations<OfferDeps>("MCP servers");

/** The tools of MCP servers, and what each costs an agent. */
export const MCP_TOOL_OPERATIONS = [
  operation({
    id: "previewMcpTools",
    method: "post",
    path: "/api/v2/public/mcp-servers/preview",
    least: "viewer",
    credentials: "either",
    summary: "Preview an MCP server's tools",
    description:
      "Returns the tools that a server with these `associated_apps` and `safe_mode` would have, with their cost in tokens. Nothing is stored. A named linked account's own workflows are included.",
    schema: { body: Type.Object({ associated_apps, safe_mode }), response: { 200: McpToolList } },
    run: async (deps, request) => {
      const { associated_apps: apps = [], safe_mode: isSafe = false } = readServer(request.body);
      const source = { id: "", safe_mode: isSafe, associated_apps: apps, offered_apps: apps, changed: [] };
      const scope = findAccountScope(request) ?? forNobody(getScope(request));
      return present(deps, await createToolbox(deps, scope, source));
    },
  }),
  operation({
    id: "listMcpTools",
    method: "get",
    path: "/api/v2/public/mcp-servers/:id/tools",
    least: "viewer",
    credentials: "either",
    summary: "List an MCP server's tools",
    description:
      "Returns the tools that the linked account's agents have, with their cost in tokens and whether their calls need approval. Without an account, an API key gets those of an account with no changes and no workflows of its own.",
    schema: { params: ById, response: { 200: McpToolList } },
    run: async (deps, request) => {
      const { id } = request.params;
      const account = findAccountScope(request);
      if (!account) return present(deps, await toolboxOfRecord(deps, getScope(request), id));
      const offer = await deps.offers.find(account, id);
      if (!offer) throw notFound("MCP server");
      return present(deps, offer.toolbox);
    },
  }),
];

function forNobody(scope: Scope): AccountScope {
  return { ...scope, account: { id: "", accountId: "" } };
}

async function toolboxOfRecord(deps: Deps, scope: Scope, id: string): Promise<Toolbox> {
  const record = await readServerRecord(deps.db, scope, id);
  const source = { ...record, changed: [], offered_apps: record.associated_apps };
  return createToolbox(deps, forNobody(scope), source);
}

function present(deps: Deps, { tools, listed, ...toolbox }: Toolbox): Static<typeof McpToolList> {
  const names = new Set(listed.legacy.map(({ name }) => name));
  return {
    docs: [...tools.values()].map((tool) => presentTool(deps, tool, names.has(tool.definition.name))),
    tool_mode: toolbox.mode,
    tool_tokens: toolbox.tokens,
    token_budget: deps.config.mcpTokenBudget,
    unavailable_tools: [...toolbox.omissions],
  };
}

function presentTool(
  deps: Deps,
  { definition, origin, asks = false }: Tool,
  isListed: boolean,
): Static<typeof McpTool> {
  const { slug, action_id: actionId, workflow_id: workflowId } = origin?.logged ?? {};
  return {
    name: definition.name,
    title: definition.title,
    description: definition.description,
    kind: actionId ? "action" : workflowId ? "workflow" : "built_in",
    slug: slug ?? undefined,
    action_id: actionId ?? undefined,
    workflow_id: workflowId ?? undefined,
    policy: asks ? "ask" : "allow",
    tokens: countTokens(deps, definition),
    is_listed: isListed,
    annotations: definition.annotations,
    input_schema: definition.inputSchema,
  };
}
