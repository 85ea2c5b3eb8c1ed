import { createRoute } from "@tanstack/react-router";
import { environmentRoute } from "../../shell/routes.tsx";

export const requestRoutes = [
  createRoute({ getParentRoute: () => environmentRoute, path: "requests" }).lazy(() =>
    import("./requests-page.tsx").then(({ Route }) => Route),
  ),
  createRoute({ getParentRoute: () => environmentRoute, path: "requests/$id" }).lazy(() =>
    import("./request-page.tsx").then(({ Route }) => Route),
  ),
] as const;
