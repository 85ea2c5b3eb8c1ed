import { type Operation, registerOperations } from "../auth/operation.ts";
import type { Deps } from "../deps.ts";
import type { App } from "../platform/http/route.ts";
import { ACTION_OPERATIONS } from "./actions/action-routes.ts";
import { registerProxyRoutes } from "./actions/proxy-routes.ts";
import { CONNECT_OPERATIONS } from "./connections/connect-routes.ts";
import { MIGRATE_TOKEN_OPERATIONS } from "./connections/migrate-token.ts";
import { UPDATE_CONNECTION_OPERATIONS } from "./connections/update-connection.ts";
import { AUTH_CONFIG_OPERATIONS } from "./manage/auth-config-routes.ts";
import { DIRECTORY_OPERATIONS } from "./manage/directory/directory-routes.ts";
import { APPLICATION_ICON_OPERATIONS } from "./manage/icon-route.ts";
import { MCP_APPLICATION_OPERATIONS } from "./manage/mcp-application-routes.ts";
import { registerOpenApiApplicationRoutes } from "./manage/openapi-routes.ts";
import { PIECE_OPERATIONS } from "./manage/pieces/piece-routes.ts";
import { APPLICATION_SETTINGS_OPERATIONS } from "./manage/settings-routes.ts";
import { APPLICATION_SETUP_OPERATIONS } from "./manage/setup/setup-routes.ts";
import { APPLICATION_OPERATIONS } from "./manage/surface-routes.ts";
import { CONNECTION_HEALTH_OPERATIONS } from "./probe/health-routes.ts";
import { REQUEST_LOG_OPERATIONS } from "./request-log/routes.ts";

/** What the API describes of applications and connections. */
export const APP_OPERATIONS: readonly Operation<Deps>[] = [
  ...CONNECT_OPERATIONS,
  ...UPDATE_CONNECTION_OPERATIONS,
  ...APPLICATION_OPERATIONS,
  ...AUTH_CONFIG_OPERATIONS,
  ...MIGRATE_TOKEN_OPERATIONS,
  ...APPLICATION_SETTINGS_OPERATIONS,
  ...APPLICATION_SETUP_OPERATIONS,
  ...DIRECTORY_OPERATIONS,
  ...APPLICATION_ICON_OPERATIONS,
  ...CONNECTION_HEALTH_OPERATIONS,
  ...ACTION_OPERATIONS,
  ...MCP_APPLICATION_OPERATIONS,
  ...REQUEST_LOG_OPERATIONS,
  ...PIECE_OPERATIONS,
];

/** Applications and connections; reads the catalog first, so that a start names its broken connectors. */
export async function registerAppRoutes(app: App, deps: Deps): Promise<void> {
  await deps.catalog.load();
  registerOperations(app, APP_OPERATIONS, deps);
  await registerOpenApiApplicationRoutes(app, deps);
  await registerProxyRoutes(app, deps);
}
