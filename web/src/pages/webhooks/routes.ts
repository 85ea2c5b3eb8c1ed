import { createRoute } from "@tanstack/react-router";
import { environmentRoute } from "../../shell/routes.tsx";

export const webhookRoutes = [
  createRoute({ getParentRoute: () => environmentRoute, path: "webhooks" }).lazy(() =>
    import("./webhooks-page.tsx").then(({ Route }) => Route),
  ),
] as const;
