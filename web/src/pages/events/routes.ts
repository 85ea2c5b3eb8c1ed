import { createRoute } from "@tanstack/react-router";
import { environmentRoute } from "../../shell/routes.tsx";

export const eventRoutes = [
  createRoute({ getParentRoute: () => environmentRoute, path: "events" }).lazy(() =>
    import("./inbox-page.tsx").then(({ Route }) => Route),
  ),
  createRoute({ getParentRoute: () => environmentRoute, path: "events/send" }).lazy(() =>
    import("./send-page.tsx").then(({ Route }) => Route),
  ),
  createRoute({ getParentRoute: () => environmentRoute, path: "events/definitions" }).lazy(() =>
    import("./definitions-page.tsx").then(({ Route }) => Route),
  ),
  createRoute({ getParentRoute: () => environmentRoute, path: "events/definitions/new" }).lazy(() =>
    import("./new-definition-page.tsx").then(({ Route }) => Route),
  ),
  createRoute({ getParentRoute: () => environmentRoute, path: "events/definitions/$id" }).lazy(() =>
    import("./definition-page.tsx").then(({ Route }) => Route),
  ),
  createRoute({ getParentRoute: () => environmentRoute, path: "events/findings" }).lazy(() =>
    import("./findings-page.tsx").then(({ Route }) => Route),
  ),
  createRoute({ getParentRoute: () => environmentRoute, path: "events/$id" }).lazy(() =>
    import("./event-page.tsx").then(({ Route }) => Route),
  ),
] as const;
