import type { Environment } from "../../auth/scope.ts";
import type { Json } from "../../platform/json/json.ts";

export interface McpSettingsTable {
  org_id: string;
  environment: Environment;
  sign_in_url: string | null;
  product_name: string | null;
  logo: string | null;
  /** Whether agents are told where calls are approved; null: they are. */
  approvals: "link" | "api" | null;
  updated_at: Date;
}

export interface McpOauthClientTable {
  id: string;
  metadata: Json;
  created_at: Date;
  /** When its document was last read; null for one that registered itself. */
  fetched_at: Date | null;
  fresh_until: Date | null;
  /** When a customer last allowed it something. */
  allowed_at: Date | null;
  expires_at: Date;
}

export interface McpOauthInteractionTable {
  uid_hash: Buffer;
  server_id: string;
  payload: Json;
  /** Row id of the linked account that has signed in. */
  account_id: string | null;
  ticket_hash: Buffer | null;
  ticket_account_id: string | null;
  wrong_codes: number;
  expires_at: Date;
}

export interface McpOauthGrantTable {
  id: string;
  org_id: string;
  environment: Environment;
  account_id: string;
  server_id: string;
  client_id: string;
  client_name: string | null;
  payload: Json;
  created_at: Date;
  /** To the minute. */
  last_used_at: Date | null;
  expires_at: Date;
}

export interface McpOauthTokenTable {
  token_hash: Buffer;
  kind: "AccessToken" | "AuthorizationCode" | "RefreshToken";
  grant_id: string;
  payload: Json;
  expires_at: Date;
  consumed_at: Date | null;
}

export interface McpSignInCodeTable {
  id: string;
  code_hash: Buffer;
  org_id: string;
  environment: Environment;
  account_id: string;
  server_id: string;
  expires_at: Date;
}

declare module "../../platform/database/database.ts" {
  interface Tables {
    mcp_settings: McpSettingsTable;
    mcp_oauth_clients: McpOauthClientTable;
    mcp_oauth_interactions: McpOauthInteractionTable;
    mcp_oauth_grants: McpOauthGrantTable;
    mcp_oauth_tokens: McpOauthTokenTable;
    mcp_sign_in_codes: McpSignInCodeTable;
  }
}
