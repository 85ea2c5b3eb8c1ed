import type { Deps } from "../deps.ts";
import type { App } from "../platform/http/route.ts";
import { definitionRoutes } from "./definition-routes.ts";
import { draftTestRoutes } from "./draft-test-routes.ts";
import { executeRoutes } from "./execute-routes.ts";
import type { Intake } from "./intake.ts";
import { receivedRoutes } from "./received-routes.ts";
import { requestStructureRoute } from "./request-structure.ts";
import { triggerRoutes } from "./trigger-routes.ts";
import { webhookAddressRoutes } from "./webhook-address-routes.ts";
import { webhookRoute } from "./webhook-route.ts";
import { webhookSecretRoutes } from "./webhook-secret-routes.ts";

/** Application events, the inbox, incoming webhooks and calls of workflows. */
export async function eventRoutes(app: App, deps: Deps, intake: Intake): Promise<void> {
  definitionRoutes(app, deps);
  triggerRoutes(app, { ...deps, intake });
  receivedRoutes(app, deps);
  executeRoutes(app, deps, intake);
  draftTestRoutes(app, deps);
  requestStructureRoute(app, deps);
  webhookSecretRoutes(app, deps);
  webhookAddressRoutes(app, deps);
  await webhookRoute(app, deps, intake);
}
