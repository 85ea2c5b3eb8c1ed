import type { Deps } from "../deps.ts";
import type { App } from "../platform/http/route.ts";
import { registerActionRoutes } from "./actions/action-routes.ts";
import { registerProxyRoutes } from "./actions/proxy-routes.ts";
import { registerIconRoute } from "./catalog/icon-route.ts";
import { registerMcpApplicationRoutes } from "./catalog/mcp-application-routes.ts";
import { registerOpenApiApplicationRoutes } from "./catalog/openapi-routes.ts";
import { registerApplicationSettingsRoutes } from "./catalog/settings-routes.ts";
import { registerSurfaceRoutes } from "./catalog/surface-routes.ts";
import { registerConnectRoutes } from "./connections/connect-routes.ts";
import { registerMigrateRoutes } from "./connections/migrate-token.ts";
import { registerConnectionHealthRoutes } from "./health/health-routes.ts";

/** Applications and connections; reads the catalog first, so that a start names its broken connectors. */
export async function registerAppRoutes(app: App, deps: Deps): Promise<void> {
  await deps.catalog.load();
  registerConnectRoutes(app, deps);
  registerSurfaceRoutes(app, deps);
  registerMigrateRoutes(app, deps);
  registerApplicationSettingsRoutes(app, deps);
  registerIconRoute(app, deps);
  registerConnectionHealthRoutes(app, deps);
  await registerOpenApiApplicationRoutes(app, deps);
  registerActionRoutes(app, deps);
  await registerProxyRoutes(app, deps);
  registerMcpApplicationRoutes(app, deps);
}
