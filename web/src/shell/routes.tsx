import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, createRoute, Outlet, redirect } from "@tanstack/react-router";
import { sessionQuery } from "../api/session.ts";
import { FailedPage, MissingPage } from "./failed-page.tsx";
import { lastEnvironment } from "./last-environment.ts";
import { Shell } from "./shell.tsx";

export const rootRoute = createRootRouteWithContext<{ queries: QueryClient }>()({
  component: Outlet,
  errorComponent: FailedPage,
  notFoundComponent: MissingPage,
});

/** `/app` itself redirects to the last shown environment, or the one that the operator has access to. */
export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/",
  beforeLoad: async ({ context }) => {
    const session = await context.queries.ensureQueryData(sessionQuery);
    const last = lastEnvironment();
    const other = last === "test" ? "production" : "test";
    const environment = session !== null && session.roles[last] === null ? other : last;
    throw redirect({ to: "/$environment", params: { environment } });
  },
});

/** Everything that requires signing in: the navigation, and the pages of one environment. */
export const environmentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/$environment",
  beforeLoad: async ({ context, params, location }) => {
    if (params.environment !== "test" && params.environment !== "production")
      throw redirect({ to: "/", replace: true });
    const session = await context.queries.ensureQueryData(sessionQuery);
    if (session === null) throw redirect({ to: "/sign-in", search: { to: location.href }, replace: true });
    return { session };
  },
  component: Shell,
  errorComponent: FailedPage,
  notFoundComponent: MissingPage,
});
