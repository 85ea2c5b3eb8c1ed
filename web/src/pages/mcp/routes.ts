import { createRoute } from "@tanstack/react-router";
import { environmentRoute } from "../../shell/routes.tsx";

export const mcpRoutes = [
  createRoute({ getParentRoute: () => environmentRoute, path: "mcp" }).lazy(() =>
    import("./servers-page.tsx").then(({ Route }) => Route),
  ),
  createRoute({ getParentRoute: () => environmentRoute, path: "mcp/servers/new" }).lazy(() =>
    import("./new-server-page.tsx").then(({ Route }) => Route),
  ),
  createRoute({ getParentRoute: () => environmentRoute, path: "mcp/servers/$id/edit" }).lazy(() =>
    import("./edit-server-page.tsx").then(({ Route }) => Route),
  ),
  createRoute({ getParentRoute: () => environmentRoute, path: "mcp/servers/$id" }).lazy(() =>
    import("./server-page.tsx").then(({ Route }) => Route),
  ),
  createRoute({ getParentRoute: () => environmentRoute, path: "mcp/approvals" }).lazy(() =>
    import("./approvals-page.tsx").then(({ Route }) => Route),
  ),
  createRoute({ getParentRoute: () => environmentRoute, path: "mcp/calls" }).lazy(() =>
    import("./calls-page.tsx").then(({ Route }) => Route),
  ),
  createRoute({ getParentRoute: () => environmentRoute, path: "mcp/calls/$server/$id" }).lazy(() =>
    import("./call-page.tsx").then(({ Route }) => Route),
  ),
  createRoute({ getParentRoute: () => environmentRoute, path: "mcp/settings" }).lazy(() =>
    import("./settings-page.tsx").then(({ Route }) => Route),
  ),
  createRoute({ getParentRoute: () => environmentRoute, path: "mcp/access" }).lazy(() =>
    import("./access-page.tsx").then(({ Route }) => Route),
  ),
] as const;
