import type { Generated } from "kysely";
import type { Environment } from "../auth/scope.ts";
import type { Json } from "../platform/json.ts";
import type { EventField } from "./event-fields.ts";

export interface ApplicationEventTable {
  id: string;
  org_id: string;
  environment: Environment;
  /** Unique in organization and environment; start nodes name it. */
  name: string;
  fields: EventField[];
  /** The example from which the fields were read. */
  sample: Json;
  json_schema: { [key: string]: Json } | null;
  created_at: Date;
  updated_at: Date;
  revision: Generated<number>;
}

export interface ReceivedEventTable {
  id: string;
  org_id: string;
  environment: Environment;
  /** Row id of the linked account. */
  account_id: string;
  name: string;
  slug: string | null;
  config_id: string;
  payload: Json;
  /** How many workflows it started, each one run. */
  matched: number;
  /** Taken off after a day, when the same key comes again. */
  idempotency_key: string | null;
  /** SHA-256 of what the event said; null without a key. */
  fingerprint: string | null;
  received_at: Date;
}

declare module "../platform/database/database.ts" {
  interface Tables {
    application_events: ApplicationEventTable;
    received_events: ReceivedEventTable;
  }
}
