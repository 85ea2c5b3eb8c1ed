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

/** What came of an event: `unheard`, if its customer is known but has no workflow for it. */
export type ArrivalOutcome = "delivered" | "unheard" | "unknown_customer";

/** The last event of a name and outcome at an application's shared address. */
export interface SharedArrivalTable {
  org_id: string;
  environment: Environment;
  slug: string;
  event: string;
  outcome: ArrivalOutcome;
  arrived_at: Date;
}

declare module "../../platform/database/database.ts" {
  interface Tables {
    trigger_listeners: TriggerListenerTable;
    shared_arrivals: SharedArrivalTable;
  }
}
