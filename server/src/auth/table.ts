import type { Generated, Selectable } from "kysely";
import type { Font } from "../pages/fonts.ts";
import type { Language } from "../pages/words/languages.ts";
import type { OwnTexts } from "../pages/words/own-texts.ts";
import type { CustomerExecutions } from "./organizations/customer-executions.ts";
import type { CustomerWorkflows } from "./organizations/customer-workflows.ts";
import type { PortalOffer } from "./organizations/offered.ts";
import type { Role } from "./roles.ts";
import type { Environment } from "./scope.ts";

export interface OrganizationTable {
  id: string;
  name: string;
  /** An internet address, or the path of the uploaded logo on this server. */
  logo: string | null;
  session_token_ttl_s: Generated<number>;
  /** Origins whose pages may embed the hosted pages in a frame. */
  frame_origins: Generated<string[]>;
  /** Whether customers can read the settings of nodes in the organization's workflows. */
  whole_workflows: Generated<boolean>;
  rate_limit_requests: Generated<number | null>;
  rate_limit_triggers: Generated<number | null>;
  provider_oauth_url: Generated<boolean>;
  /** How many days history is kept; null: as long as the server does. */
  retention_test_days: Generated<number | null>;
  retention_production_days: Generated<number | null>;
  /** The same for audit log records. */
  audit_test_days: Generated<number | null>;
  audit_production_days: Generated<number | null>;
  /** Color of buttons and links on the hosted pages, as `#rrggbb`. */
  color: Generated<string | null>;
  background_color: Generated<string | null>;
  /** Where customers get help: an email address or an https address. */
  support: Generated<string | null>;
  /** Of the hosted pages; null: Inter. */
  font: Generated<Font | null>;
  /** The hosted pages' language for readers whose own is unknown. */
  language: Generated<Language | null>;
  /** The company's own wording on the hosted pages. */
  portal_texts: Generated<OwnTexts>;
  /** Which applications the portal offers in each environment; null: all that are enabled. */
  offered_test: Generated<PortalOffer | null>;
  offered_production: Generated<PortalOffer | null>;
  /**
   * What customers may build in each environment; null: what session tokens allow through the API, and nothing in
   * the portal.
   */
  customer_workflows_test: Generated<CustomerWorkflows | null>;
  customer_workflows_production: Generated<CustomerWorkflows | null>;
  /** What the portal of each environment shows of executions; null: the default. */
  customer_executions_test: Generated<CustomerExecutions | null>;
  customer_executions_production: Generated<CustomerExecutions | null>;
  created_at: Date;
  updated_at: Date;
  revision: Generated<number>;
}

export type OrganizationRow = Selectable<OrganizationTable>;

/** The uploaded logo of an organization. */
export interface OrganizationLogoTable {
  org_id: string;
  /** Hash of the content, in hex. */
  hash: string;
  media_type: string;
  content: Buffer;
  created_at: Date;
}

export interface ApiKeyTable {
  id: string;
  org_id: string;
  environment: Environment;
  hash: string;
  last_four: string;
  /** The whole key, encrypted: it keys the `x-cobalt-signature` header (platform-surface 3.7). */
  sealed: Buffer;
  created_at: Date;
  revoked_at: Date | null;
  name: Generated<string | null>;
  role: Generated<Role>;
  expires_at: Generated<Date | null>;
  /** The day, in UTC. */
  last_used_at: Generated<Date | null>;
  /** The address that last used it. */
  last_used_from: Generated<string | null>;
  /** The operator who created it; null if unknown or removed. */
  operator_id: Generated<string | null>;
}

/** A browser in which an operator has signed in. */
export interface OperatorSessionTable {
  id: string;
  /** Hash of the cookie's token. */
  hash: string;
  operator_id: string;
  address: string;
  user_agent: string;
  created_at: Date;
  /** At most an hour older than the last request. */
  last_seen_at: Date;
  expires_at: Date;
}

export interface SessionTokenTable {
  /** The token's `jti`. */
  id: string;
  org_id: string;
  environment: Environment;
  /** Row id of the linked account. */
  account_id: string;
  /** The operator who requested it; the token ends with them. */
  operator_id: Generated<string | null>;
  issued_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
}

/** The installation's own secrets and facts. */
export interface InstallationTable {
  name: string;
  sealed: Buffer;
}

/** A code that is exchanged once for a session token. */
export interface ConnectCodeTable {
  /** Of the code. */
  hash: Buffer;
  org_id: string;
  environment: Environment;
  /** Row id of the account. */
  account_id: string;
  expires_at: Date;
}

declare module "../platform/database/database.ts" {
  interface Tables {
    organizations: OrganizationTable;
    organization_logos: OrganizationLogoTable;
    api_keys: ApiKeyTable;
    operator_sessions: OperatorSessionTable;
    session_tokens: SessionTokenTable;
    connect_codes: ConnectCodeTable;
    installation: InstallationTable;
  }
}
