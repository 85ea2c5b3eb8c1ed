import type { FastifyReply, FastifyRequest } from "fastify";
import { getOperatorSession } from "../auth/guard.ts";
import { defineOperations } from "../auth/operation.ts";
import { readOrganization } from "../auth/organizations/organizations.ts";
import { requireOwnPage, setSessionCookie } from "../auth/sessions/operator-cookie.ts";
import { deleteOperatorSession, deleteOperatorSessions } from "../auth/sessions/operator-sessions.ts";
import type { Deps } from "../deps.ts";
import { ErrorReply } from "../platform/http/error-reply.ts";
import { Message } from "../platform/http/route.ts";
import { setKnownBrowserCookie } from "./known-browser.ts";
import { requireFreshProof } from "./prove-first.ts";
import { createWrongPasswordError, requirePassword, type SignInTools } from "./prove-password.ts";
import { readOwnOperator } from "./read-own-operator.ts";
import {
  LinkBody,
  LinkSignInBody,
  OperatorSession,
  PasswordBody,
  presentSession,
  SignInBody,
  SignInLink,
} from "./schema.ts";
import {
  deleteBrowserSession,
  readLink,
  type SignInResult,
  signInByLink,
  signInByPassword,
} from "./sign-in.ts";
import { listOperatorsByEmail, lockOperator, setPassword } from "./store.ts";
import { getVisitor } from "./visitor.ts";

const SESSION = "/api/v2/public/operator-session";
const signedIn = {
  200: OperatorSession,
  401: { ...ErrorReply, description: "Not signed in: `INVALID_SIGN_IN`, `CODE_REQUIRED` or `LINK_USED`." },
  403: { ...ErrorReply, description: "The request comes from another site." },
  429: { ...ErrorReply, description: "Too many attempts; `Retry-After` says when to retry." },
};

const operation = defineOperations<Deps & SignInTools>("Operators");

/** How operators sign in and out, and with what. */
export const OPERATOR_SESSION_OPERATIONS = [
  operation({
    id: "checkSignInLink",
    method: "post",
    path: `${SESSION}/link/check`,
    credentials: "none",
    hasSecret: true,
    summary: "Check a sign-in link",
    description:
      "Returns the operator that a one-time link signs in and when it expires, without using it. Returns 401 `LINK_USED` if the link was used or has expired.",
    schema: { body: LinkBody, response: { ...signedIn, 200: SignInLink } },
    run: async (deps, request, reply) => {
      requireOwnPage(deps.config, request);
      await deps.limit.link({ request, reply });
      const { orgId, operator, expiresAt } = await readLink(deps, request.body.token);
      return {
        organization: await readOrganization(deps.db, orgId),
        operator: operator && {
          ...operator,
          has_password: operator.password_hash !== null,
          has_totp: operator.totp_on,
        },
        expires_at: expiresAt.toISOString(),
      };
    },
  }),
  operation({
    id: "signOut",
    method: "delete",
    path: SESSION,
    credentials: "operator",
    summary: "Sign out",
    description: "Ends the session of the request and clears its cookie.",
    schema: { response: { 200: Message } },
    run: async ({ config, db, credentials }, request, reply) => {
      const { operatorId, id } = getOperatorSession(request);
      await deleteOperatorSession(db, operatorId, id);
      await credentials.forget();
      setSessionCookie(config, reply, undefined);
      return { message: "Signed out" };
    },
  }),
  operation({
    id: "signIn",
    method: "post",
    path: SESSION,
    credentials: "none",
    hasSecret: true,
    summary: "Sign in with a password",
    description:
      "Checks the email address and password and sets the session cookie. Operators with an authenticator app also send its `code`. Returns 401 `CODE_REQUIRED` if the code is missing, 401 `INVALID_SIGN_IN` if anything is wrong, and 429 after too many attempts; see [Sign-in limits](/guides/operators#sign-in-limits).",
    schema: { body: SignInBody, response: signedIn },
    run: async (deps, request, reply) => {
      const { email, password, code } = request.body;
      requireOwnPage(deps.config, request);
      const operators = await listOperatorsByEmail(deps.db, email);
      const ids = operators.map(({ id }) => id);
      const counted = await deps.limit.password({ request, reply }, email, ids);
      const given = { operators, password, code, counted };
      return begin(deps, request, reply, await signInByPassword(deps, given, getVisitor(request)));
    },
  }),
  operation({
    id: "signInByLink",
    method: "post",
    path: `${SESSION}/link`,
    credentials: "none",
    hasSecret: true,
    summary: "Sign in with a link",
    description:
      "Uses a one-time link (an invitation, a reset, or the link of the server's start) and sets the session cookie. Operators with an authenticator app also send its `code` (401 `CODE_REQUIRED` without it). The link of the start, which is printed while nobody owns production, requires `email` and creates an owner of both environments. Returns 401 `LINK_USED` if the link was used or has expired, and 409 if the email address is taken.",
    schema: {
      body: LinkSignInBody,
      response: {
        ...signedIn,
        409: { ...ErrorReply, description: "Another operator has this email address." },
      },
    },
    run: async (deps, request, reply) => {
      requireOwnPage(deps.config, request);
      const trier = { request, reply };
      await deps.limit.link(trier);
      const signedIn = await signInByLink(deps, request.body, {
        visitor: getVisitor(request),
        countCode: (operatorId) => deps.limit.own(trier, "code", operatorId),
      });
      // A new password has ended the others.
      await deps.credentials.forget();
      return begin(deps, request, reply, signedIn);
    },
  }),
  operation({
    id: "getOperatorSession",
    method: "get",
    path: SESSION,
    credentials: "operator",
    summary: "Get your operator session",
    description:
      "Returns the operator who has signed in, the organization, and the operator's role in each environment.",
    schema: { response: { 200: OperatorSession } },
    run: async ({ db }, request) => {
      const operator = await readOwnOperator(db, request);
      return presentSession(operator, await readOrganization(db, operator.org_id));
    },
  }),
  operation({
    id: "setOperatorPassword",
    method: "put",
    path: `${SESSION}/password`,
    credentials: "operator",
    summary: "Set your password",
    description:
      "Sets your password and ends all your other sessions. To replace a password, send `current_password`. A first password requires a sign-in within the last 15 minutes, or a `code` from the authenticator app (403 `SIGN_IN_TOO_OLD` otherwise).",
    schema: {
      body: PasswordBody,
      response: {
        200: Message,
        403: { ...ErrorReply, description: "`SIGN_IN_TOO_OLD`: sign in again to set a first password." },
        429: signedIn[429],
      },
    },
    run: async (deps, request, reply) => {
      const { current_password: current, password, code } = request.body;
      const operator = await readOwnOperator(deps.db, request);
      // Somebody at an unlocked browser must not change the password.
      if (operator.password_hash !== null) await requirePassword(deps, { request, reply }, operator, current);
      else await requireFreshProof(deps, { tools: deps, trier: { request, reply } }, operator, code);
      const hash = await deps.passwords.hash(password);
      await deps.queue.transaction(async (tx) => {
        const now = await lockOperator(tx, operator.id);
        if (now?.password_hash !== operator.password_hash) throw createWrongPasswordError();
        await setPassword(tx, operator.id, hash, deps.clock.now());
        await deleteOperatorSessions(tx, operator.id, getOperatorSession(request).id);
      });
      await deps.credentials.forget();
      return { message: "Password set" };
    },
  }),
];

async function begin(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  { operator, token }: SignInResult,
) {
  await deleteBrowserSession(deps, request);
  setSessionCookie(deps.config, reply, token);
  setKnownBrowserCookie(deps, reply, operator.id);
  return presentSession(operator, await readOrganization(deps.db, operator.org_id));
}
