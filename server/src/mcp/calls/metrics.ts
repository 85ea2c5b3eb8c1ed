import { defineCounter } from "../../platform/metrics/metrics.ts";

/** Calls of MCP tools. */
export const TOOL_CALLS = defineCounter({
  name: "junctor_mcp_tool_calls_total",
  about: "Calls of MCP tools that ended in this process.",
  labels: ["environment", "outcome"],
});
