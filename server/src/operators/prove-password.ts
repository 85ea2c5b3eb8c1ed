import { badField } from "../platform/errors.ts";
import type { PasswordHasher } from "./passwords.ts";
import type { SignInExchange, SignInLimit } from "./sign-in-limit.ts";
import type { OperatorRow } from "./store.ts";

/** What all ways to sign in share. */
export interface SignInTools {
  readonly passwords: PasswordHasher;
  readonly limit: SignInLimit;
}

/** Throws a 400 unless whoever is signed in knows the operator's password, where there is one; 429 after too many tries. */
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

/** What a current password that is not the operator's is answered with. */
export function createWrongPasswordError(): Error {
  return badField("current_password", "current_password must be your current password.");
}
