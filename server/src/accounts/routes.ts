import { Type } from "typebox";
import { removeAllConnections, revokeConnections } from "../apps/connections/disconnect.ts";
import { countHealth } from "../apps/health/health-store.ts";
import { accountScopeOf, findAccount, isSession, scopeOf } from "../auth/guard.ts";
import type { Deps } from "../deps.ts";
import { badField, notFound } from "../platform/errors.ts";
import { type App, Message, MissingFilter } from "../platform/http/route.ts";
import { LongPageEnvelope, LongPageQuery, longPageOf } from "../platform/page.ts";
import { credentialRoutes } from "./credential-routes.ts";
import { disconnectRoute } from "./disconnect-route.ts";
import { readShownAccount } from "./read.ts";
import {
  AccountBody,
  AccountSearch,
  LinkedAccount,
  LinkedAccountWithIntegrations,
  ListedAccount,
  presentAccount,
  presentListedAccount,
  presentUpserted,
  UpsertedAccount,
} from "./schema.ts";
import { type AccountInput, deleteAccount, insertAccount, listAccounts, upsertAccount } from "./store.ts";

const BASE = "/api/v2/public/linked-account";
const ListQuery = Type.Object({
  ...LongPageQuery.properties,
  search: AccountSearch,
  env_variable_name: MissingFilter,
  env_variable_value: MissingFilter,
});

const tags = ["Linked accounts"];
const ByAccountId = Type.Object({
  id: Type.String({ description: "The SaaS company's own id of its customer." }),
});

/** Linked accounts (spec 2.3 and 4.3). */
export function accountRoutes(app: App, deps: Deps): void {
  const { database, db, clock, credentials, queue } = deps;
  disconnectRoute(app, deps);
  credentialRoutes(app, deps);

  app.put(
    BASE,
    {
      config: { auth: "either", accountInBody: "first" },
      schema: {
        operationId: "upsertLinkedAccount",
        summary: "Create or update a linked account",
        tags,
        body: AccountBody,
        response: { 200: UpsertedAccount },
      },
    },
    async (request) => {
      const own = isSession(request) ? accountScopeOf(request).account.accountId : undefined;
      const input = readInput(request.body, own);
      return presentUpserted(await upsertAccount(deps, scopeOf(request), input, clock.now()));
    },
  );

  app.post(
    BASE,
    {
      config: { auth: "apiKey", accountInBody: "first" },
      schema: {
        operationId: "createLinkedAccount",
        summary: "Create a linked account",
        tags,
        body: AccountBody,
        response: { 200: LinkedAccount },
      },
    },
    async (request) => {
      const input = readInput(request.body, undefined);
      return presentAccount(await insertAccount(deps, scopeOf(request), input, clock.now()));
    },
  );

  app.get(
    BASE,
    {
      config: { auth: "apiKey" },
      schema: {
        operationId: "listLinkedAccounts",
        summary: "List linked accounts, newest first",
        tags,
        querystring: ListQuery,
        response: { 200: Type.Object({ docs: Type.Array(ListedAccount), ...LongPageEnvelope }) },
      },
    },
    async (request) => {
      const { search } = request.query;
      const { rows, envelope } = await listAccounts(
        db,
        scopeOf(request),
        { search },
        longPageOf(request.query),
      );
      const health = await countHealth(
        db,
        rows.map(({ id }) => id),
      );
      return { docs: rows.map((row) => presentListedAccount(row, health.get(row.id))), ...envelope };
    },
  );

  app.get(
    `${BASE}/:id`,
    {
      config: { auth: "either", accountParam: "id" },
      schema: {
        operationId: "getLinkedAccount",
        summary: "Read a linked account",
        tags,
        params: ByAccountId,
        response: { 200: LinkedAccountWithIntegrations },
      },
    },
    async (request) => {
      const { id } = request.params;
      if (isSession(request) && id !== accountScopeOf(request).account.accountId)
        throw notFound("Linked account");
      return readShownAccount(deps, scopeOf(request), id);
    },
  );

  app.delete(
    `${BASE}/:id`,
    {
      config: { auth: "apiKey", accountParam: "id" },
      schema: {
        operationId: "deleteLinkedAccount",
        summary: "Delete a linked account and all that belongs to it",
        tags,
        params: ByAccountId,
        response: { 200: Message },
      },
    },
    async (request) => {
      const scope = scopeOf(request);
      const account = await findAccount(database, scope, request.params.id);
      if (!account) throw notFound("Linked account");
      const removed = await queue.transaction(async (tx) => {
        const connections = await removeAllConnections(deps, tx, { ...scope, account });
        await deleteAccount(tx, scope, account);
        return connections;
      });
      await credentials.forget();
      await revokeConnections(deps, scope, removed);
      return { message: "User deleted successfully" };
    },
  );

  app.get(
    "/api/v2/public/session/active-linked-account",
    {
      config: { auth: "session" },
      schema: {
        operationId: "getActiveLinkedAccount",
        summary: "Read the linked account of the session token",
        tags,
        response: { 200: LinkedAccountWithIntegrations },
      },
    },
    async (request) => readShownAccount(deps, scopeOf(request), accountScopeOf(request).account.accountId),
  );
}

/** The account that the body describes; `own` (of a session token) wins over any id in it. */
function readInput(body: AccountBody, own: string | undefined): AccountInput {
  const { linked_account_id, name, language, udf, your_app } = { ...body, ...body.payload };
  const accountId = own ?? linked_account_id ?? body.account_id;
  if (accountId === undefined)
    throw badField("linked_account_id", "linked_account_id is required", "INVALID_LINKED_ACCOUNT_ID");
  if (your_app && (!your_app.auth_credentials || Object.keys(your_app.auth_credentials).length === 0)) {
    // The real service answers the empty object with SERVER_ERROR (spec 4.3 rule 2, platform-surface 5).
    throw badField(
      "your_app",
      "your_app must carry auth_credentials: send it with app_id and auth_credentials, or leave it out.",
      "SERVER_ERROR",
    );
  }
  return { accountId, name, language, udf, yourApp: your_app, vouched: own === undefined };
}
