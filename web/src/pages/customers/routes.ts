import { createRoute } from "@tanstack/react-router";
import { environmentRoute } from "../../shell/routes.tsx";

export const customerRoutes = [
  createRoute({ getParentRoute: () => environmentRoute, path: "customers" }).lazy(() =>
    import("./customers-page.tsx").then(({ Route }) => Route),
  ),
  createRoute({ getParentRoute: () => environmentRoute, path: "customers/$id" }).lazy(() =>
    import("./customer-page.tsx").then(({ Route }) => Route),
  ),
] as const;
