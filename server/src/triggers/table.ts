import type { Generated, Selectable } from "kysely";
import type { JsonObject } from "../apps/connector.ts";
import type { Environment } from "../auth/scope.ts";
import type { Json } from "../platform/json/json.ts";
import type { LeaseColumns } from "../platform/work/row-lease.ts";

/** How events arrive: we poll, or the provider sends them. */
export type SubscriptionKind = "poll" | "webhook";

/** `waiting`: for the customer to reconnect; `broken`: the last attempt failed and will be retried. */
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
  /** Empty: the default connection. */
  connection_id: Generated<string>;
  trigger_id: string;
  /** As in the start node: texts may contain expressions. */
  input: JsonObject;
  input_key: string;
  /** The workflow's version and the config's revision for which the input was last checked. */
  facts: string;
  kind: SubscriptionKind;
  /** SHA-256 of the token in the address. */
  token_hash: Buffer;
  /** `HookSecrets` as JSON, encrypted. */
  secrets: Buffer;
  /** `Setup` as JSON, encrypted; null before the first attempt. */
  setup: Buffer | null;
  /** Whether the provider was asked to send events. */
  subscribed: Generated<boolean>;
  cursor: Json;
  wanted: Generated<boolean>;
  status: Generated<SubscriptionStatus>;
  failures: Generated<number>;
  /** Since when it has failed, in a row. */
  failing_since: Generated<Date | null>;
  last_error: string | null;
  last_event_at: Date | null;
  /** When it is due again; null: not before something changes. */
  next_at: Date | null;
  created_at: Date;
  updated_at: Date;
  revision: Generated<number>;
}

/** A subscription with the organization's id of its linked account. */
export type SubscriptionRow = Selectable<TriggerSubscriptionTable> & { accountId: string };

declare module "../platform/database/database.ts" {
  interface Tables {
    trigger_subscriptions: TriggerSubscriptionTable;
  }
}
