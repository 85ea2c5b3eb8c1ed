import { createRoute } from "@tanstack/react-router";
import { environmentRoute } from "../../shell/routes.tsx";

export const eventRoutes = [
  createRoute({ getParentRoute: () => environmentRoute, path: "events" }).lazy(() =>
    import("./events-page.tsx").then(({ Route }) => Route),
  ),
] as const;
