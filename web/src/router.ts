import type { QueryClient } from "@tanstack/react-query";
import { createRouter } from "@tanstack/react-router";
import { alertRoutes } from "./pages/alerts/routes.ts";
import { applicationRoutes } from "./pages/applications/routes.ts";
import { approvalRoutes } from "./pages/approvals/routes.ts";
import { customerRoutes } from "./pages/customers/routes.ts";
import { dataReferenceRoutes } from "./pages/data-references/routes.ts";
import { eventRoutes } from "./pages/events/routes.ts";
import { executionRoutes } from "./pages/executions/routes.ts";
import { mcpRoutes } from "./pages/mcp/routes.ts";
import { overviewRoutes } from "./pages/overview/routes.ts";
import { requestRoutes } from "./pages/requests/routes.ts";
import { scheduleRoutes } from "./pages/schedules/routes.ts";
import { settingsRoutes } from "./pages/settings/routes.ts";
import { signInRoute } from "./pages/sign-in/routes.ts";
import { webhookRoutes } from "./pages/webhooks/routes.ts";
import { workflowRoutes } from "./pages/workflows/routes.ts";
import { FailedPage } from "./shell/failed-page.tsx";
import { environmentRoute, homeRoute, rootRoute } from "./shell/routes.tsx";

const routeTree = rootRoute.addChildren([
  homeRoute,
  signInRoute,
  environmentRoute.addChildren([
    ...overviewRoutes,
    ...executionRoutes,
    ...customerRoutes,
    ...applicationRoutes,
    ...workflowRoutes,
    ...requestRoutes,
    ...webhookRoutes,
    ...eventRoutes,
    ...scheduleRoutes,
    ...dataReferenceRoutes,
    ...alertRoutes,
    ...approvalRoutes,
    ...mcpRoutes,
    ...settingsRoutes,
  ]),
]);

/** The pages and their URLs, `/app/<environment>/<page>`. Search parameters are plain texts. */
export function createAppRouter(queries: QueryClient) {
  return createRouter({
    routeTree,
    basepath: "/app",
    context: { queries },
    // Replaces only the one page: what surrounds it stays.
    defaultErrorComponent: FailedPage,
    defaultPreload: "intent",
    defaultPendingMs: 300,
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const text = new URLSearchParams(search as Record<string, string>).toString();
      return text && `?${text}`;
    },
  });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
