export const ENVIRONMENTS = ["test", "production"] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/** What a request may see: every statement is limited to this organization and environment. */
export interface Scope {
  readonly orgId: string;
  readonly environment: Environment;
}

/** A linked account by its row id and by the id that the SaaS company gave it. */
export interface AccountRef {
  readonly id: string;
  readonly accountId: string;
}

/** A scope narrowed to one linked account. */
export interface AccountScope extends Scope {
  readonly account: AccountRef;
}
