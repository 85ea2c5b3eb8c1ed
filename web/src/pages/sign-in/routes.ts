import { createRoute } from "@tanstack/react-router";
import { rootRoute } from "../../shell/routes.tsx";

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/sign-in",
}).lazy(() => import("./sign-in-page.tsx").then(({ Route }) => Route));
