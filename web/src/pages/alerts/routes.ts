import { createRoute } from "@tanstack/react-router";
import { environmentRoute } from "../../shell/routes.tsx";

const getParentRoute = () => environmentRoute;
const load = () => import("./all-pages.ts");

export const alertRoutes = [
  createRoute({ getParentRoute, path: "alerts" }).lazy(() => load().then((pages) => pages.AlertsRoute)),
  createRoute({ getParentRoute, path: "alerts/rules" }).lazy(() => load().then((pages) => pages.RulesRoute)),
  createRoute({ getParentRoute, path: "alerts/rules/$id" }).lazy(() =>
    load().then((pages) => pages.RuleRoute),
  ),
] as const;
