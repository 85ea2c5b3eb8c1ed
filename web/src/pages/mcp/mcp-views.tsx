import { Views } from "../../parts/page/views.tsx";
import { MCP } from "../../words/mcp/mcp.ts";
import { SHELL } from "../../words/shell.ts";

/** The lists of the MCP page. */
export function McpViews() {
  return (
    <Views
      label={MCP.views}
      views={[
        { path: "/mcp", label: MCP.servers },
        { path: "/mcp/calls", label: MCP.calls },
        { path: "/mcp/access", label: MCP.access },
        { path: "/mcp/settings", label: SHELL.settings },
      ]}
    />
  );
}
