import { getSpan, runInSpan } from "../../../platform/tracing/tracing.ts";

/** What a request says besides its parameters: where its server continues the trace (SEP-414). */
type RequestMeta = { readonly traceparent: string } | undefined;

/** Calls a tool of another server within a span, by OpenTelemetry's conventions for MCP, if it belongs to a trace. */
export async function runRemoteToolInSpan<Result extends { readonly isError?: boolean | undefined }>(
  name: string,
  call: (meta: RequestMeta) => Promise<Result>,
): Promise<Result> {
  const span = getSpan()?.begin({
    name: `tools/call ${name}`,
    kind: "client",
    attributes: {
      "mcp.method.name": "tools/call",
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": name,
    },
  });
  if (!span) return call(undefined);
  return runInSpan(span, async () => {
    const result = await call({ traceparent: span.traceparent });
    if (result.isError) span.fail("tool_error");
    return result;
  });
}
