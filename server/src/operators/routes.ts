import { Type } from "typebox";
import { getScope } from "../auth/guard.ts";
import { listOperatorKeys } from "../auth/keys/operator-keys.ts";
import { defineOperations, registerOperations } from "../auth/operation.ts";
import { requireProduction } from "../auth/production-only.ts";
import type { Deps } from "../deps.ts";
import { ErrorReply } from "../platform/http/error-reply.ts";
import { type App, ById } from "../platform/http/route.ts";
import { buildEnvelope, PageEnvelope, PageQuery, parsePage } from "../platform/page.ts";
import { inviteExample } from "./examples.ts";
import { createSignInLink } from "./links.ts";
import { enqueueLinkMail } from "./mail/link-mail.ts";
import { RESET_OPERATIONS } from "./mail/reset-routes.ts";
import { registerOidcRoutes, SIGN_IN_METHOD_OPERATIONS } from "./oidc-routes.ts";
import { OWN_OPERATOR_OPERATIONS } from "./own-operator-routes.ts";
import { OWN_SESSION_OPERATIONS } from "./own-session-routes.ts";
import { createPasswordHasher } from "./passwords.ts";
import type { SignInTools } from "./prove-password.ts";
import { removeOperator } from "./remove-operator.ts";
import {
  Operator,
  OperatorBody,
  OperatorLink,
  presentOperator,
  presentOperatorKey,
  RemovedOperator,
  RemoveQuery,
} from "./schema.ts";
import { OPERATOR_SESSION_OPERATIONS } from "./session-routes.ts";
import { createSignInLimit } from "./sign-in-limit.ts";
import { insertOperator, listOperators, readOperator, resetOperator, updateOperator } from "./store.ts";
import { TOTP_OPERATIONS } from "./totp-routes.ts";

const OPERATORS = "/api/v2/public/operators";
const lastOwner = {
  ...ErrorReply,
  description: "The operator is the last owner of production, or another operator has this email address.",
};

const operation = defineOperations<Deps & SignInTools>("Operators");

/** The people who manage the organization's integrations: how they sign in, and who invites them. */
export const OPERATOR_OPERATIONS = [
  operation({
    id: "listOperators",
    method: "get",
    path: OPERATORS,
    least: "developer",
    credentials: "apiKey",
    summary: "List operators",
    description:
      "Returns the people in your company who can sign in, oldest first, with their role in each environment and the API keys they created.",
    schema: {
      querystring: PageQuery,
      response: { 200: Type.Object({ docs: Type.Array(Operator), ...PageEnvelope }) },
    },
    run: async ({ db, clock }, request) => {
      const page = parsePage(request.query);
      const { orgId } = getScope(request);
      const { rows, total } = await listOperators(db, orgId, page);
      const ids = rows.map(({ id }) => id);
      const keys = await listOperatorKeys(db, orgId, ids, clock.now());
      return { docs: rows.map((row) => presentOperator(row, keys)), ...buildEnvelope(page, total) };
    },
  }),
  operation({
    id: "inviteOperator",
    method: "post",
    path: OPERATORS,
    least: "owner",
    credentials: "apiKey",
    hasSecret: true,
    summary: "Invite an operator",
    description:
      "Creates an operator and a one-time sign-in link, valid for 7 days. It is sent by mail where [mail](/guides/self-hosting#mail) is set up (`is_mailed`); otherwise send it yourself. Roles cover both environments, so this requires a production key (403 otherwise). Returns 409 if the email address is taken.",
    schema: {
      body: inviteExample.body,
      response: {
        200: inviteExample.reply,
        409: { ...ErrorReply, description: "Another operator has this email address." },
      },
    },
    run: async (deps, request) => {
      const { queue, clock } = deps;
      const { orgId } = getScope(request);
      requireProduction(getScope(request), "Inviting an operator");
      return queue.transaction(async (tx) => {
        const row = await insertOperator(tx, orgId, request.body, clock.now());
        const token = await createSignInLink(tx, { orgId, operatorId: row.id }, clock.now());
        return { operator: presentOperator(row, []), ...(await enqueueLinkMail(deps, tx, row, token)) };
      });
    },
  }),
  operation({
    id: "updateOperator",
    method: "put",
    path: `${OPERATORS}/:id`,
    least: "owner",
    credentials: "apiKey",
    summary: "Update an operator",
    description:
      "Updates an operator's name, email address or roles; omitted fields are unchanged. Requires a production key (403 otherwise). Returns 409 if production would lose its last owner, or if the email address is taken.",
    schema: { params: ById, body: OperatorBody, response: { 200: Operator, 409: lastOwner } },
    run: async ({ db, queue, clock, credentials }, request) => {
      const { orgId } = getScope(request);
      requireProduction(getScope(request), "Changing an operator");
      const { id } = request.params;
      const row = await queue.transaction((tx) =>
        updateOperator(tx, { orgId, id }, request.body, clock.now()),
      );
      await credentials.forget();
      return presentOperator(row, await listOperatorKeys(db, orgId, [id], clock.now()));
    },
  }),
  operation({
    id: "deleteOperator",
    method: "delete",
    path: `${OPERATORS}/:id`,
    least: "owner",
    credentials: "apiKey",
    summary: "Remove an operator",
    description:
      "Removes an operator and immediately ends their sessions, links and the session tokens they issued. API keys they created keep working unless `delete_keys` is true; the response lists them. Requires a production key (403 otherwise). Returns 409 for the last owner of production.",
    schema: { params: ById, querystring: RemoveQuery, response: { 200: RemovedOperator, 409: lastOwner } },
    run: async ({ queue, clock, credentials }, request) => {
      const { orgId } = getScope(request);
      requireProduction(getScope(request), "Removing an operator");
      const deletesKeys = request.query.delete_keys === true;
      const { id } = request.params;
      const keys = await queue.transaction((tx) =>
        removeOperator(tx, { orgId, id, deletesKeys }, clock.now()),
      );
      await credentials.forget();
      return {
        message: "Operator removed",
        keys: keys.map(presentOperatorKey),
        keys_deleted: deletesKeys,
      };
    },
  }),
  operation({
    id: "createOperatorLink",
    method: "post",
    path: `${OPERATORS}/:id/link`,
    least: "owner",
    credentials: "apiKey",
    hasSecret: true,
    summary: "Create a sign-in link",
    description:
      "Resets an operator who lost a password or phone: immediately removes the password, authenticator app and sessions, and returns a one-time sign-in link, valid for 7 days, which is also sent by mail where [mail](/guides/self-hosting#mail) is set up. Requires a production key (403 otherwise).",
    schema: { params: ById, response: { 200: OperatorLink } },
    run: async (deps, request) => {
      const { queue, clock, credentials } = deps;
      const { orgId } = getScope(request);
      requireProduction(getScope(request), "Making a sign-in link");
      const { id } = request.params;
      const made = await queue.transaction(async (tx) => {
        await resetOperator(tx, orgId, id, clock.now());
        const token = await createSignInLink(tx, { orgId, operatorId: id }, clock.now());
        return enqueueLinkMail(deps, tx, await readOperator(tx, orgId, id), token);
      });
      await credentials.forget();
      return made;
    },
  }),
  ...OPERATOR_SESSION_OPERATIONS,
  ...RESET_OPERATIONS,
  ...OWN_OPERATOR_OPERATIONS,
  ...OWN_SESSION_OPERATIONS,
  ...TOTP_OPERATIONS,
  ...SIGN_IN_METHOD_OPERATIONS,
];

/** Operations about operators, and the pages of single sign-on. */
export function registerOperatorRoutes(app: App, deps: Deps): void {
  const tools = { passwords: createPasswordHasher(), limit: createSignInLimit(deps) };
  registerOperations(app, OPERATOR_OPERATIONS, { ...deps, ...tools });
  registerOidcRoutes(app, deps, tools);
}
