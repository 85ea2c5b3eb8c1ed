export const ENVIRONMENTS = ["test", "production"] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

export function isEnvironment(text: string): text is Environment {
  return ENVIRONMENTS.some((one) => one === text);
}

/** What a request may see: every statement is limited to this organization and environment. */
export interface Scope {
  readonly orgId: string;
  readonly environment: Environment;
}

/**
 * Limits a statement to one organization and environment, whose values are `$first` and the next; without a scope
 * it covers everything. `name` is a suffix for the statement's name.
 */
export function buildScopeCondition(scope: Scope | undefined, first: number) {
  if (scope === undefined) return { and: "", name: "", values: [] };
  const and = `and org_id = $${first} and environment = $${first + 1}`;
  return { and, name: "-of-one", values: [scope.orgId, scope.environment] };
}

/** A linked account: its row id and the organization's own id. */
export interface AccountRef {
  readonly id: string;
  readonly accountId: string;
}

/** A scope narrowed to one linked account. */
export interface AccountScope extends Scope {
  readonly account: AccountRef;
}
