import type { FastifyReply, FastifyRequest } from "fastify";
import { sessionTokenOf } from "../auth/operator-cookie.ts";
import { beginOperatorSession, endOperatorSessionOf, type Visitor } from "../auth/operator-sessions.ts";
import { callerOf, createLimit } from "../auth/stranger-limit.ts";
import type { Deps } from "../deps.ts";
import type { Db } from "../platform/database/database.ts";
import { ApiError, badField } from "../platform/errors.ts";
import { findLink, linkUsed, takeLink } from "./links.ts";
import type { Passwords } from "./passwords.ts";
import {
  findOperatorByEmail,
  hasOperators,
  insertOperator,
  normalizeEmail,
  type OperatorRow,
  readOperator,
  setPassword,
  updateOperator,
} from "./store.ts";
import { useCode } from "./totp.ts";

const WINDOW_S = 15 * 60;
const MOST_PER_EMAIL = 20;
const MOST_PER_ADDRESS = 60;

export type SignInDeps = Pick<Deps, "database" | "db" | "queue" | "clock" | "vault" | "log"> & {
  readonly passwords: Passwords;
};

/** Somebody who has just signed in, with the token of the session that began. */
export interface SignedIn {
  readonly operator: OperatorRow;
  readonly token: string;
}

/** How often somebody may try to sign in: for one address of mail, and from one address of the network. */
export interface SignInLimit {
  /** Counts a try; throws a 429 beyond what is allowed. */
  count(request: FastifyRequest, reply: FastifyReply, email?: string): Promise<void>;
  /** It was no wrong try: those before it count no more for the address of mail. */
  succeeded(email: string): Promise<void>;
}

/** Opens the count of tries, over all processes. */
export function openSignInLimit({ database }: Pick<Deps, "database">): SignInLimit {
  const ofEmail = createLimit(database, "operator-email", MOST_PER_EMAIL, WINDOW_S);
  const ofAddress = createLimit(database, "operator-address", MOST_PER_ADDRESS, WINDOW_S);
  return {
    count: async (request, reply, email) => {
      const wait = await ofAddress.waitS(callerOf(request));
      const waitS = wait > 0 || email === undefined ? wait : await ofEmail.waitS(normalizeEmail(email));
      if (waitS === 0) return;
      reply.header("retry-after", waitS);
      const sentence = `Too many tries to sign in; try again in ${waitS} s.`;
      throw new ApiError("too_many_requests", "RATE_LIMIT_EXCEEDED", sentence);
    },
    succeeded: (email) => ofEmail.reset(normalizeEmail(email)),
  };
}

/** Signs in with a password; 401 that never says what was wrong, or CODE_REQUIRED. */
export async function signInByPassword(
  deps: SignInDeps,
  { email, password, code }: { email: string; password: string; code?: string },
  visitor: Visitor,
): Promise<SignedIn> {
  const operator = await findOperatorByEmail(deps.db, email);
  const isRight = await deps.passwords.isSame(password, operator?.password_hash ?? null);
  if (!operator || !isRight) throw wrongSignIn();
  if (operator.totp_on) {
    if (!code)
      throw new ApiError("unauthorized", "CODE_REQUIRED", "The code of your authenticator app is needed.");
    if (!(await useCode(deps, operator, code))) throw wrongSignIn();
  }
  return { operator, token: await beginSession(deps, deps.db, operator, visitor) };
}

function wrongSignIn(): ApiError {
  return new ApiError("unauthorized", "INVALID_SIGN_IN", "Email address, password or code is wrong.");
}

/** Signs in with a link, which is used up. The first of all makes the operator, who is owner of both environments. */
export async function signInByLink(
  deps: SignInDeps,
  given: { token: string; email?: string; name?: string; password?: string },
  visitor: Visitor,
): Promise<SignedIn> {
  const { queue, clock, passwords } = deps;
  // Before the transaction, which it would hold up; links that are none are throttled like passwords.
  const hash = given.password === undefined ? undefined : await passwords.hash(given.password);
  return queue.transaction(async (tx) => {
    const now = clock.now();
    const { orgId, operatorId } = await takeLink(tx, given.token, now);
    const operator =
      operatorId === null
        ? await makeFirstOperator(tx, orgId, given, now)
        : await readOperator(tx, orgId, operatorId);
    const { id, name } = operator;
    if (operatorId !== null && given.name !== undefined && given.name !== name)
      await updateOperator(tx, { orgId, id }, { name: given.name }, now);
    if (hash !== undefined) await setPassword(tx, id, hash, now);
    const changed = await readOperator(tx, orgId, id);
    return { operator: changed, token: await beginSession(deps, tx, changed, visitor) };
  });
}

async function makeFirstOperator(
  tx: Db,
  orgId: string,
  { email, name }: { email?: string; name?: string },
  now: Date,
): Promise<OperatorRow> {
  // Somebody was invited since it was printed: from then on operators decide who gets in.
  if (await hasOperators(tx)) throw linkUsed();
  if (email === undefined)
    throw badField("email", "email is required at the first sign-in.", "MISSING_REQUIRED_FIELD");
  return insertOperator(tx, orgId, { email, name, roles: { test: "owner", production: "owner" } }, now);
}

/** Whom a link would sign in, and until when; null for the first of all, who says their address. 401 where it signs nobody in. */
export async function readLink(
  { db, clock }: Pick<Deps, "db" | "clock">,
  token: string,
): Promise<{ orgId: string; operator: OperatorRow | null; expiresAt: Date }> {
  const found = await findLink(db, token, clock.now());
  if (!found) throw linkUsed();
  const { orgId, operatorId, expiresAt } = found;
  if (operatorId !== null) return { orgId, operator: await readOperator(db, orgId, operatorId), expiresAt };
  if (await hasOperators(db)) throw linkUsed();
  return { orgId, operator: null, expiresAt };
}

/** Begins the session of somebody who has proven who they are; the token for its cookie. */
export async function beginSession(
  { clock, log }: Pick<Deps, "clock" | "log">,
  db: Db,
  { id }: Pick<OperatorRow, "id">,
  visitor: Visitor,
): Promise<string> {
  const token = await beginOperatorSession(db, id, visitor, clock.now());
  log.info({ operator: id, address: visitor.address }, "operator.signed-in");
  return token;
}

/** Ends the session that a browser holds as another begins, whoever planted it. */
export async function endBrowserSession(
  { config, db, credentials }: Pick<Deps, "config" | "db" | "credentials">,
  request: FastifyRequest,
): Promise<void> {
  const token = sessionTokenOf(config, request);
  if (token === undefined) return;
  await endOperatorSessionOf(db, token);
  await credentials.forget();
}
