import { createRoute } from "@tanstack/react-router";
import { environmentRoute } from "../../shell/routes.tsx";

const settingsRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: "settings",
}).lazy(() => import("./settings-page.tsx").then(({ Route }) => Route));

export const settingsRoutes = [
  settingsRoute.addChildren([
    createRoute({ getParentRoute: () => settingsRoute, path: "/" }).lazy(() =>
      import("./account/account-tab.tsx").then(({ Route }) => Route),
    ),
    createRoute({ getParentRoute: () => settingsRoute, path: "organization" }).lazy(() =>
      import("./organization-tab.tsx").then(({ Route }) => Route),
    ),
    createRoute({ getParentRoute: () => settingsRoute, path: "branding" }).lazy(() =>
      import("./branding/branding-tab.tsx").then(({ Route }) => Route),
    ),
    createRoute({ getParentRoute: () => settingsRoute, path: "retention" }).lazy(() =>
      import("./retention/retention-tab.tsx").then(({ Route }) => Route),
    ),
    createRoute({ getParentRoute: () => settingsRoute, path: "redaction" }).lazy(() =>
      import("./redaction/redaction-tab.tsx").then(({ Route }) => Route),
    ),
    createRoute({ getParentRoute: () => settingsRoute, path: "plans" }).lazy(() =>
      import("./plans/plans-tab.tsx").then(({ Route }) => Route),
    ),
    createRoute({ getParentRoute: () => settingsRoute, path: "operators" }).lazy(() =>
      import("./operators/operators-tab.tsx").then(({ Route }) => Route),
    ),
    createRoute({ getParentRoute: () => settingsRoute, path: "api-keys" }).lazy(() =>
      import("./api-keys/api-keys-tab.tsx").then(({ Route }) => Route),
    ),
    createRoute({ getParentRoute: () => settingsRoute, path: "audit-log" }).lazy(() =>
      import("./audit-log/audit-log-pages.ts").then(({ LogRoute }) => LogRoute),
    ),
    createRoute({ getParentRoute: () => settingsRoute, path: "audit-log/$id" }).lazy(() =>
      import("./audit-log/audit-log-pages.ts").then(({ EntryRoute }) => EntryRoute),
    ),
  ]),
] as const;
