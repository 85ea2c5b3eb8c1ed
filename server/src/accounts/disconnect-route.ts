import { disconnect } from "../apps/connections/disconnect.ts";
import { AuthTypeQuery, BySlug } from "../apps/schema.ts";
import { getAccountScope } from "../auth/guard.ts";
import type { Deps } from "../deps.ts";
import type { App } from "../platform/http/route.ts";
import { readShownAccount } from "./read.ts";
import { LinkedAccountWithIntegrations } from "./schema.ts";

/** Lets a server disconnect one of its accounts; returns the account afterwards (platform-surface 1.2). */
export function registerDisconnectRoute(app: App, deps: Deps): void {
  app.delete(
    "/api/v2/public/linked-account/integration/:slug",
    {
      config: { auth: "keyForAccount" },
      schema: {
        operationId: "disconnectAccount",
        summary: "Disconnect a linked account",
        description:
          "Deletes a linked account's connections to an application, asks the provider to revoke their tokens, and sends `Connection Deleted` to webhooks. `auth_type` limits it to one kind. Returns the account without them, or 404 if nothing is connected.",
        tags: ["Applications"],
        params: BySlug,
        querystring: AuthTypeQuery,
        response: { 200: LinkedAccountWithIntegrations },
      },
    },
    async (request) => {
      const scope = getAccountScope(request);
      await disconnect(deps, scope, request.params.slug, request.query.auth_type);
      return readShownAccount(deps, scope, scope.account.accountId);
    },
  );
}
