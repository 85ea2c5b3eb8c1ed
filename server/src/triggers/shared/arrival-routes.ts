import { Type } from "typebox";
import { readEnabledApplication } from "../../apps/catalog/application.ts";
import { hasSharedWebhook } from "../../apps/catalog/shared-webhook.ts";
import { BySlug } from "../../apps/schema.ts";
import { getScope } from "../../auth/guard.ts";
import { defineOperations } from "../../auth/operation.ts";
import type { Deps } from "../../deps.ts";
import { notFound } from "../../platform/errors.ts";
import { Record, Timestamp } from "../../platform/http/route.ts";
import { listArrivals } from "./arrival-store.ts";

const SharedArrival = Record("SharedWebhookArrival", {
  event: Type.String({ description: "The provider's name of the event." }),
  outcome: Type.Enum(["delivered", "unheard", "unknown_customer"], {
    description:
      "`delivered`: to the workflows of a customer. `unheard`: of a connected customer who has no workflow on that listens to this event. `unknown_customer`: of nobody whose workflows listen to anything of this application.",
  }),
  arrived_at: Timestamp,
});

const operation = defineOperations<Deps>("Triggers");

/** What arrived at the address that all customers of an application share. */
export const SHARED_ARRIVAL_OPERATIONS = [
  operation({
    id: "listSharedWebhookArrivals",
    method: "get",
    path: "/api/v2/public/application/:slug/webhook-arrivals",
    least: "viewer",
    credentials: "apiKey",
    summary: "List a shared webhook's arrivals",
    description:
      "Returns what lately arrived, and was proven, at the `webhook_url` of an application: for each event and outcome the last time, at most 50, the newest first. Returns 404 for an application without such an address.",
    schema: { params: BySlug, response: { 200: Type.Object({ docs: Type.Array(SharedArrival) }) } },
    run: async (deps, request) => {
      const { slug } = request.params;
      const { connector } = await readEnabledApplication(deps, getScope(request), slug);
      if (!hasSharedWebhook(connector)) throw notFound("Shared webhook");
      const arrivals = await listArrivals(deps.db, getScope(request), slug);
      return {
        docs: arrivals.map(({ event, outcome, arrived_at: at }) => ({
          event,
          outcome,
          arrived_at: at.toISOString(),
        })),
      };
    },
  }),
];
