import type { FastifyRequest } from "fastify";
import { type Static, Type } from "typebox";
import { accountScopeIfNamed, findAccount, scopeOf } from "../auth/guard.ts";
import type { AccountScope } from "../auth/scope.ts";
import type { Deps } from "../deps.ts";
import type { Database } from "../platform/database/database.ts";
import { badRequest } from "../platform/errors.ts";
import { ErrorReply } from "../platform/http/error-reply.ts";
import { type App, ById } from "../platform/http/route.ts";
import { receive } from "./receive.ts";
import {
  presentReceivedEvent,
  ReceivedEvent,
  TriggerBody,
  TriggeredEvent,
  TriggerHeaders,
} from "./schema.ts";
import { readReceived } from "./store.ts";

const BASE = "/api/v2/public/event";
const tags = ["Events"];
// The account may stand in the body too, which the guard's `account` does not look at.
const config = { auth: "either", accountInBody: "last" } as const;

const response = {
  200: TriggeredEvent,
  404: { ...ErrorReply, description: "There is no application event of this name." },
  422: { ...ErrorReply, description: "The idempotency key was used for another event." },
};

// Three generations of clients know three addresses of the same operation.
const ADDRESSES = [
  { url: `${BASE}/trigger`, operationId: "triggerEvent" },
  { url: BASE, operationId: "triggerEventAtBase" },
  { url: "/api/v1/event/trigger", operationId: "triggerEventV1" },
];

type TriggerDeps = Pick<Deps, "database" | "db" | "queue" | "clock">;

/** Events that start workflows (platform-surface 1.2 and 4.6). */
export function triggerRoutes(app: App, deps: TriggerDeps): void {
  for (const { url, operationId } of ADDRESSES) {
    app.post(
      url,
      {
        config,
        schema: {
          operationId,
          summary: "Send an event of your product for a linked account",
          tags,
          headers: TriggerHeaders,
          body: TriggerBody,
          response,
        },
      },
      async (request) => trigger(deps, request, request.headers.slug || request.body.slug),
    );
  }

  app.post(
    `${BASE}/:slug`,
    {
      config,
      schema: {
        operationId: "triggerEventOfApplication",
        summary: "Send an event that starts only workflows of one application",
        tags,
        params: Type.Object({ slug: Type.String({ description: "Application of the workflows." }) }),
        headers: TriggerHeaders,
        body: TriggerBody,
        response,
      },
    },
    async (request) => trigger(deps, request, request.params.slug),
  );

  app.get(
    `${BASE}/received/:id`,
    {
      config,
      schema: {
        operationId: "getReceivedEvent",
        summary: "Read an event as received, with the executions that it started",
        tags,
        params: ById,
        response: { 200: ReceivedEvent },
      },
    },
    async (request) => {
      const scope = accountScopeIfNamed(request) ?? scopeOf(request);
      const { row, runs } = await readReceived(deps.db, scope, request.params.id);
      return presentReceivedEvent(row, runs);
    },
  );
}

type TriggerRequest = FastifyRequest & {
  body: Static<typeof TriggerBody>;
  headers: Static<typeof TriggerHeaders>;
};

async function trigger(deps: TriggerDeps, request: TriggerRequest, slug: string | undefined) {
  const { body, headers } = request;
  const name = body.event ?? body.trigger;
  if (name === undefined) throw badRequest("event is required in the body.", "MISSING_REQUIRED_FIELD");
  const scope = await accountOf(deps.database, request);
  const { id, executions } = await receive(deps, scope, {
    name,
    slug: slug || undefined,
    configId: headers.config_id || body.config_id || scope.account.accountId,
    payload: body.payload === undefined ? {} : body.payload,
    idempotencyKey: headers["idempotency-key"],
  });
  return { message: "Webhook Fired Success", event_id: id, executions };
}

/** The account of the token or the header, else the one that the body names. */
async function accountOf(database: Database, request: TriggerRequest): Promise<AccountScope> {
  const named = accountScopeIfNamed(request);
  if (named) return named;
  const { linked_account_id } = request.body;
  if (!linked_account_id) throw badRequest("linked_account_id is required", "INVALID_LINKED_ACCOUNT_ID");
  const account = await findAccount(database, scopeOf(request), linked_account_id);
  if (!account)
    throw badRequest("There is no linked account with this linked_account_id.", "INVALID_LINKED_ACCOUNT_ID");
  return { ...scopeOf(request), account };
}
