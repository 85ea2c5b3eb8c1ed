import type { Deps } from "../deps.ts";
import type { App } from "../platform/http/route.ts";
import { actionRoutes } from "./action-routes.ts";
import { catalogOf } from "./catalog.ts";
import { connectRoutes } from "./connect-routes.ts";
import { healthRoutes } from "./health-routes.ts";
import { iconRoute } from "./icon-route.ts";
import { mcpApplicationRoutes } from "./mcp-application-routes.ts";
import { migrateRoutes } from "./migrate-token.ts";
import { openApiApplicationRoutes } from "./openapi-routes.ts";
import { proxyRoutes } from "./proxy-routes.ts";
import { settingsRoutes } from "./settings-routes.ts";
import { surfaceRoutes } from "./surface-routes.ts";

/** Applications and connections; reads the catalogue first, so that a start names its broken connectors. */
export async function appRoutes(app: App, deps: Deps): Promise<void> {
  await catalogOf(deps);
  connectRoutes(app, deps);
  surfaceRoutes(app, deps);
  migrateRoutes(app, deps);
  settingsRoutes(app, deps);
  iconRoute(app, deps);
  healthRoutes(app, deps);
  await openApiApplicationRoutes(app, deps);
  actionRoutes(app, deps);
  await proxyRoutes(app, deps);
  mcpApplicationRoutes(app, deps);
}
