import type { Deps } from "../deps.ts";
import type { App } from "../platform/http/route.ts";
import { definitionRoutes } from "./definition-routes.ts";
import { executeRoutes } from "./execute-routes.ts";
import { requestStructureRoute } from "./request-structure.ts";
import { triggerRoutes } from "./trigger-routes.ts";

/** Application events, the inbox, and calls of workflows. */
export function eventRoutes(app: App, deps: Pick<Deps, "database" | "db" | "queue" | "clock">): void {
  definitionRoutes(app, deps);
  triggerRoutes(app, deps);
  executeRoutes(app, deps);
  requestStructureRoute(app, deps);
}
