import type { Deps } from "../../deps.ts";
import type { App } from "../../platform/http/route.ts";
import { apiRoutes } from "./api-routes.ts";
import { registerRoute } from "./clients/register-route.ts";
import { interactionRoutes } from "./consent/interaction-routes.ts";
import { assistantsRoutes } from "./grants/assistants-routes.ts";
import { grantRoutes } from "./grants/grant-routes.ts";
import { metadataRoutes } from "./provider/metadata-routes.ts";
import { lateProvider } from "./provider/provider.ts";
import { providerRoutes } from "./provider/provider-routes.ts";

/** The authorization server of the MCP servers: assistants get tokens for one customer and one server. */
export async function oauthRoutes(app: App, deps: Deps): Promise<void> {
  const provider = lateProvider(deps);
  metadataRoutes(app, deps);
  apiRoutes(app, deps);
  grantRoutes(app, deps);
  await registerRoute(app, deps);
  // Plugins of their own: bodies that the library reads itself, and forms.
  await app.register(async (plain: App) => providerRoutes(plain, deps, provider));
  await app.register(async (pages: App) => interactionRoutes(pages, deps, provider));
  await app.register(async (pages: App) => assistantsRoutes(pages, deps));
}
