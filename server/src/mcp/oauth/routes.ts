import { type Operation, registerOperations } from "../../auth/operation.ts";
import type { Deps } from "../../deps.ts";
import type { App } from "../../platform/http/route.ts";
import { MCP_SIGN_IN_OPERATIONS } from "./api-routes.ts";
import { registerClientRoute } from "./clients/register-route.ts";
import { registerInteractionRoutes } from "./consent/interaction-routes.ts";
import { registerAssistantsRoutes } from "./grants/assistants-routes.ts";
import { MCP_GRANT_OPERATIONS } from "./grants/grant-routes.ts";
import { registerMetadataRoutes } from "./provider/metadata-routes.ts";
import { createLazyProvider } from "./provider/provider.ts";
import { registerProviderRoutes } from "./provider/provider-routes.ts";

/** How customers allow assistants, and what they have allowed. */
export const OAUTH_OPERATIONS: readonly Operation<Deps>[] = [
  ...MCP_SIGN_IN_OPERATIONS,
  ...MCP_GRANT_OPERATIONS,
];

/** The authorization server of the MCP servers: assistants get tokens for one customer and one server. */
export async function registerOAuthRoutes(app: App, deps: Deps): Promise<void> {
  const provider = createLazyProvider(deps);
  registerMetadataRoutes(app, deps);
  registerOperations(app, OAUTH_OPERATIONS, deps);
  await registerClientRoute(app, deps);
  // Plugins of their own: bodies that the library reads itself, and forms.
  await app.register(async (plain: App) => registerProviderRoutes(plain, deps, provider));
  await app.register(async (pages: App) => registerInteractionRoutes(pages, deps, provider));
  await app.register(async (pages: App) => registerAssistantsRoutes(pages, deps));
}
