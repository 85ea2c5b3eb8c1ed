import type { Generated, GeneratedAlways } from "kysely";
import type { Environment } from "../auth/scope.ts";
import type { LeaseColumns } from "../platform/work/row-lease.ts";
import type { JsonObject } from "./connector.ts";
import type { AuthType } from "./connector-auth.ts";
import type { ApplicationCheck } from "./providers/application-check.ts";
import type { CustomProvider } from "./providers/compile.ts";
import type { EventFilter, WebhookSecurity } from "./providers/openapi/triggers/webhook-settings.ts";

/** Whether a connection can be used, or must be renewed by the customer. */
export type ConnectionStatus = "active" | "expired";

export interface ApplicationSettingsTable {
  id: string;
  org_id: string;
  environment: Environment;
  slug: string;
  /** Null: the default, that is, enabled if the application can be connected. */
  enabled: boolean | null;
  client_id: string | null;
  client_secret: Buffer | null;
  /** Null: the scopes of the manifest. */
  scopes: string[] | null;
  /** What proves deliveries to the address that all customers share, encrypted. */
  webhook_secret: Buffer | null;
  created_at: Date;
  updated_at: Date;
  revision: Generated<number>;
}

/** What an author chose of one trigger; null for nothing. */
export interface TriggerChoice {
  /** The path of what identifies an event or an item. */
  readonly key?: string | null;
  /** The path of what changes with an item. */
  readonly time?: string | null;
  readonly filter?: readonly EventFilter[];
}

/** What an author chose in place of what the source of an application says; absent members were not chosen. */
export interface ApplicationChoices {
  /** The operation that verifies a credential, or null for none. */
  readonly check?: string | null;
  readonly name?: string;
  readonly base_url?: string;
  /** The `auth` of a manifest. */
  readonly auth?: JsonObject;
  /** What proves webhooks of a document. */
  readonly webhooks?: WebhookSecurity;
  /** By the ids of triggers. */
  readonly triggers?: Readonly<Record<string, TriggerChoice>>;
}

export interface CustomApplicationTable {
  id: string;
  org_id: string;
  environment: Environment;
  slug: string;
  provider: CustomProvider;
  /** What `providers/compile.ts` makes a connector of. */
  definition: JsonObject;
  /** What can verify a credential by the document; null where only the definition is known. */
  checks: Generated<readonly ApplicationCheck[] | null>;
  /** Kept when the document is imported again (D510). */
  choices: Generated<ApplicationChoices>;
  /** As `needsConnection` of its connector says, for queries. */
  needs_connection: GeneratedAlways<boolean>;
  created_at: Date;
  updated_at: Date;
  revision: Generated<number>;
}

export interface ConnectionTable extends LeaseColumns {
  id: string;
  org_id: string;
  environment: Environment;
  /** Row id of the linked account. */
  account_id: string;
  slug: string;
  auth_type: AuthType;
  status: ConnectionStatus;
  /** What the provider calls the account behind the credential. */
  identifier: string | null;
  /** What the customer calls it; null: the identifier, or else the application's name. */
  name: string | null;
  /** Counts the connections of the account to the application. */
  place: Generated<number>;
  /** Whether it is used where no connection is named; at most one for each auth type. */
  is_default: Generated<boolean>;
  /** `ConnectionSecrets` as JSON, sealed. */
  secrets: Buffer;
  connected_at: Date;
  /** When the access token ends; null: unknown, or never. */
  expires_at: Date | null;
  /** From when on it is renewed. */
  refresh_at: Date | null;
  /** After a failed renewal: not before then. */
  retry_at: Date | null;
  last_error: string | null;
  /** When its credential is next looked at without anybody using it. */
  next_probe_at: Generated<Date>;
  created_at: Date;
  updated_at: Date;
  revision: Generated<number>;
}

/** What is known of a connection's health; a connection to which nothing has happened yet has no row. */
export interface ConnectionHealthTable {
  connection_id: string;
  checks_ok: number;
  checks_failed: number;
  last_check_at: Date | null;
  last_check_ok: boolean | null;
  refreshes_ok: number;
  refreshes_failed: number;
  last_refresh_at: Date | null;
  last_refresh_ok: boolean | null;
  /** Failures since something last went well. */
  failures: number;
  /** The newest failure in plain words; null when the last thing went well. */
  cause: string | null;
  answer_status: number | null;
  answer_at: Date | null;
  /** What the provider answered: `action`, `check` or `token`. */
  answer_where: string | null;
  /** What the provider said it granted; null when it never said. */
  scopes_granted: string[] | null;
}

/** One entry of a connection's timeline. */
export interface ConnectionEventTable {
  id: string;
  connection_id: string;
  kind: string;
  message: string;
  /** HTTP status of the provider's answer, where there was one. */
  status: number | null;
  at: Date;
}

export interface OAuthStateTable {
  id: string;
  org_id: string;
  environment: Environment;
  account_id: string;
  slug: string;
  secrets: Buffer;
  expires_at: Date;
}

/** A consent whose customer must still choose one of several accounts. */
export interface AccountChoiceTable extends OAuthStateTable {}

/** The agent whose call created the link. */
export interface LinkAsker {
  /** What it calls itself; null where it says nothing. */
  readonly client: string | null;
  /** The name of the MCP server that it called. */
  readonly server: string;
}

export interface ConnectLinkTable {
  id: string;
  /** SHA-256 of the token in the address. */
  token_hash: Buffer;
  org_id: string;
  environment: Environment;
  account_id: string;
  /** Null: the whole portal. */
  slug: string | null;
  config_id: string | null;
  /** Null: the default connection; `new`, or the id of the connection to connect again. */
  connection: string | null;
  properties: JsonObject;
  /** Sealed: what was typed in before the consent that the link begins. */
  settings: Buffer | null;
  /** The agent out of whose call it came. */
  asked_by: LinkAsker | null;
  /** Made by somebody who may not let assistants act for the customer. */
  without_assistants: Generated<boolean>;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
}

export interface StoredValueTable {
  org_id: string;
  environment: Environment;
  /** Row id of the linked account. */
  account_id: string;
  /** The application that keeps it. */
  slug: string;
  /** Empty: not of one workflow. */
  workflow_id: string;
  key: string;
  /** JSON, sealed. */
  value: Buffer;
  updated_at: Date;
}

declare module "../platform/database/database.ts" {
  interface Tables {
    connect_links: ConnectLinkTable;
    application_settings: ApplicationSettingsTable;
    custom_applications: CustomApplicationTable;
    connections: ConnectionTable;
    connection_health: ConnectionHealthTable;
    connection_events: ConnectionEventTable;
    oauth_states: OAuthStateTable;
    account_choices: AccountChoiceTable;
    stored_values: StoredValueTable;
  }
}
