import { createRoute } from "@tanstack/react-router";
import { environmentRoute } from "../../shell/routes.tsx";

export const mcpRoutes = [
  createRoute({ getParentRoute: () => environmentRoute, path: "mcp" }).lazy(() =>
    import("./servers/servers-page.tsx").then(({ Route }) => Route),
  ),
  createRoute({ getParentRoute: () => environmentRoute, path: "mcp/servers/new" }).lazy(() =>
    import("./servers/new-server-page.tsx").then(({ Route }) => Route),
  ),
  createRoute({ getParentRoute: () => environmentRoute, path: "mcp/servers/$id/edit" }).lazy(() =>
    import("./servers/edit-server-page.tsx").then(({ Route }) => Route),
  ),
  createRoute({ getParentRoute: () => environmentRoute, path: "mcp/servers/$id" }).lazy(() =>
    import("./servers/server-page.tsx").then(({ Route }) => Route),
  ),
  createRoute({ getParentRoute: () => environmentRoute, path: "mcp/calls" }).lazy(() =>
    import("./calls/calls-page.tsx").then(({ Route }) => Route),
  ),
  createRoute({ getParentRoute: () => environmentRoute, path: "mcp/calls/$server/$id" }).lazy(() =>
    import("./calls/call-page.tsx").then(({ Route }) => Route),
  ),
  createRoute({ getParentRoute: () => environmentRoute, path: "mcp/settings" }).lazy(() =>
    import("./settings/settings-page.tsx").then(({ Route }) => Route),
  ),
  createRoute({ getParentRoute: () => environmentRoute, path: "mcp/access" }).lazy(() =>
    import("./access/access-page.tsx").then(({ Route }) => Route),
  ),
] as const;
