import type { Generated } from "kysely";
import type { Role } from "../auth/roles.ts";

export interface OperatorTable {
  id: string;
  org_id: string;
  /** In lower case; one operator of the whole installation has it. */
  email: string;
  name: string | null;
  password_hash: Generated<string | null>;
  /** The secret of the one-time codes, sealed. */
  totp_sealed: Generated<Buffer | null>;
  /** Whether a sign-in asks for a code: a secret that no code has proven yet asks for none. */
  totp_on: Generated<boolean>;
  /** The time step of the last code that counted: each counts once. */
  totp_last_step: Generated<string | null>;
  /** Whom the identity provider calls so; bound at the first sign-in there. */
  oidc_issuer: Generated<string | null>;
  oidc_subject: Generated<string | null>;
  test_role: Role | null;
  production_role: Role | null;
  /** Null: was invited and has not come yet. */
  last_sign_in_at: Generated<Date | null>;
  created_at: Date;
  updated_at: Date;
}

/** A link that signs in once. */
export interface OperatorLinkTable {
  /** Of what the link holds. */
  hash: string;
  org_id: string;
  /** Null: whoever uses it becomes the first operator. */
  operator_id: string | null;
  expires_at: Date;
}

declare module "../platform/database/database.ts" {
  interface Tables {
    operators: OperatorTable;
    operator_links: OperatorLinkTable;
  }
}
