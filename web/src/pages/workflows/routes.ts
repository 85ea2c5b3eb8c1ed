import { createRoute } from "@tanstack/react-router";
import { environmentRoute } from "../../shell/routes.tsx";

export const workflowRoutes = [
  createRoute({ getParentRoute: () => environmentRoute, path: "workflows" }).lazy(() =>
    import("./workflows-page.tsx").then(({ Route }) => Route),
  ),
  createRoute({ getParentRoute: () => environmentRoute, path: "workflows/$id" }).lazy(() =>
    import("./workflow-page.tsx").then(({ Route }) => Route),
  ),
  createRoute({ getParentRoute: () => environmentRoute, path: "workflows/$id/edit" }).lazy(() =>
    import("./edit-workflow-page.tsx").then(({ Route }) => Route),
  ),
] as const;
