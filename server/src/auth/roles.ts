import { ApiError } from "../platform/errors.ts";
import type { Environment } from "./scope.ts";

/**
 * What an operator or an API key may do in an environment, least first; each role includes those before it: viewers
 * read, support fixes what failed for a customer, developers build and read secrets, owners decide who has access.
 */
export const ROLES = ["viewer", "support", "developer", "owner"] as const;
export type Role = (typeof ROLES)[number];

/** A role in each environment; null: no access. */
export type Roles = Readonly<Record<Environment, Role | null>>;

export function isAtLeast(role: Role, least: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(least);
}

/** Throws a 403 that names the required role and the environment. A null role has no access at all. */
export function requireRole(role: Role | null, least: Role, environment: Environment): asserts role is Role {
  if (role !== null && isAtLeast(role, least)) return;
  const held = role === null ? "you have none" : `yours is ${role}`;
  throw new ApiError(
    "forbidden",
    "ROLE_TOO_LOW",
    `This requires the role ${least} in the ${environment} environment; ${held}.`,
  );
}
