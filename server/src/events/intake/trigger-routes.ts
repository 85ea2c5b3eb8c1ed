import type { FastifyRequest } from "fastify";
import { type Static, Type } from "typebox";
import { findSessionAccountRow, getAccountId, getScope } from "../../auth/guard.ts";
import { defineOperations } from "../../auth/operation.ts";
import type { Deps } from "../../deps.ts";
import { badField } from "../../platform/errors.ts";
import { ErrorReply } from "../../platform/http/error-reply.ts";
import { UsageLimitReply } from "../../usage/plans/schema.ts";
import { validateApplication } from "../../workflows/definition/applications.ts";
import { triggerExample } from "../examples.ts";
import { type TriggerBody, TriggerHeaders } from "../schema.ts";
import { getBodySize } from "./trigger.ts";

const BASE = "/api/v2/public/event";
const response = {
  200: triggerExample.reply,
  404: { ...ErrorReply, description: "No event with this name is defined." },
  422: { ...ErrorReply, description: "The idempotency key was used for another event." },
  429: UsageLimitReply,
};

// Three generations of clients use three addresses for the same operation.
const ADDRESSES = [
  { path: `${BASE}/trigger`, id: "triggerEvent", summary: "Trigger an event" },
  { path: BASE, id: "triggerEventAtBase", summary: "Trigger an event (short path)" },
  { path: "/api/v1/event/trigger", id: "triggerEventV1", summary: "Trigger an event (v1 path)" },
];
const TRIGGER_TEXT =
  "Sends an event of your product for a linked account and starts every published workflow that listens to it and that the account has switched on. Responds once the event and its executions are stored, so an event that got a 200 is not lost; `executions` says how many started, and an event that starts none is also stored. Repeating an `idempotency-key` within 24 hours starts nothing and returns the first response. Returns 422 if the key was used with another payload, and 404 `INVALID_EVENT` if the event is not defined. See [Product events](/guides/triggers#product-events).";

type TriggerDeps = Pick<Deps, "db" | "catalog" | "log" | "intake">;

const operation = defineOperations<TriggerDeps>("Events");

/** Events that start workflows (platform-surface 1.2 and 4.6). */
export const EVENT_TRIGGER_OPERATIONS = [
  operation({
    id: "triggerEventOfApplication",
    method: "post",
    path: `${BASE}/:slug`,
    least: "developer",
    credentials: "either",
    accountInBody: "last",
    resolvesAccount: false,
    rateLimit: "triggers",
    summary: "Trigger an application's event",
    description:
      "Sends an event of your product for a linked account, as `POST /api/v2/public/event/trigger` does, and starts only workflows of the application in the path.",
    schema: {
      params: Type.Object({ slug: Type.String({ description: "Application of the workflows." }) }),
      headers: TriggerHeaders,
      body: triggerExample.body,
      response,
    },
    run: async (deps, request) => trigger(deps, request, request.params.slug),
  }),
  ...ADDRESSES.map((address) =>
    operation({
      ...address,
      method: "post",
      least: "developer",
      credentials: "either",
      accountInBody: "last",
      resolvesAccount: false,
      rateLimit: "triggers",
      description: TRIGGER_TEXT,
      schema: { headers: TriggerHeaders, body: triggerExample.body, response },
      run: async (deps, request) => trigger(deps, request, request.headers.slug || request.body.slug),
    }),
  ),
];

type TriggerRequest = FastifyRequest & {
  body: Static<typeof TriggerBody>;
  headers: Static<typeof TriggerHeaders>;
};

async function trigger(deps: TriggerDeps, request: TriggerRequest, slug: string | undefined) {
  const { body, headers } = request;
  const event = body.event ?? body.trigger;
  if (event === undefined)
    throw badField("event", "event is required in the body.", "MISSING_REQUIRED_FIELD");
  await validateApplication(deps, getScope(request), slug);
  const { eventId = "", executions } = await deps.intake({
    kind: "event",
    ...getScope(request),
    accountId: getAccountId(request),
    accountRow: findSessionAccountRow(request),
    event,
    slug: slug || undefined,
    configId: headers.config_id || body.config_id || undefined,
    payload: body.payload === undefined ? {} : body.payload,
    bytes: getBodySize(request),
    headers: request.headers,
  });
  return { message: "Webhook Fired Success", event_id: eventId, executions };
}
