import { disconnect } from "../apps/connections/disconnect.ts";
import { AuthTypeQuery, BySlug } from "../apps/schema.ts";
import { getAccountScope } from "../auth/guard.ts";
import { defineOperations } from "../auth/operation.ts";
import type { Deps } from "../deps.ts";
import { readShownAccount } from "./read.ts";
import { LinkedAccountWithIntegrations } from "./schema.ts";

const operation = defineOperations<Deps>("Applications");

/** Lets a server disconnect one of its accounts; returns the account afterwards (platform-surface 1.2). */
export const DISCONNECT_OPERATIONS = [
  operation({
    id: "disconnectAccount",
    method: "delete",
    path: "/api/v2/public/linked-account/integration/:slug",
    least: "developer",
    credentials: "keyForAccount",
    summary: "Disconnect a linked account",
    description:
      "Deletes a linked account's connections to an application, asks the provider to revoke their tokens, and sends `Connection Deleted` to webhooks. `auth_type` limits it to one kind. Returns the account without them, or 404 if nothing is connected.",
    schema: { params: BySlug, querystring: AuthTypeQuery, response: { 200: LinkedAccountWithIntegrations } },
    run: async (deps, request) => {
      const scope = getAccountScope(request);
      await disconnect(deps, scope, request.params.slug, request.query.auth_type);
      return readShownAccount(deps, scope, scope.account.accountId);
    },
  }),
];
