import type { Deps } from "../deps.ts";
import type { App } from "../platform/http/route.ts";
import { actionRoutes } from "./actions/action-routes.ts";
import { proxyRoutes } from "./actions/proxy-routes.ts";
import { catalogOf } from "./catalog/catalog.ts";
import { iconRoute } from "./catalog/icon-route.ts";
import { mcpApplicationRoutes } from "./catalog/mcp-application-routes.ts";
import { openApiApplicationRoutes } from "./catalog/openapi-routes.ts";
import { settingsRoutes } from "./catalog/settings-routes.ts";
import { surfaceRoutes } from "./catalog/surface-routes.ts";
import { connectRoutes } from "./connections/connect-routes.ts";
import { migrateRoutes } from "./connections/migrate-token.ts";
import { healthRoutes } from "./health/health-routes.ts";

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
