import { createRoute } from "@tanstack/react-router";
import { environmentRoute } from "../../shell/routes.tsx";

export const webhookRoutes = [
  createRoute({ getParentRoute: () => environmentRoute, path: "webhooks" }).lazy(() =>
    import("./webhooks-page.tsx").then(({ Route }) => Route),
  ),
  createRoute({ getParentRoute: () => environmentRoute, path: "webhooks/new" }).lazy(() =>
    import("./new-webhook-page.tsx").then(({ Route }) => Route),
  ),
  createRoute({ getParentRoute: () => environmentRoute, path: "webhooks/deliveries" }).lazy(() =>
    import("./deliveries-page.tsx").then(({ Route }) => Route),
  ),
  createRoute({ getParentRoute: () => environmentRoute, path: "webhooks/deliveries/$id" }).lazy(() =>
    import("./delivery-page.tsx").then(({ Route }) => Route),
  ),
  createRoute({ getParentRoute: () => environmentRoute, path: "webhooks/$id" }).lazy(() =>
    import("./webhook-page.tsx").then(({ Route }) => Route),
  ),
  createRoute({ getParentRoute: () => environmentRoute, path: "webhooks/$id/edit" }).lazy(() =>
    import("./edit-webhook-page.tsx").then(({ Route }) => Route),
  ),
] as const;
