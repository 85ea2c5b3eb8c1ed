import { createRoute } from "@tanstack/react-router";
import { environmentRoute } from "../../shell/routes.tsx";

export const overviewRoutes = [
  createRoute({ getParentRoute: () => environmentRoute, path: "/" }).lazy(() =>
    import("./overview-page.tsx").then(({ Route }) => Route),
  ),
] as const;
