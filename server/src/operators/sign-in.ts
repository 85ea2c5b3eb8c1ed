import type { FastifyRequest } from "fastify";
import { findSessionToken } from "../auth/sessions/operator-cookie.ts";
import {
  createOperatorSession,
  deleteOperatorSessionOfToken,
  deleteOperatorSessions,
  type Visitor,
} from "../auth/sessions/operator-sessions.ts";
import type { Deps } from "../deps.ts";
import type { Db } from "../platform/database/database.ts";
import { ApiError, badField } from "../platform/errors.ts";
import { claimLink, createLinkUsedError, findLink } from "./links.ts";
import type { PasswordHasher } from "./passwords.ts";
import type { CountedAttempt } from "./sign-in-limit.ts";
import {
  deleteLinks,
  hasOwner,
  insertOperator,
  lockOperator,
  type OperatorRow,
  readOperator,
  recordSignIn,
  setEmailProved,
  setPassword,
  updateOperator,
} from "./store.ts";
import { claimTotpCode } from "./totp.ts";

export type OperatorSignInDeps = Pick<Deps, "database" | "db" | "queue" | "clock" | "vault" | "log"> & {
  readonly passwords: PasswordHasher;
};

/** A successful sign-in, with the new session's token. */
export interface SignInResult {
  readonly operator: OperatorRow;
  readonly token: string;
}

/** The given credentials, and the operators found for the address: at most one an organization. */
interface PasswordAttempt {
  readonly operators: readonly OperatorRow[];
  readonly password: string;
  readonly code: string | undefined;
  readonly counted: CountedAttempt;
}

/** Signs in with a password; the 401 never says what was wrong, except for CODE_REQUIRED. */
export async function signInByPassword(
  deps: OperatorSignInDeps,
  { operators, password, code, counted }: PasswordAttempt,
  visitor: Visitor,
): Promise<SignInResult> {
  const operator = await findByPassword(deps, operators, password, counted);
  if (!operator) throw refused(deps, visitor, operators[0]);
  if (operator.totp_on) await requireCode(deps, operator, code, { visitor, countCode: counted.countCode });
  const signedIn = await deps.queue.transaction(async (tx) => {
    const current = await lockOperator(tx, operator.id);
    // A new password, a reset or a removal in between ends all sessions, and must not miss this one.
    const isSame = current?.password_hash === operator.password_hash && current.totp_on === operator.totp_on;
    if (!current || !isSame) throw refused(deps, visitor, operator);
    return { operator: current, token: await createBrowserSession(deps, tx, current, visitor) };
  });
  await counted.succeeded();
  return signedIn;
}

/** Throws a 401 unless `code` is a current, unused one of the operator's authenticator app. */
async function requireCode(
  deps: OperatorSignInDeps,
  operator: OperatorRow,
  code: string | undefined,
  { visitor, countCode }: { visitor: Visitor; countCode: CountedAttempt["countCode"] },
): Promise<void> {
  if (!code)
    throw new ApiError("unauthorized", "CODE_REQUIRED", "Enter the code from your authenticator app.");
  const codeWasRight = await countCode(operator.id);
  if (!(await claimTotpCode(deps, operator, code))) throw refused(deps, visitor, operator);
  await codeWasRight();
}

/** The operator whose password it is; with the same password in several organizations, the one created first. */
async function findByPassword(
  { passwords }: OperatorSignInDeps,
  operators: readonly OperatorRow[],
  password: string,
  { isKnown }: CountedAttempt,
): Promise<OperatorRow | undefined> {
  const asker = isKnown ? "known" : "stranger";
  const candidates = operators.filter(({ password_hash }) => password_hash !== null);
  for (const one of candidates) if (await passwords.isSame(password, one.password_hash, asker)) return one;
  // Takes its time, too, so that nobody learns whether the operator exists.
  if (candidates.length === 0) await passwords.isSame(password, null, asker);
  return undefined;
}

function refused({ log }: Pick<Deps, "log">, { address }: Visitor, operator?: OperatorRow): ApiError {
  log.info({ operator: operator?.id, address }, "operator.sign-in-refused");
  return new ApiError("unauthorized", "INVALID_SIGN_IN", "Email address, password or code is wrong.");
}

/** What somebody who follows a link enters. */
interface LinkAttempt {
  readonly token: string;
  readonly email?: string;
  readonly name?: string;
  readonly password?: string;
  readonly code?: string;
}

/**
 * Signs in with a link and uses it up. The very first link creates the operator, an owner of both environments. Whoever
 * reads an operator's mail must not get past their authenticator app, so its code is required, and counted by
 * `countCode`. A new password ends all other sessions.
 */
export async function signInByLink(
  deps: OperatorSignInDeps,
  given: LinkAttempt,
  { visitor, countCode }: { visitor: Visitor; countCode: CountedAttempt["countCode"] },
): Promise<SignInResult> {
  const { queue, clock, passwords } = deps;
  const found = await readLink(deps, given.token);
  if (found.operator?.totp_on) await requireCode(deps, found.operator, given.code, { visitor, countCode });
  // Outside the transaction, which it would hold up, and after the link is checked, so that invalid links cost nothing.
  const hash = given.password === undefined ? undefined : await passwords.hash(given.password);
  return queue.transaction(async (tx) => {
    const now = clock.now();
    // Locked first, as by a reset, which ends all sessions and must not miss this one.
    const current = found.operator && (await lockOperator(tx, found.operator.id));
    if (current && current.totp_on !== found.operator?.totp_on) throw refused(deps, visitor, current);
    const { orgId, operatorId } = await claimLink(tx, given.token, now);
    const operator =
      operatorId === null
        ? await makeFirstOperator(tx, orgId, given, now)
        : await readOperator(tx, orgId, operatorId);
    const { id, name } = operator;
    if (operatorId !== null && given.name !== undefined && given.name !== name)
      await updateOperator(tx, { orgId, id }, { name: given.name }, now);
    if (hash !== undefined) {
      await setPassword(tx, id, hash, now);
      await deleteOperatorSessions(tx, id);
    }
    await setEmailProved(tx, id);
    const changed = await readOperator(tx, orgId, id);
    return { operator: changed, token: await createBrowserSession(deps, tx, changed, visitor) };
  });
}

async function makeFirstOperator(
  tx: Db,
  orgId: string,
  { email, name }: { email?: string; name?: string },
  now: Date,
): Promise<OperatorRow> {
  // An owner was invited since the link was printed: from then on, owners decide who gets in.
  if (await hasOwner(tx)) throw createLinkUsedError();
  if (email === undefined)
    throw badField("email", "email is required at the first sign-in.", "MISSING_REQUIRED_FIELD");
  return insertOperator(tx, orgId, { email, name, roles: { test: "owner", production: "owner" } }, now);
}

/**
 * Whom a link would sign in, and until when; null for the very first link, whose user gives an address. 401 if it
 * is invalid.
 */
export async function readLink(
  { db, clock }: Pick<Deps, "db" | "clock">,
  token: string,
): Promise<{ orgId: string; operator: OperatorRow | null; expiresAt: Date }> {
  const found = await findLink(db, token, clock.now());
  if (!found) throw createLinkUsedError();
  const { orgId, operatorId, expiresAt } = found;
  if (operatorId !== null) return { orgId, operator: await readOperator(db, orgId, operatorId), expiresAt };
  if (await hasOwner(db)) throw createLinkUsedError();
  return { orgId, operator: null, expiresAt };
}

/** Creates a session for an authenticated operator, ends the operator's links and returns the token for the cookie. */
export async function createBrowserSession(
  { clock, log }: Pick<Deps, "clock" | "log">,
  db: Db,
  { id }: Pick<OperatorRow, "id">,
  visitor: Visitor,
): Promise<string> {
  await deleteLinks(db, id);
  const token = await createOperatorSession(db, id, visitor, clock.now());
  await recordSignIn(db, id, clock.now());
  log.info({ operator: id, address: visitor.address }, "operator.signed-in");
  return token;
}

/** Ends the browser's previous session when another begins, even if somebody else planted it. */
export async function deleteBrowserSession(
  { config, db, credentials }: Pick<Deps, "config" | "db" | "credentials">,
  request: FastifyRequest,
): Promise<void> {
  const token = findSessionToken(config, request);
  if (token !== undefined && (await deleteOperatorSessionOfToken(db, token))) await credentials.forget();
}
