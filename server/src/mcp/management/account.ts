import { Type } from "typebox";
import { findAccount } from "../../auth/guard.ts";
import type { AccountRef, Scope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { badRequest } from "../../platform/errors.ts";

/** How tools name a linked account; calls that do count towards its rate limit. */
export const AccountArgument = Type.String({
  minLength: 1,
  maxLength: 255,
  description: "The linked account: your own id for the customer.",
});

/** The account with that id, or none if none is named; 400 for an unknown one. */
export async function resolveAccount(
  { database }: Pick<Deps, "database">,
  scope: Scope,
  accountId: string | undefined,
): Promise<AccountRef | undefined> {
  if (accountId === undefined) return undefined;
  const account = await findAccount(database, scope, accountId);
  if (account) return account;
  throw badRequest("There is no linked account with this linked_account_id.", "INVALID_LINKED_ACCOUNT_ID");
}
