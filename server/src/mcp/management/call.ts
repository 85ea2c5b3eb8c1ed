import { type CallToolResult, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { JsonObject } from "../../apps/connector.ts";
import { requireRole } from "../../auth/roles.ts";
import { ApiError } from "../../platform/errors.ts";
import { parseJsonBody } from "../../platform/http/json-body.ts";
import { createId } from "../../platform/id.ts";
import { parseJson } from "../../platform/json/parse-json.ts";
import { redactLinks } from "../../runs/signals/links.ts";
import { describeUnknownTool } from "../tools/name.ts";
import { prepareArguments } from "../tools/prepare-arguments.ts";
import { buildErrorResult, buildValueResult, getTextPage } from "../tools/result.ts";
import { type ManagementCaller, startCallAudit } from "./audit.ts";
import { type ManagementDeps, sendOperation } from "./send-operation.ts";
import type { ManagementTool } from "./tool.ts";

/**
 * Calls a tool for the holder of an API key and returns the result. Throws only for an unknown tool: a model can read
 * why a call failed, but nothing about faults of ours.
 */
export async function callManagementTool(
  deps: ManagementDeps,
  caller: ManagementCaller,
  { name, args: given }: { name: string; args: JsonObject },
): Promise<CallToolResult> {
  const tool = deps.tools.get(name);
  if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, describeUnknownTool(name));
  const { definition, check } = tool;
  const { args, problem } = await prepareArguments(deps, { schema: definition.inputSchema, check }, given);
  if (problem !== undefined) return buildErrorResult(`${problem}.`);
  try {
    // What the database cannot store is refused as in bodies of the API.
    parseJsonBody(JSON.stringify(args));
    const { part = 1, ...rest } = args;
    return await present(tool, await carryOut(deps, caller, tool, rest), Number(part));
  } catch (error) {
    return buildErrorResult(reasonOf(deps, name, error));
  }
}

async function carryOut(
  deps: ManagementDeps,
  caller: ManagementCaller,
  tool: ManagementTool,
  args: JsonObject,
): Promise<object> {
  const { key, client: name, address } = caller;
  const { definition } = tool;
  const principal = { ...key, agent: { name, tool: definition.name, address } };
  requireRole(key.role, tool.least, key.scope.environment);
  const context = { deps, principal, request: sendOperation.bind(undefined, deps, principal) };
  if (!tool.acts) {
    const value = await tool.run(context, args);
    // Anyone with such a URL can answer.
    return key.role === "viewer" ? redactLinks(deps, [], value) : value;
  }
  const end = startCallAudit(deps, caller, definition, args);
  try {
    const value = await tool.run(context, args);
    end({ outcome: "done" });
    return value;
  } catch (error) {
    // The message may contain what the caller has sent.
    end({ outcome: "failed", reason: error instanceof ApiError ? error.code : "SERVER_ERROR" });
    throw error;
  }
}

async function present(tool: ManagementTool, value: object, part: number): Promise<CallToolResult> {
  const text = tool.write(value);
  if (part === 1) {
    const structured = parseJson(text);
    const output = { schema: tool.definition.outputSchema, structure: async () => structured };
    const whole = await buildValueResult(structured, text, output);
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

function reasonOf({ log }: ManagementDeps, tool: string, error: unknown): string {
  if (error instanceof ApiError) {
    const others = error.errors?.map(({ message }) => message) ?? [];
    return [...new Set([error.message, ...others])].join("\n");
  }
  const fault = createId();
  log.error({ err: error, tool, fault }, "mcp.management-tool-failed");
  return `The tool failed. The server's log has the reason under ${fault}.`;
}
