import { listOrganizations } from "../auth/organizations/organizations.ts";
import type { Visitor } from "../auth/sessions/operator-sessions.ts";
import type { Deps } from "../deps.ts";
import type { Db } from "../platform/database/database.ts";
import type { Identity } from "./oidc.ts";
import { createBrowserSession, type SignInResult } from "./sign-in.ts";
import {
  findOperatorByEmail,
  listOperatorsByIdentity,
  lockOperator,
  type OperatorRow,
  resetOperator,
  setIdentity,
} from "./store.ts";

type IdentityDeps = Pick<Deps, "config" | "db" | "queue" | "clock" | "log" | "credentials">;

/**
 * Signs in the person from the identity provider: the operator bound to that identity, else the one of the provider's
 * organization under the address that it vouches for, who is then bound to it. Undefined if there is none.
 */
export async function signInByIdentity(
  deps: IdentityDeps,
  identity: Identity,
  visitor: Visitor,
): Promise<SignInResult | undefined> {
  const found = await findOperator(deps, identity);
  if (!found) return undefined;
  const signedIn = await deps.queue.transaction(async (tx) => {
    const current = await lockOperator(tx, found.id);
    // The operator was reset, removed, bound to another identity or given another address in between.
    if (current?.oidc_subject !== found.oidc_subject || current.email !== found.email) return undefined;
    if (!isIdentityOf(current, identity)) await bind(tx, current, identity, deps.clock.now());
    return { operator: current, token: await createBrowserSession(deps, tx, current, visitor) };
  });
  await deps.credentials.forget();
  return signedIn;
}

/** Whoever has used an address without a proof may be somebody else: their password and sessions end (D459). */
async function bind(tx: Db, operator: OperatorRow, identity: Identity, now: Date): Promise<void> {
  if (!operator.email_proved) await resetOperator(tx, operator.org_id, operator.id, now);
  await setIdentity(tx, operator.id, identity, now);
}

async function findOperator(deps: IdentityDeps, identity: Identity): Promise<OperatorRow | undefined> {
  const { db } = deps;
  const orgId = await readOrganizationOfProvider(deps);
  const bound = await listOperatorsByIdentity(db, identity);
  const own = bound.find(({ org_id }) => org_id === orgId);
  if (own) return own;
  const email = await identity.readEmail();
  const invited = email === undefined ? undefined : await findOperatorByEmail(db, orgId, email);
  // The provider may have reassigned the address of an operator bound to it. Operators of a former provider are found
  // by address: it can no longer be asked.
  if (invited && invited.oidc_issuer !== identity.issuer) return invited;
  // Bound before the provider belonged to one organization.
  return bound[0];
}

async function readOrganizationOfProvider({ db, config }: Pick<Deps, "db" | "config">): Promise<string> {
  const wanted = config.oidc?.organization;
  const organizations = await listOrganizations(db);
  const found = wanted === undefined ? organizations[0] : organizations.find(({ id }) => id === wanted);
  if (!found) throw new Error("JUNCTOR_OIDC_ORGANIZATION is the id of no organization.");
  return found.id;
}

function isIdentityOf({ oidc_issuer, oidc_subject }: OperatorRow, { issuer, subject }: Identity): boolean {
  return oidc_issuer === issuer && oidc_subject === subject;
}
