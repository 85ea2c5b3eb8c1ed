import { Type } from "typebox";
import { scopeOf } from "../auth/guard.ts";
import { listOperatorKeys } from "../auth/keys/operator-keys.ts";
import { requireProduction } from "../auth/production-only.ts";
import type { Deps } from "../deps.ts";
import { ErrorReply } from "../platform/http/error-reply.ts";
import { type App, ById } from "../platform/http/route.ts";
import { envelope, PageEnvelope, PageQuery, pageOf } from "../platform/page.ts";
import { linkAddress, makeLink } from "./links.ts";
import { oidcRoutes } from "./oidc-routes.ts";
import { ownOperatorRoutes } from "./own-operator-routes.ts";
import { ownSessionRoutes } from "./own-session-routes.ts";
import { openPasswords } from "./passwords.ts";
import { removeOperator } from "./remove-operator.ts";
import {
  InviteBody,
  InvitedOperator,
  Operator,
  OperatorBody,
  OperatorLink,
  presentOperator,
  presentOperatorKey,
  RemovedOperator,
  RemoveQuery,
} from "./schema.ts";
import { operatorSessionRoutes } from "./session-routes.ts";
import { openSignInLimit } from "./sign-in-limit.ts";
import { insertOperator, listOperators, resetOperator, updateOperator } from "./store.ts";
import { totpRoutes } from "./totp-routes.ts";

const tags = ["Operators"];
const OPERATORS = "/api/v2/public/operators";
const lastOwner = {
  ...ErrorReply,
  description: "It is the last owner of production, or the address is another's.",
};

/** The people who steer the organization's integrations: how they sign in, and who lets them. */
export function operatorRoutes(app: App, deps: Deps): void {
  const { config, db, queue, clock, credentials } = deps;
  const tools = { passwords: openPasswords(), limit: openSignInLimit(deps) };
  operatorSessionRoutes(app, deps, tools);
  ownOperatorRoutes(app, deps, tools);
  ownSessionRoutes(app, deps);
  totpRoutes(app, deps, tools);
  oidcRoutes(app, deps, tools);

  app.get(
    OPERATORS,
    {
      config: { auth: "apiKey" },
      schema: {
        operationId: "listOperators",
        summary: "List the organization's operators, oldest first",
        tags,
        querystring: PageQuery,
        response: { 200: Type.Object({ docs: Type.Array(Operator), ...PageEnvelope }) },
      },
    },
    async (request) => {
      const page = pageOf(request.query);
      const { orgId } = scopeOf(request);
      const { rows, total } = await listOperators(db, orgId, page);
      const ids = rows.map(({ id }) => id);
      const keys = await listOperatorKeys(db, orgId, ids, clock.now());
      return { docs: rows.map((row) => presentOperator(row, keys)), ...envelope(page, total) };
    },
  );

  app.post(
    OPERATORS,
    {
      config: { auth: "apiKey", hasSecret: true },
      schema: {
        operationId: "inviteOperator",
        summary: "Invite an operator by a link, with a production key: roles hold in both environments",
        tags,
        body: InviteBody,
        response: {
          200: InvitedOperator,
          409: { ...ErrorReply, description: "An operator has this email address." },
        },
      },
    },
    async (request) => {
      const scope = scopeOf(request);
      requireProduction(scope, "Inviting an operator");
      const made = await queue.transaction(async (tx) => {
        const row = await insertOperator(tx, scope.orgId, request.body, clock.now());
        return { row, token: await makeLink(tx, { orgId: scope.orgId, operatorId: row.id }, clock.now()) };
      });
      return { operator: presentOperator(made.row, []), link: linkAddress(config.publicUrl, made.token) };
    },
  );

  app.put(
    `${OPERATORS}/:id`,
    {
      config: { auth: "apiKey" },
      schema: {
        operationId: "updateOperator",
        summary: "Change an operator's name, email address or roles, with a production key",
        tags,
        params: ById,
        body: OperatorBody,
        response: { 200: Operator, 409: lastOwner },
      },
    },
    async (request) => {
      const { orgId } = scopeOf(request);
      requireProduction(scopeOf(request), "Changing an operator");
      const { id } = request.params;
      const row = await queue.transaction((tx) =>
        updateOperator(tx, { orgId, id }, request.body, clock.now()),
      );
      await credentials.forget();
      return presentOperator(row, await listOperatorKeys(db, orgId, [id], clock.now()));
    },
  );

  app.delete(
    `${OPERATORS}/:id`,
    {
      config: { auth: "apiKey" },
      schema: {
        operationId: "deleteOperator",
        summary:
          "Remove an operator, with a production key; its sessions and the session tokens that it issued end at once",
        tags,
        params: ById,
        querystring: RemoveQuery,
        response: { 200: RemovedOperator, 409: lastOwner },
      },
    },
    async (request) => {
      const { orgId } = scopeOf(request);
      requireProduction(scopeOf(request), "Removing an operator");
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
  );

  app.post(
    `${OPERATORS}/:id/link`,
    {
      config: { auth: "apiKey", hasSecret: true },
      schema: {
        operationId: "createOperatorLink",
        summary:
          "Make a new sign-in link, with a production key: the operator's password, code and sessions end at once",
        tags,
        params: ById,
        response: { 200: OperatorLink },
      },
    },
    async (request) => {
      const { orgId } = scopeOf(request);
      requireProduction(scopeOf(request), "Making a sign-in link");
      const { id } = request.params;
      const token = await queue.transaction(async (tx) => {
        await resetOperator(tx, orgId, id, clock.now());
        return makeLink(tx, { orgId, operatorId: id }, clock.now());
      });
      await credentials.forget();
      return { link: linkAddress(config.publicUrl, token) };
    },
  );
}
