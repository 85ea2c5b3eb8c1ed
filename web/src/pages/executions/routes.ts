import { createRoute } from "@tanstack/react-router";
import { environmentRoute } from "../../shell/routes.tsx";

export const executionRoutes = [
  createRoute({ getParentRoute: () => environmentRoute, path: "executions" }).lazy(() =>
    import("./executions-page.tsx").then(({ Route }) => Route),
  ),
  createRoute({ getParentRoute: () => environmentRoute, path: "executions/replays" }).lazy(() =>
    import("./replays-page.tsx").then(({ Route }) => Route),
  ),
  createRoute({ getParentRoute: () => environmentRoute, path: "executions/$id" }).lazy(() =>
    import("./execution-page.tsx").then(({ Route }) => Route),
  ),
] as const;
