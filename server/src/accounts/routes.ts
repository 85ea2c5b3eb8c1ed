import { Type } from "typebox";
import { removeAllConnections, revokeConnections } from "../apps/connections/disconnect.ts";
import { countHealth } from "../apps/health/health-store.ts";
import { findAccount, getAccountScope, getScope, isSession } from "../auth/guard.ts";
import { defineOperations } from "../auth/operation.ts";
import type { Deps } from "../deps.ts";
import { badField, notFound } from "../platform/errors.ts";
import { Message, MissingFilter } from "../platform/http/route.ts";
import { LongPageQuery, parseLongPage } from "../platform/page.ts";
import { ACCOUNT_CREDENTIAL_OPERATIONS } from "./credential-routes.ts";
import { DISCONNECT_OPERATIONS } from "./disconnect-route.ts";
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

const ByAccountId = Type.Object({
  id: Type.String({ description: "Your own id for the customer." }),
});

const operation = defineOperations<Deps>("Linked accounts");

/** Linked accounts (spec 2.3 and 4.3). */
export const ACCOUNT_OPERATIONS = [
  operation({
    id: "upsertLinkedAccount",
    method: "put",
    path: BASE,
    least: "developer",
    credentials: "either",
    accountInBody: "first",
    summary: "Create or update a linked account",
    description:
      "Creates or updates the linked account with this id. Omitted fields are unchanged, and `udf` is merged by key (at most 200). The call is safe to repeat; `new_account` says whether the account is new. Returns 400 `SERVER_ERROR` if `your_app` is empty. A session token updates its own account, whatever id the body has.",
    schema: { body: upsertExample.body, response: { 200: upsertExample.reply } },
    run: async (deps, request) => {
      const own = isSession(request) ? getAccountScope(request).account.accountId : undefined;
      const input = readInput(request.body, own);
      return presentUpsertedAccount(await upsertAccount(deps, getScope(request), input, deps.clock.now()));
    },
  }),
  operation({
    id: "createLinkedAccount",
    method: "post",
    path: BASE,
    least: "developer",
    credentials: "apiKey",
    accountInBody: "first",
    summary: "Create a linked account",
    description:
      "Creates a linked account. Returns 400 `INVALID_LINKED_ACCOUNT_ID` if the id already exists; use `PUT` to create or update in one call.",
    schema: { body: AccountBody, response: { 200: LinkedAccount } },
    run: async (deps, request) => {
      const input = readInput(request.body, undefined);
      return presentAccount(await insertAccount(deps, getScope(request), input, deps.clock.now()));
    },
  }),
  operation({
    id: "listLinkedAccounts",
    method: "get",
    path: BASE,
    least: "viewer",
    credentials: "apiKey",
    summary: "List linked accounts",
    description:
      "Returns the linked accounts of the environment, newest first, each with the number of its connections by health. `search` matches the beginnings of words in their name or id. Page through long lists with `after`.",
    schema: { querystring: ListQuery, response: { 200: accountListExample.reply } },
    run: async ({ db }, request) => {
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
  }),
  operation({
    id: "getLinkedAccount",
    method: "get",
    path: `${BASE}/:id`,
    least: "viewer",
    credentials: "either",
    accountParam: "id",
    summary: "Get a linked account",
    description:
      "Returns a linked account by your own id for the customer, with its connections but without credentials. A session token can read only its own account (404 otherwise).",
    schema: { params: ByAccountId, response: { 200: LinkedAccountWithIntegrations } },
    run: async (deps, request) => {
      const { id } = request.params;
      if (isSession(request) && id !== getAccountScope(request).account.accountId)
        throw notFound("Linked account");
      return readShownAccount(deps, getScope(request), id);
    },
  }),
  operation({
    id: "deleteLinkedAccount",
    method: "delete",
    path: `${BASE}/:id`,
    least: "developer",
    credentials: "apiKey",
    accountParam: "id",
    summary: "Delete a linked account",
    description:
      "Deletes a linked account and everything that belongs to it: connections, configs, schedules, executions. Its session tokens and links end immediately, and providers are asked to revoke its connections' tokens. This cannot be undone.",
    schema: { params: ByAccountId, response: { 200: Message } },
    run: async (deps, request) => {
      const scope = getScope(request);
      const account = await findAccount(deps.database, scope, request.params.id);
      if (!account) throw notFound("Linked account");
      const removed = await deps.queue.transaction(async (tx) => {
        const connections = await removeAllConnections(deps, tx, { ...scope, account });
        await deleteAccount(tx, scope, account);
        return connections;
      });
      await deps.credentials.forget();
      await revokeConnections(deps, scope, removed);
      return { message: "User deleted successfully" };
    },
  }),
  operation({
    id: "getActiveLinkedAccount",
    method: "get",
    path: "/api/v2/public/session/active-linked-account",
    credentials: "session",
    summary: "Get the active linked account",
    description:
      "Returns the linked account of the session token, with its connections but without credentials.",
    schema: { response: { 200: LinkedAccountWithIntegrations } },
    run: async (deps, request) =>
      readShownAccount(deps, getScope(request), getAccountScope(request).account.accountId),
  }),
  ...DISCONNECT_OPERATIONS,
  ...ACCOUNT_CREDENTIAL_OPERATIONS,
];

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
