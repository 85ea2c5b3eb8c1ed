import type { Deps } from "../../deps.ts";
import { redactInternals } from "./safe-text.ts";
import type { Tool, ToolCall, ToolOutcome } from "./tool.ts";

/**
 * Runs a tool; what it throws is a fault of ours or of its author, and nothing of it is for the agent. Errors after
 * which the caller runs it again (`isRetried`) are rethrown.
 */
export async function runTool(
  { log }: Pick<Deps, "log">,
  tool: Tool,
  call: ToolCall,
  isRetried: (error: unknown) => boolean = () => false,
): Promise<ToolOutcome> {
  try {
    const outcome = await tool.run(call);
    return outcome.kind === "error" ? { ...outcome, message: redactInternals(outcome.message) } : outcome;
  } catch (error) {
    if (isRetried(error)) throw error;
    log.error({ err: error, tool: tool.definition.name, call: call.id }, "mcp.tool-failed");
    return { kind: "error", message: `The tool failed. The server's log has the reason under ${call.id}.` };
  }
}
