import type { Generated } from "kysely";

/** A mail that has not been sent yet; deleted as soon as it is. */
export interface MailTable {
  id: string;
  org_id: string;
  /** `Mail` as JSON, encrypted: it may hold a link that signs in. */
  sealed: Buffer;
  /** How often sending it has failed. */
  tries: Generated<number>;
  /** After it, sending is given up. */
  expires_at: Date;
  created_at: Date;
}

declare module "../platform/database/database.ts" {
  interface Tables {
    mails: MailTable;
  }
}
