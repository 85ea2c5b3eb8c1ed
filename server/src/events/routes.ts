import type { Deps } from "../deps.ts";
import type { App } from "../platform/http/route.ts";
import { definitionRoutes } from "./definitions/definition-routes.ts";
import { requestStructureRoute } from "./definitions/request-structure.ts";
import { draftTestRoutes } from "./draft-tests/draft-test-routes.ts";
import { receivedRoutes } from "./inbox/received-routes.ts";
import { executeRoutes } from "./intake/execute-routes.ts";
import type { Intake } from "./intake/intake.ts";
import { triggerRoutes } from "./intake/trigger-routes.ts";
import { webhookAddressRoutes } from "./receive/webhook-address-routes.ts";
import { webhookRoute } from "./receive/webhook-route.ts";
import { webhookSecretRoutes } from "./receive/webhook-secret-routes.ts";

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
