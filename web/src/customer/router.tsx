import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
} from "@tanstack/react-router";
import { Problem } from "../parts/page/problem.tsx";
import type { CustomerVisit } from "./visit.ts";

/** One page, in memory: the URL of the window is the portal's. */
export function createCustomerRouter({ environment, workflow }: CustomerVisit) {
  const rootRoute = createRootRoute({
    component: () => (
      <main>
        <Outlet />
      </main>
    ),
    errorComponent: ({ error }) => <Problem error={error} onRetry={() => location.reload()} />,
  });
  const editRoute = createRoute({
    getParentRoute: () => rootRoute,
    path: "/$environment/workflows/$id/edit",
  }).lazy(() => import("../pages/workflows/edit-workflow-page.tsx").then(({ Route }) => Route as never));
  return createRouter({
    routeTree: rootRoute.addChildren([editRoute]),
    history: createMemoryHistory({ initialEntries: [`/${environment}/workflows/${workflow}/edit`] }),
  });
}
