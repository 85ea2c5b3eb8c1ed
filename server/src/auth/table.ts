import type { Generated } from "kysely";
import type { Environment } from "./scope.ts";

export interface OrganizationTable {
  id: string;
  name: string;
  logo: string | null;
  session_token_ttl_s: Generated<number>;
  created_at: Date;
  updated_at: Date;
  revision: Generated<number>;
}

export interface ApiKeyTable {
  id: string;
  org_id: string;
  environment: Environment;
  hash: string;
  last_four: string;
  /** The whole key, sealed: the `x-cobalt-signature` header is keyed with it (platform-surface 3.7). */
  sealed: Buffer;
  created_at: Date;
  revoked_at: Date | null;
}

export interface SessionTokenTable {
  /** The token's `jti`. */
  id: string;
  org_id: string;
  environment: Environment;
  /** Row id of the linked account. */
  account_id: string;
  issued_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
}

/** Secrets and facts of the installation itself. */
export interface InstallationTable {
  name: string;
  sealed: Buffer;
}

declare module "../platform/database/database.ts" {
  interface Tables {
    organizations: OrganizationTable;
    api_keys: ApiKeyTable;
    session_tokens: SessionTokenTable;
    installation: InstallationTable;
  }
}
