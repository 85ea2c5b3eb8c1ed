import { Views } from "../../parts/page/views.tsx";
import { MCP } from "../../words/mcp/mcp.ts";
import { SHELL } from "../../words/shell.ts";

/** The lists of the MCP page. */
export function McpViews() {
  return (
    <Views
      label={MCP.views}
      views={[
        { to: "/$environment/mcp", label: MCP.servers },
        { to: "/$environment/mcp/calls", label: MCP.calls },
        { to: "/$environment/mcp/access", label: MCP.access },
        { to: "/$environment/mcp/settings", label: SHELL.settings },
      ]}
    />
  );
}
