import { Views } from "../../parts/page/views.tsx";
import { MCP } from "../../words/mcp/mcp.ts";
import { SHELL } from "../../words/shell.ts";
import { useWaiting } from "./approvals/use-waiting.ts";

/** The lists of the MCP page, with how many decisions wait. */
export function McpViews() {
  const waiting = useWaiting();
  return (
    <Views
      label={MCP.views}
      views={[
        { path: "/mcp", label: MCP.servers },
        { path: "/mcp/approvals", label: MCP.approvals, count: waiting },
        { path: "/mcp/calls", label: MCP.calls },
        { path: "/mcp/access", label: MCP.access },
        { path: "/mcp/settings", label: SHELL.settings },
      ]}
    />
  );
}
