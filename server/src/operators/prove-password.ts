import { badField } from "../platform/errors.ts";
import type { PasswordHasher } from "./passwords.ts";
import type { SignInExchange, SignInLimit } from "./sign-in-limit.ts";
import type { OperatorRow } from "./store.ts";

/** What all ways of signing in share. */
export interface SignInTools {
  readonly passwords: PasswordHasher;
  readonly limit: SignInLimit;
}

/**
 * Throws a 400 unless the caller gives the operator's current password, if there is one; 429 after too many
 * attempts.
 */
export async function requirePassword(
  { passwords, limit }: SignInTools,
  trier: SignInExchange,
  { id, password_hash: hash }: Pick<OperatorRow, "id" | "password_hash">,
  given: string | undefined,
): Promise<void> {
  if (hash === null) return;
  const succeeded = await limit.own(trier, "password", id);
  if (!(await passwords.isSame(given ?? "", hash, "known"))) throw createWrongPasswordError();
  await succeeded();
}

/** The error for a wrong current password. */
export function createWrongPasswordError(): Error {
  return badField("current_password", "current_password is not your current password.");
}
