import { createRoute } from "@tanstack/react-router";
import { environmentRoute } from "../../shell/routes.tsx";

export const scheduleRoutes = [
  createRoute({ getParentRoute: () => environmentRoute, path: "schedules" }).lazy(() =>
    import("./schedules-page.tsx").then(({ Route }) => Route),
  ),
] as const;
