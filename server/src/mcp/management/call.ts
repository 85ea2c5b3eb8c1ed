import { type CallToolResult, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { JsonObject } from "../../apps/connector.ts";
import { createRateLimitError } from "../../auth/limits/rate-limit.ts";
import { requireRole } from "../../auth/roles.ts";
import type { Deps } from "../../deps.ts";
import { setActor } from "../../platform/acting.ts";
import { ApiError } from "../../platform/errors.ts";
import { parseJsonBody } from "../../platform/http/json-body.ts";
import { createId } from "../../platform/id.ts";
import { parseJson } from "../../platform/json/parse-json.ts";
import { redactLinks } from "../../runs/signals/links.ts";
import { describeUnknownTool } from "../tools/name.ts";
import { buildErrorResult, buildValueResult, getTextPage } from "../tools/result.ts";
import { ACCOUNT_TOOLS } from "./account-tools.ts";
import { APPLICATION_TOOLS } from "./application-tools.ts";
import { type ManagementCaller, startCallAudit } from "./audit.ts";
import { EXECUTION_TOOLS } from "./execution-tools.ts";
import { MCP_TOOLS } from "./mcp-tools.ts";
import type { ManagementTool, ToolScope } from "./tool.ts";
import { WEBHOOK_TOOLS } from "./webhook-tools.ts";
import { WORKFLOW_TOOLS } from "./workflow-tools.ts";

/** Everything that a developer's agent can do, in list order. */
export const MANAGEMENT_TOOLS: readonly ManagementTool[] = [
  ...ACCOUNT_TOOLS,
  ...APPLICATION_TOOLS,
  ...WORKFLOW_TOOLS,
  ...EXECUTION_TOOLS,
  ...MCP_TOOLS,
  ...WEBHOOK_TOOLS,
];

const BY_NAME = new Map(MANAGEMENT_TOOLS.map((tool) => [tool.definition.name, tool]));

/**
 * Calls a tool for the holder of an API key and returns the result. Throws only for an unknown tool: a model can read
 * why a call failed, but nothing about faults of ours.
 */
export async function callManagementTool(
  deps: Deps,
  caller: ManagementCaller,
  { name, args }: { name: string; args: JsonObject },
): Promise<CallToolResult> {
  const tool = BY_NAME.get(name);
  if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, describeUnknownTool(name));
  const problem = tool.check(args);
  if (problem !== undefined) return buildErrorResult(`${problem}.`);
  try {
    // What the database cannot store is refused as in bodies of the API.
    parseJsonBody(JSON.stringify(args));
    requireRole(caller.role, tool.roleFor(args), caller.scope.environment);
    if (tool.acts) await countRequest(deps, caller, args);
    const { part = 1, ...rest } = args;
    return present(tool, await carryOut(deps, caller, tool, rest), Number(part));
  } catch (error) {
    return buildErrorResult(reasonOf(deps, name, error));
  }
}

async function carryOut(
  deps: Deps,
  caller: ManagementCaller,
  tool: ManagementTool,
  args: JsonObject,
): Promise<object> {
  if (!tool.acts) {
    const value = await tool.run(deps, toolScope(caller), args);
    // Anyone with such a URL can answer.
    return caller.role === "viewer" ? redactLinks(deps, [], value) : value;
  }
  const { keyId: id, client, scope } = caller;
  const { environment } = scope;
  setActor({ kind: "agent", id, userAgent: client, operation: tool.definition.name, environment });
  const end = startCallAudit(deps, caller, tool.definition, args);
  try {
    const value = await tool.run(deps, toolScope(caller), args);
    end({ outcome: "done" });
    return value;
  } catch (error) {
    // The message may contain what the caller has sent.
    end({ outcome: "failed", reason: error instanceof ApiError ? error.code : "SERVER_ERROR" });
    throw error;
  }
}

function toolScope({ scope, keyId, client }: ManagementCaller): ToolScope {
  return { ...scope, by: { kind: "agent", id: keyId, name: client } };
}

/**
 * A call that writes and names a linked account counts for it, as in the API. One that reads does not: an agent
 * looking for a fault must not use up what the customer's own requests need.
 */
async function countRequest(
  { rateLimit }: Deps,
  { scope, limits }: ManagementCaller,
  args: JsonObject,
): Promise<void> {
  const { linked_account_id: accountId } = args;
  if (!rateLimit || typeof accountId !== "string") return;
  const state = await rateLimit.consume(scope, accountId, { kind: "requests", limits });
  if (!state.allowed) throw createRateLimitError(state);
}

function present(tool: ManagementTool, value: object, part: number): CallToolResult {
  const text = tool.write(value);
  if (part === 1) {
    const structured = parseJson(text);
    const output = { schema: tool.definition.outputSchema, structure: () => structured };
    const whole = buildValueResult(structured, text, output);
    if (whole) return whole;
  }
  const page = getTextPage(text, part);
  if (part > page.pages)
    return buildErrorResult(`part must be at most ${page.pages}: the result has no more parts.`);
  const next =
    part < page.pages ? ` Call ${tool.definition.name} again with part ${part + 1} for the next one.` : "";
  return {
    content: [
      { type: "text", text: page.text },
      { type: "text", text: `This is part ${part} of ${page.pages}.${next}` },
    ],
    // Many clients show the model nothing else.
    structuredContent: { part, parts: page.pages, part_text: page.text },
  };
}

function reasonOf({ log }: Deps, tool: string, error: unknown): string {
  if (error instanceof ApiError) {
    const others = error.errors?.map(({ message }) => message) ?? [];
    return [...new Set([error.message, ...others])].join("\n");
  }
  const fault = createId();
  log.error({ err: error, tool, fault }, "mcp.management-tool-failed");
  return `The tool failed. The server's log has the reason under ${fault}.`;
}
