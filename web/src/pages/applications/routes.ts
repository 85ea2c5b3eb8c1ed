import { createRoute } from "@tanstack/react-router";
import { environmentRoute } from "../../shell/routes.tsx";

export const applicationRoutes = [
  createRoute({ getParentRoute: () => environmentRoute, path: "applications" }).lazy(() =>
    import("./applications-page.tsx").then(({ Route }) => Route),
  ),
] as const;
