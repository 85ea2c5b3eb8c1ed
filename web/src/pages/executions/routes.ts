import { createRoute } from "@tanstack/react-router";
import { environmentRoute } from "../../shell/routes.tsx";

export const executionRoutes = [
  createRoute({ getParentRoute: () => environmentRoute, path: "executions" }).lazy(() =>
    import("./list/executions-page.tsx").then(({ Route }) => Route),
  ),
  createRoute({ getParentRoute: () => environmentRoute, path: "executions/replays" }).lazy(() =>
    import("./replays/replays-page.tsx").then(({ Route }) => Route),
  ),
  createRoute({ getParentRoute: () => environmentRoute, path: "executions/$id" }).lazy(() =>
    import("./execution/execution-page.tsx").then(({ Route }) => Route),
  ),
] as const;
