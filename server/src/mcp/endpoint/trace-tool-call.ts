import type { CallToolResult, InputRequiredResult } from "@modelcontextprotocol/server";
import type { Deps } from "../../deps.ts";
import { parseTraceparent } from "../../platform/tracing/traceparent.ts";
import { getSpan, runInSpan } from "../../platform/tracing/tracing.ts";
import type { Session } from "./session.ts";

/**
 * Answers `tools/call` within a span, by OpenTelemetry's conventions for MCP. It continues the trace of the message,
 * else that of its HTTP request, and links to the span of that request, which may be of another trace.
 */
export function runToolCallInSpan(
  { tracer }: Pick<Deps, "tracer">,
  { scope, server, toolbox, traceparent: ofRequest }: Session,
  { name, _meta: meta }: { readonly name: string; readonly _meta?: Record<string, unknown> },
  answer: () => Promise<CallToolResult | InputRequiredResult>,
): Promise<CallToolResult | InputRequiredResult> {
  if (!tracer) return answer();
  const around = getSpan();
  const caller = [meta?.traceparent, ofRequest].find((text) => parseTraceparent(text) !== undefined);
  const start = {
    name: toolbox.tools.has(name) ? `tools/call ${name}` : "tools/call",
    kind: "server" as const,
    attributes: {
      "mcp.method.name": "tools/call",
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": name,
      "network.transport": "tcp",
      "junctor.mcp_server.id": server.id,
      "junctor.organization.id": scope.orgId,
      "junctor.environment": scope.environment,
      "junctor.account.id": scope.account.id,
    },
  };
  const span =
    typeof caller === "string"
      ? tracer.begin({ ...start, links: around ? [around.traceparent] : [] }, caller)
      : (around?.begin(start) ?? tracer.begin(start, null));
  return runInSpan(span, async () => {
    const result = await answer();
    if ("isError" in result && result.isError) span.fail("tool_error");
    return result;
  });
}
