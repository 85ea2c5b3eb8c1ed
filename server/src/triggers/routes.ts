import { Type } from "typebox";
import { findApplication, readEnabledApplication } from "../apps/catalog/application.ts";
import { BySlug } from "../apps/schema.ts";
import { getAccountScope, getScope } from "../auth/guard.ts";
import { isBelowRole } from "../auth/holder.ts";
import type { AccountScope } from "../auth/scope.ts";
import type { Deps } from "../deps.ts";
import type { App } from "../platform/http/route.ts";
import { registerHookRoute } from "./hook-route.ts";
import { isAutomatic } from "./provider-subscription.ts";
import { OfferedTrigger, presentSubscription, presentTrigger, TriggerSubscription } from "./schema.ts";
import { decryptHook } from "./secrets.ts";
import { listSubscriptions } from "./store.ts";

const tags = ["Triggers"];
const config = { auth: "account" } as const;

/** The triggers of connectors, the subscriptions of an account, and the addresses that providers send to. */
export async function registerTriggerRoutes(app: App, deps: Deps): Promise<void> {
  offeredRoute(app, deps);
  subscriptionsRoute(app, deps);
  await registerHookRoute(app, deps);
}

function offeredRoute(app: App, deps: Deps): void {
  app.get(
    "/api/v2/public/triggers/:slug",
    {
      // It is the same for every account.
      config: { auth: "either" },
      schema: {
        operationId: "listTriggers",
        summary: "List an application's triggers",
        description:
          "Returns the events of an application that can start workflows, each with the JSON Schema of its input.",
        tags,
        params: BySlug,
        response: { 200: Type.Array(OfferedTrigger) },
      },
    },
    async (request) => {
      const { connector } = await readEnabledApplication(deps, getScope(request), request.params.slug);
      return connector.info.triggers.map(presentTrigger);
    },
  );
}

function subscriptionsRoute(app: App, deps: Deps): void {
  app.get(
    "/api/v2/public/trigger-subscriptions",
    {
      config: { ...config, hasSecret: true },
      schema: {
        operationId: "listTriggerSubscriptions",
        summary: "List trigger subscriptions",
        description:
          "Returns the application triggers that a linked account is subscribed to, with the status of each. `address` and `secret` are what the customer must enter at the provider if Junctor cannot; they require a session token or the role `developer`.",
        tags,
        response: { 200: Type.Array(TriggerSubscription) },
      },
    },
    async (request) =>
      subscriptionsOf(deps, getAccountScope(request), { withSecrets: !isBelowRole(request, "developer") }),
  );
}

async function subscriptionsOf(
  deps: Deps,
  scope: AccountScope,
  { withSecrets }: { readonly withSecrets: boolean },
) {
  const rows = await listSubscriptions(deps.db, scope);
  const slugs = [...new Set(rows.map(({ slug }) => slug))];
  const found = await Promise.all(slugs.map((slug) => findApplication(deps, scope, slug)));
  const connectors = new Map(found.map((application, i) => [slugs[i], application?.connector]));
  return rows.map((row) => {
    const connector = connectors.get(row.slug);
    const isManual = row.kind === "webhook" && connector && !isAutomatic(connector, row.trigger_id);
    return presentSubscription(row, isManual && withSecrets ? decryptHook(deps, row) : undefined);
  });
}
