import type { Generated, Selectable } from "kysely";
import type { JsonObject } from "../apps/connector.ts";
import type { Environment } from "../auth/scope.ts";
import type { Json } from "../platform/json/json.ts";
import type { LeaseColumns } from "../platform/work/row-lease.ts";

/** How events come: we ask, or the provider tells. */
export type SubscriptionKind = "poll" | "webhook";

/** `waiting`: for the customer to connect again; `broken`: the last attempt failed, there will be another. */
export type SubscriptionStatus = "starting" | "active" | "waiting" | "broken";

export interface TriggerSubscriptionTable extends LeaseColumns {
  id: string;
  org_id: string;
  environment: Environment;
  /** Row id of the linked account. */
  account_id: string;
  workflow_id: string;
  config_id: string;
  slug: string;
  trigger_id: string;
  /** As the start node has it: texts may hold expressions. */
  input: JsonObject;
  input_key: string;
  /** Version of the workflow and revision of the config at which the input was last looked at. */
  facts: string;
  kind: SubscriptionKind;
  /** SHA-256 of the token in the address. */
  token_hash: Buffer;
  /** `HookSecrets` as JSON, sealed. */
  secrets: Buffer;
  /** `Setup` as JSON, sealed; null before the first attempt. */
  setup: Buffer | null;
  /** Whether the provider was asked to tell us. */
  subscribed: Generated<boolean>;
  cursor: Json;
  wanted: Generated<boolean>;
  status: Generated<SubscriptionStatus>;
  failures: Generated<number>;
  last_error: string | null;
  last_event_at: Date | null;
  /** When somebody must look at it next; null: not before something changes. */
  next_at: Date | null;
  created_at: Date;
  updated_at: Date;
  revision: Generated<number>;
}

/** A subscription with the SaaS company's id of its linked account. */
export type SubscriptionRow = Selectable<TriggerSubscriptionTable> & { accountId: string };

declare module "../platform/database/database.ts" {
  interface Tables {
    trigger_subscriptions: TriggerSubscriptionTable;
  }
}
