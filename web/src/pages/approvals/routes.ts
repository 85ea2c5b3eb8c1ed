import { createRoute } from "@tanstack/react-router";
import { environmentRoute } from "../../shell/routes.tsx";

export const approvalRoutes = [
  createRoute({ getParentRoute: () => environmentRoute, path: "approvals" }).lazy(() =>
    import("./approvals-page.tsx").then(({ Route }) => Route),
  ),
] as const;
