export const ENVIRONMENTS = ["test", "production"] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/** What a request may see: every statement is limited to this organization and environment. */
export interface Scope {
  readonly orgId: string;
  readonly environment: Environment;
}

/**
 * What limits a statement to one organization and environment, whose values are `$first` and the next; without a scope
 * it is of all, and so is its name.
 */
export function buildScopeCondition(scope: Scope | undefined, first: number) {
  if (scope === undefined) return { and: "", name: "", values: [] };
  const and = `and org_id = $${first} and environment = $${first + 1}`;
  return { and, name: "-of-one", values: [scope.orgId, scope.environment] };
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
