import type { Visitor } from "../auth/sessions/operator-sessions.ts";
import type { Deps } from "../deps.ts";
import type { Db } from "../platform/database/database.ts";
import type { Identity } from "./oidc.ts";
import { createBrowserSession, type SignInResult } from "./sign-in.ts";
import {
  findOperatorByEmail,
  findOperatorByIdentity,
  lockOperator,
  type OperatorRow,
  setIdentity,
} from "./store.ts";

/**
 * Signs in the person from the identity provider: the operator bound to that identity, else the one invited under
 * the address that the provider vouches for, who is then bound to it. Undefined if there is none.
 */
export async function signInByIdentity(
  deps: Pick<Deps, "db" | "queue" | "clock" | "log">,
  identity: Identity,
  visitor: Visitor,
): Promise<SignInResult | undefined> {
  const found = await findOperator(deps.db, identity);
  if (!found) return undefined;
  return deps.queue.transaction(async (tx) => {
    const current = await lockOperator(tx, found.id);
    // The operator was reset, removed or bound to another identity in between.
    if (current?.oidc_subject !== found.oidc_subject) return undefined;
    if (!isIdentityOf(current, identity)) await setIdentity(tx, current.id, identity, deps.clock.now());
    return { operator: current, token: await createBrowserSession(deps, tx, current, visitor) };
  });
}

async function findOperator(db: Db, identity: Identity): Promise<OperatorRow | undefined> {
  const bound = await findOperatorByIdentity(db, identity);
  if (bound) return bound;
  const email = await identity.readEmail();
  const invited = email === undefined ? undefined : await findOperatorByEmail(db, email);
  // The provider may have reassigned the address. Operators of a former provider are found by address: it can no
  // longer be asked.
  return invited?.oidc_issuer === identity.issuer ? undefined : invited;
}

function isIdentityOf({ oidc_issuer, oidc_subject }: OperatorRow, { issuer, subject }: Identity): boolean {
  return oidc_issuer === issuer && oidc_subject === subject;
}
