import { disconnect } from "../apps/connections/disconnect.ts";
import { BySlug, DisconnectQuery } from "../apps/schema.ts";
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
      "Deletes a linked account's connections to an application, asks the provider to revoke their tokens, and sends `Connection Deleted` to webhooks. `auth_type` limits it to one kind, `connection_id` to one connection. Returns the account without them, 404 if nothing is connected, or 409 for the default connection while there are others.",
    schema: {
      params: BySlug,
      querystring: DisconnectQuery,
      response: { 200: LinkedAccountWithIntegrations },
    },
    run: async (deps, request) => {
      const scope = getAccountScope(request);
      const { auth_type: authType, connection_id: id } = request.query;
      await disconnect(deps, scope, request.params.slug, { authType, id });
      return readShownAccount(deps, scope, scope.account.accountId);
    },
  }),
];
