import { Type } from "typebox";
import { removeAllConnections, revokeConnections } from "../apps/connections/disconnect.ts";
import { countHealth } from "../apps/health/health-store.ts";
import { findAccount, getAccountScope, getScope, isSession } from "../auth/guard.ts";
import type { Deps } from "../deps.ts";
import { badField, notFound } from "../platform/errors.ts";
import { type App, Message, MissingFilter } from "../platform/http/route.ts";
import { LongPageQuery, parseLongPage } from "../platform/page.ts";
import { registerCredentialRoutes } from "./credential-routes.ts";
import { registerDisconnectRoute } from "./disconnect-route.ts";
import { accountListExample, upsertExample } from "./examples.ts";
import { readShownAccount } from "./read.ts";
import {
  AccountBody,
  AccountSearch,
  LinkedAccount,
  LinkedAccountWithIntegrations,
  presentAccount,
  presentListedAccount,
  presentUpsertedAccount,
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
  id: Type.String({ description: "Your own id for the customer." }),
});

/** Linked accounts (spec 2.3 and 4.3). */
export function registerAccountRoutes(app: App, deps: Deps): void {
  const { database, db, clock, credentials, queue } = deps;
  registerDisconnectRoute(app, deps);
  registerCredentialRoutes(app, deps);

  app.put(
    BASE,
    {
      config: { auth: "either", accountInBody: "first" },
      schema: {
        operationId: "upsertLinkedAccount",
        summary: "Create or update a linked account",
        description:
          "Creates or updates the linked account with this id. Omitted fields are unchanged, and `udf` is merged by key (at most 200). The call is safe to repeat; `new_account` says whether the account is new. Returns 400 `SERVER_ERROR` if `your_app` is empty. A session token updates its own account, whatever id the body has.",
        tags,
        body: upsertExample.body,
        response: { 200: upsertExample.reply },
      },
    },
    async (request) => {
      const own = isSession(request) ? getAccountScope(request).account.accountId : undefined;
      const input = readInput(request.body, own);
      return presentUpsertedAccount(await upsertAccount(deps, getScope(request), input, clock.now()));
    },
  );

  app.post(
    BASE,
    {
      config: { auth: "apiKey", accountInBody: "first" },
      schema: {
        operationId: "createLinkedAccount",
        summary: "Create a linked account",
        description:
          "Creates a linked account. Returns 400 `INVALID_LINKED_ACCOUNT_ID` if the id already exists; use `PUT` to create or update in one call.",
        tags,
        body: AccountBody,
        response: { 200: LinkedAccount },
      },
    },
    async (request) => {
      const input = readInput(request.body, undefined);
      return presentAccount(await insertAccount(deps, getScope(request), input, clock.now()));
    },
  );

  app.get(
    BASE,
    {
      config: { auth: "apiKey" },
      schema: {
        operationId: "listLinkedAccounts",
        summary: "List linked accounts",
        description:
          "Returns the linked accounts of the environment, newest first, each with the number of its connections by health. `search` matches the beginnings of words in their name or id. Page through long lists with `after`.",
        tags,
        querystring: ListQuery,
        response: { 200: accountListExample.reply },
      },
    },
    async (request) => {
      const { search } = request.query;
      const { rows, envelope } = await listAccounts(
        db,
        getScope(request),
        { search },
        parseLongPage(request.query),
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
        summary: "Get a linked account",
        description:
          "Returns a linked account by your own id for the customer, with its connections but without credentials. A session token can read only its own account (404 otherwise).",
        tags,
        params: ByAccountId,
        response: { 200: LinkedAccountWithIntegrations },
      },
    },
    async (request) => {
      const { id } = request.params;
      if (isSession(request) && id !== getAccountScope(request).account.accountId)
        throw notFound("Linked account");
      return readShownAccount(deps, getScope(request), id);
    },
  );

  app.delete(
    `${BASE}/:id`,
    {
      config: { auth: "apiKey", accountParam: "id" },
      schema: {
        operationId: "deleteLinkedAccount",
        summary: "Delete a linked account",
        description:
          "Deletes a linked account and everything that belongs to it: connections, configs, schedules, executions. Its session tokens and links end immediately, and providers are asked to revoke its connections' tokens. This cannot be undone.",
        tags,
        params: ByAccountId,
        response: { 200: Message },
      },
    },
    async (request) => {
      const scope = getScope(request);
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
        summary: "Get the active linked account",
        description:
          "Returns the linked account of the session token, with its connections but without credentials.",
        tags,
        response: { 200: LinkedAccountWithIntegrations },
      },
    },
    async (request) => readShownAccount(deps, getScope(request), getAccountScope(request).account.accountId),
  );
}

/** The account that the body describes; `own` (from a session token) overrides any id in it. */
function readInput(body: AccountBody, own: string | undefined): AccountInput {
  const { linked_account_id, name, language, udf, your_app } = { ...body, ...body.payload };
  const accountId = own ?? linked_account_id ?? body.account_id;
  if (accountId === undefined)
    throw badField("linked_account_id", "linked_account_id is required", "INVALID_LINKED_ACCOUNT_ID");
  if (your_app && (!your_app.auth_credentials || Object.keys(your_app.auth_credentials).length === 0)) {
    // The original service answers an empty object with SERVER_ERROR (spec 4.3 rule 2, platform-surface 5).
    throw badField(
      "your_app",
      "your_app must have auth_credentials: send it with app_id and auth_credentials, or leave it out.",
      "SERVER_ERROR",
    );
  }
  return { accountId, name, language, udf, yourApp: your_app, vouched: own === undefined };
}
