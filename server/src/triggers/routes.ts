import { Type } from "typebox";
import { toActionApiError } from "../apps/action-error.ts";
import { findApplication, readEnabledApplication } from "../apps/catalog/application.ts";
import type { JsonObject } from "../apps/connector.ts";
import { BySlug } from "../apps/schema.ts";
import { getAccountScope, getScope, isSession } from "../auth/guard.ts";
import { isBelowRole } from "../auth/holder.ts";
import { defineOperations, registerOperations } from "../auth/operation.ts";
import type { AccountScope } from "../auth/scope.ts";
import type { Deps } from "../deps.ts";
import { badRequest, notFound } from "../platform/errors.ts";
import { setEmptyBody } from "../platform/http/json-body.ts";
import { type App, withExample } from "../platform/http/route.ts";
import type { Json } from "../platform/json/json.ts";
import { RenderError } from "../workflows/definition/render-error.ts";
import { registerHookRoute } from "./hook-route.ts";
import { findWebhook, isManual } from "./provider-subscription.ts";
import { readTriggerExamples } from "./read-examples.ts";
import { OfferedTrigger, presentSubscription, presentTrigger, TriggerSubscription } from "./schema.ts";
import { TRIGGER_SECRET_OPERATIONS } from "./secret-routes.ts";
import { decryptHook } from "./secrets.ts";
import { SHARED_ARRIVAL_OPERATIONS } from "./shared/arrival-routes.ts";
import { listSubscriptions } from "./store.ts";

const ByEvent = Type.Object({
  ...BySlug.properties,
  event: Type.String({ description: "Id of the trigger." }),
});

const ExampleBody = Type.Object({
  input: Type.Optional(
    Type.Unsafe<JsonObject>({
      type: "object",
      additionalProperties: true,
      description: "As in a start node; may have expressions of `config` and `linked_account`.",
    }),
  ),
  workflow_id: Type.Optional(
    Type.String({
      description:
        "Id or alias of the workflow whose settings the expressions read, and whose chosen connection is used.",
    }),
  ),
});

const operation = defineOperations<Deps>("Triggers");

/** The triggers of connectors, and the subscriptions of an account. */
export const APPLICATION_TRIGGER_OPERATIONS = [
  operation({
    id: "listTriggers",
    method: "get",
    path: "/api/v2/public/triggers/:slug",
    least: "viewer",
    // It is the same for every account.
    credentials: "either",
    summary: "List an application's triggers",
    description:
      "Returns the events of an application that can start workflows, each with the JSON Schema of its input.",
    schema: { params: BySlug, response: { 200: Type.Array(OfferedTrigger) } },
    run: async (deps, request) => {
      const { connector } = await readEnabledApplication(deps, getScope(request), request.params.slug);
      return connector.info.triggers.map((trigger) => presentTrigger(trigger, connector));
    },
  }),
  operation({
    id: "readTriggerExamples",
    method: "post",
    path: "/api/v2/public/triggers/:slug/:event/examples",
    least: "developer",
    credentials: "account",
    preValidation: setEmptyBody,
    summary: "Read examples of a trigger's events",
    description:
      "Reads what an application has lately had to tell a linked account, without starting anything: the data of at most 10 events, usually the newest first. Only for triggers with `has_examples`. Returns 400 `EXTERNAL_API_FAILURE` if the application cannot be asked.",
    schema: {
      params: ByEvent,
      body: withExample(ExampleBody, { input: { list: "inbox" } }),
      response: { 200: Type.Object({ docs: Type.Array(Type.Unsafe<Json>({ description: "Any JSON." })) }) },
    },
    run: async (deps, request) => {
      const { slug, event } = request.params;
      const { input = {}, workflow_id: workflow } = request.body;
      const { connector } = await readEnabledApplication(deps, getScope(request), slug);
      const trigger = connector.info.triggers.find(({ id }) => id === event);
      if (trigger === undefined) throw notFound("Trigger");
      const asked = { slug, event, input, workflow, ownOnly: isSession(request) };
      try {
        return { docs: await readTriggerExamples(deps, getAccountScope(request), asked) };
      } catch (error) {
        throw error instanceof RenderError ? badRequest(error.message) : toActionApiError(error);
      }
    },
  }),
  operation({
    id: "listTriggerSubscriptions",
    method: "get",
    path: "/api/v2/public/trigger-subscriptions",
    least: "viewer",
    credentials: "account",
    hasSecret: true,
    summary: "List trigger subscriptions",
    description:
      "Returns the application triggers that a linked account is subscribed to, with the status of each. `address` and `secret` are what the customer must enter at the provider if Junctor cannot; they require a session token or the role `developer`.",
    schema: { response: { 200: Type.Array(TriggerSubscription) } },
    run: async (deps, request) =>
      subscriptionsOf(deps, getAccountScope(request), { withSecrets: !isBelowRole(request, "developer") }),
  }),
];

/** The triggers of connectors, the subscriptions of an account, and the addresses that providers send to. */
export async function registerTriggerRoutes(app: App, deps: Deps): Promise<void> {
  registerOperations(app, APPLICATION_TRIGGER_OPERATIONS, deps);
  registerOperations(app, TRIGGER_SECRET_OPERATIONS, deps);
  registerOperations(app, SHARED_ARRIVAL_OPERATIONS, deps);
  await registerHookRoute(app, deps);
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
    if (!withSecrets || connector === undefined || !isManual(connector, row.trigger_id))
      return presentSubscription(row);
    const { url, secret, enteredSecret } = decryptHook(deps, row);
    const { proof } = findWebhook(connector, row.trigger_id) ?? {};
    return presentSubscription(row, {
      address: url,
      ...(proof?.secret === "subscription" && { secret: `${proof.label ?? ""}${secret}` }),
      ...(proof?.secret === "entered" && { needs_secret: true, has_secret: enteredSecret !== undefined }),
      ...(proof?.username !== undefined && { username: proof.username }),
    });
  });
}
