import type { Deps } from "../deps.ts";
import type { App } from "../platform/http/route.ts";
import { registerEventDefinitionRoutes } from "./definitions/definition-routes.ts";
import { registerRequestStructureRoute } from "./definitions/request-structure.ts";
import { registerDraftTestRoutes } from "./draft-tests/draft-test-routes.ts";
import { registerReceivedRoutes } from "./inbox/received-routes.ts";
import { registerExecuteRoutes } from "./intake/execute-routes.ts";
import { registerEventTriggerRoutes } from "./intake/trigger-routes.ts";
import { registerWebhookAddressRoutes } from "./receive/webhook-address-routes.ts";
import { registerWebhookRoute } from "./receive/webhook-route.ts";
import { registerWebhookSecretRoutes } from "./receive/webhook-secret-routes.ts";

/** Application events, the inbox, incoming webhooks and calls of workflows. */
export async function registerEventRoutes(app: App, deps: Deps): Promise<void> {
  registerEventDefinitionRoutes(app, deps);
  registerEventTriggerRoutes(app, deps);
  registerReceivedRoutes(app, deps);
  registerExecuteRoutes(app, deps);
  registerDraftTestRoutes(app, deps);
  registerRequestStructureRoute(app, deps);
  registerWebhookSecretRoutes(app, deps);
  registerWebhookAddressRoutes(app, deps);
  await registerWebhookRoute(app, deps);
}
