import type { Generated } from "kysely";
import type { Language } from "../platform/pages/words/catalogues.ts";
import type { OwnTexts } from "../platform/pages/words/own-texts.ts";
import type { CustomerWorkflows } from "./organizations/customer-workflows.ts";
import type { PortalOffer } from "./organizations/offered.ts";
import type { Role } from "./roles.ts";
import type { Environment } from "./scope.ts";

export interface OrganizationTable {
  id: string;
  name: string;
  /** An address on the internet, or the path of the uploaded logo on this server. */
  logo: string | null;
  session_token_ttl_s: Generated<number>;
  /** Origins whose pages may show the hosted pages in a frame. */
  frame_origins: Generated<string[]>;
  /** Whether customers read the organization's workflows with their nodes' settings. */
  whole_workflows: Generated<boolean>;
  rate_limit_requests: Generated<number | null>;
  rate_limit_triggers: Generated<number | null>;
  provider_oauth_url: Generated<boolean>;
  /** How many days what has happened is kept; null: as long as the server does. */
  retention_test_days: Generated<number | null>;
  retention_production_days: Generated<number | null>;
  /** The same of records of the audit log. */
  audit_test_days: Generated<number | null>;
  audit_production_days: Generated<number | null>;
  /** Of buttons and links on the hosted pages, as `#rrggbb`. */
  color: Generated<string | null>;
  background_color: Generated<string | null>;
  /** Where customers get help: an email address or an https address. */
  support: Generated<string | null>;
  /** Of the hosted pages, for readers whose own is not known. */
  language: Generated<Language | null>;
  /** What the hosted pages say in the company's own words. */
  portal_texts: Generated<OwnTexts>;
  /** Which applications the portal offers in each environment; null: all that are enabled. */
  offered_test: Generated<PortalOffer | null>;
  offered_production: Generated<PortalOffer | null>;
  /** What customers may build in each environment; null: what session tokens may by the API, and nothing in the portal. */
  customer_workflows_test: Generated<CustomerWorkflows | null>;
  customer_workflows_production: Generated<CustomerWorkflows | null>;
  created_at: Date;
  updated_at: Date;
  revision: Generated<number>;
}

/** The logo that an organization uploaded. */
export interface OrganizationLogoTable {
  org_id: string;
  /** Of the content, in hex. */
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
  /** The whole key, sealed: the `x-cobalt-signature` header is keyed with it (platform-surface 3.7). */
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
  /** The operator who made it; null where that is not known, or the operator was removed. */
  operator_id: Generated<string | null>;
}

/** A browser in which an operator has signed in. */
export interface OperatorSessionTable {
  id: string;
  /** Of what the cookie holds. */
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
  /** The operator who asked for it, with whom it ends. */
  operator_id: Generated<string | null>;
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
    organization_logos: OrganizationLogoTable;
    api_keys: ApiKeyTable;
    operator_sessions: OperatorSessionTable;
    session_tokens: SessionTokenTable;
    installation: InstallationTable;
  }
}
