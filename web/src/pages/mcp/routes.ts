import { createRoute } from "@tanstack/react-router";
import { environmentRoute } from "../../shell/routes.tsx";

export const mcpRoutes = [
  createRoute({ getParentRoute: () => environmentRoute, path: "mcp" }).lazy(() =>
    import("./mcp-page.tsx").then(({ Route }) => Route),
  ),
] as const;
