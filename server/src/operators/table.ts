import type { Generated } from "kysely";
import type { Role } from "../auth/roles.ts";

export interface OperatorTable {
  id: string;
  org_id: string;
  /** In lower case; unique in the organization. */
  email: string;
  /** Whether whoever signs in has shown that the address is theirs: by a link made for it, or by single sign-on. */
  email_proved: Generated<boolean>;
  name: string | null;
  password_hash: Generated<string | null>;
  /** The secret of the one-time codes, encrypted. */
  totp_sealed: Generated<Buffer | null>;
  /** Whether sign-ins require a code; not until a code has proven the secret. */
  totp_on: Generated<boolean>;
  /** The time step of the last accepted code: each is accepted once. */
  totp_last_step: Generated<string | null>;
  /** The identity at the provider, bound at the first sign-in there. */
  oidc_issuer: Generated<string | null>;
  oidc_subject: Generated<string | null>;
  test_role: Role | null;
  production_role: Role | null;
  /** Null: invited but not signed in yet. */
  last_sign_in_at: Generated<Date | null>;
  created_at: Date;
  updated_at: Date;
}

/** A link that signs in once. */
export interface OperatorLinkTable {
  /** Hash of the link's token. */
  hash: string;
  org_id: string;
  /** Null: it creates an owner of both environments, while nobody owns production. */
  operator_id: string | null;
  expires_at: Date;
}

declare module "../platform/database/database.ts" {
  interface Tables {
    operators: OperatorTable;
    operator_links: OperatorLinkTable;
  }
}
