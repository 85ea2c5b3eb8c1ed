import { type Operation, registerOperations } from "../auth/operation.ts";
import type { Deps } from "../deps.ts";
import type { App } from "../platform/http/route.ts";
import { EVENT_DEFINITION_OPERATIONS } from "./definitions/definition-routes.ts";
import { REQUEST_STRUCTURE_OPERATIONS } from "./definitions/request-structure.ts";
import { DRAFT_TEST_OPERATIONS } from "./draft-tests/draft-test-routes.ts";
import { RECEIVED_EVENT_OPERATIONS } from "./inbox/received-routes.ts";
import { createStopSignal, EXECUTE_OPERATIONS, type Stopping } from "./intake/execute-routes.ts";
import { EVENT_TRIGGER_OPERATIONS } from "./intake/trigger-routes.ts";
import { WEBHOOK_ADDRESS_OPERATIONS } from "./receive/webhook-address-routes.ts";
import { registerWebhookRoute } from "./receive/webhook-route.ts";
import { WEBHOOK_SECRET_OPERATIONS } from "./receive/webhook-secret-routes.ts";

/** Application events, the inbox, the settings of incoming webhooks, and calls of workflows. */
export const EVENT_OPERATIONS: readonly Operation<Deps & Stopping>[] = [
  ...EVENT_DEFINITION_OPERATIONS,
  ...EVENT_TRIGGER_OPERATIONS,
  ...RECEIVED_EVENT_OPERATIONS,
  ...EXECUTE_OPERATIONS,
  ...DRAFT_TEST_OPERATIONS,
  ...REQUEST_STRUCTURE_OPERATIONS,
  ...WEBHOOK_SECRET_OPERATIONS,
  ...WEBHOOK_ADDRESS_OPERATIONS,
];

/** Operations about events, and the addresses of incoming webhooks. */
export async function registerEventRoutes(app: App, deps: Deps): Promise<void> {
  const stopping = { ...deps, stop: createStopSignal(app) };
  registerOperations(app, EVENT_OPERATIONS, stopping);
  await registerWebhookRoute(app, stopping);
}
