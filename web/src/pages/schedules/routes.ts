import { createRoute } from "@tanstack/react-router";
import { environmentRoute } from "../../shell/routes.tsx";

export const scheduleRoutes = [
  createRoute({ getParentRoute: () => environmentRoute, path: "schedules" }).lazy(() =>
    import("./schedules-page.tsx").then(({ Route }) => Route),
  ),
  createRoute({ getParentRoute: () => environmentRoute, path: "schedules/new" }).lazy(() =>
    import("./new-schedule-page.tsx").then(({ Route }) => Route),
  ),
  createRoute({ getParentRoute: () => environmentRoute, path: "schedules/$id/edit" }).lazy(() =>
    import("./edit-schedule-page.tsx").then(({ Route }) => Route),
  ),
  createRoute({ getParentRoute: () => environmentRoute, path: "schedules/$id" }).lazy(() =>
    import("./schedule-page.tsx").then(({ Route }) => Route),
  ),
] as const;
