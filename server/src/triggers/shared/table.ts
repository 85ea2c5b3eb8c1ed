import type { Environment } from "../../auth/scope.ts";

/** Which events at an application's shared address are a subscription's. */
export interface TriggerListenerTable {
  subscription_id: string;
  event: string;
  /** Whose the event is, in the provider's terms. */
  identifier: string;
  org_id: string;
  environment: Environment;
  slug: string;
}

declare module "../../platform/database/database.ts" {
  interface Tables {
    trigger_listeners: TriggerListenerTable;
  }
}
