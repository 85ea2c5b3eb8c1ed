import type { Generated } from "kysely";
import type { Environment } from "../auth/scope.ts";
import type { AuthType, JsonObject } from "./connector.ts";
import type { OwnProvider } from "./providers/compile.ts";

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
  created_at: Date;
  updated_at: Date;
  revision: Generated<number>;
}

export interface CustomApplicationTable {
  id: string;
  org_id: string;
  environment: Environment;
  slug: string;
  provider: OwnProvider;
  /** What `providers/compile.ts` makes a connector of. */
  definition: JsonObject;
  created_at: Date;
  updated_at: Date;
  revision: Generated<number>;
}

export interface ConnectionTable {
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
  lease: string | null;
  leased_until: Date | null;
  created_at: Date;
  updated_at: Date;
  revision: Generated<number>;
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
  properties: JsonObject;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
}

declare module "../platform/database/database.ts" {
  interface Tables {
    connect_links: ConnectLinkTable;
    application_settings: ApplicationSettingsTable;
    custom_applications: CustomApplicationTable;
    connections: ConnectionTable;
    oauth_states: OAuthStateTable;
  }
}
