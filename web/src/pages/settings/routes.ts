import { createRoute } from "@tanstack/react-router";
import { environmentRoute } from "../../shell/routes.tsx";

export const settingsRoutes = [
  createRoute({ getParentRoute: () => environmentRoute, path: "settings" }).lazy(() =>
    import("./settings-page.tsx").then(({ Route }) => Route),
  ),
] as const;
