import type { Deps } from "../../deps.ts";
import type { App } from "../../platform/http/route.ts";
import { registerSignInApiRoutes } from "./api-routes.ts";
import { registerClientRoute } from "./clients/register-route.ts";
import { registerInteractionRoutes } from "./consent/interaction-routes.ts";
import { registerAssistantsRoutes } from "./grants/assistants-routes.ts";
import { registerGrantRoutes } from "./grants/grant-routes.ts";
import { registerMetadataRoutes } from "./provider/metadata-routes.ts";
import { createLazyProvider } from "./provider/provider.ts";
import { registerProviderRoutes } from "./provider/provider-routes.ts";

/** The authorization server of the MCP servers: assistants get tokens for one customer and one server. */
export async function registerOAuthRoutes(app: App, deps: Deps): Promise<void> {
  const provider = createLazyProvider(deps);
  registerMetadataRoutes(app, deps);
  registerSignInApiRoutes(app, deps);
  registerGrantRoutes(app, deps);
  await registerClientRoute(app, deps);
  // Plugins of their own: bodies that the library reads itself, and forms.
  await app.register(async (plain: App) => registerProviderRoutes(plain, deps, provider));
  await app.register(async (pages: App) => registerInteractionRoutes(pages, deps, provider));
  await app.register(async (pages: App) => registerAssistantsRoutes(pages, deps));
}
