import { createRoute } from "@tanstack/react-router";
import { environmentRoute } from "../../shell/routes.tsx";

export const applicationRoutes = [
  createRoute({ getParentRoute: () => environmentRoute, path: "applications" }).lazy(() =>
    import("./applications-page.tsx").then(({ Route }) => Route),
  ),
  createRoute({ getParentRoute: () => environmentRoute, path: "applications/$slug" }).lazy(() =>
    import("./application-page.tsx").then(({ Route }) => Route),
  ),
  // Two segments, so that an application may have any slug.
  createRoute({ getParentRoute: () => environmentRoute, path: "applications/add/openapi" }).lazy(() =>
    import("./own/openapi-page.tsx").then(({ Route }) => Route),
  ),
  createRoute({ getParentRoute: () => environmentRoute, path: "applications/add/mcp" }).lazy(() =>
    import("./own/mcp-page.tsx").then(({ Route }) => Route),
  ),
  createRoute({ getParentRoute: () => environmentRoute, path: "applications/add/piece" }).lazy(() =>
    import("./pieces/install-page.tsx").then(({ Route }) => Route),
  ),
  createRoute({ getParentRoute: () => environmentRoute, path: "applications/directory/$slug" }).lazy(() =>
    import("./directory/directory-page.tsx").then(({ Route }) => Route),
  ),
  createRoute({ getParentRoute: () => environmentRoute, path: "applications/portal/offered" }).lazy(() =>
    import("./offered/offered-page.tsx").then(({ Route }) => Route),
  ),
  createRoute({ getParentRoute: () => environmentRoute, path: "applications/add/definition" }).lazy(() =>
    import("./own/definition-page.tsx").then(({ Route }) => Route),
  ),
] as const;
