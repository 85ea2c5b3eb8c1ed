import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import { incomingOf } from "../apps/incoming-request.ts";
import { ENVIRONMENTS, type Environment } from "../auth/scope.ts";
import { ApiError, notFound } from "../platform/errors.ts";
import { ErrorReply, errorBody } from "../platform/http/error-reply.ts";
import { parseJsonBody } from "../platform/http/json-body.ts";
import { type App, Record } from "../platform/http/route.ts";
import type { Json } from "../platform/json.ts";
import type { Intake } from "./intake.ts";
import type { Accepted } from "./trigger.ts";

const Address = Type.Object({
  orgId: Type.String({ description: "Id of the organization." }),
  environment: Type.String({ description: "test or production." }),
  workflowId: Type.String({ description: "Id of a published workflow with a trigger `Webhook`." }),
  linkedAccountId: Type.String({ description: "Your own id of the linked account, encoded for addresses." }),
});

const Ids = {
  event_id: Type.String({ description: "Id of the received event." }),
  execution_id: Type.Optional(
    Type.String({ description: "Missing where the linked account has switched the workflow off." }),
  ),
};
const Queued = Record("QueuedWebhook", {
  message: Type.String(),
  ...Ids,
  executions: Type.Integer({ description: "1, or 0 where the workflow is switched off." }),
});
const Repeated = Type.Object({ ...ErrorReply.properties, ...Ids }, { title: "RepeatedWebhook" });

const response = {
  200: Queued,
  401: { ...ErrorReply, description: "The signature or token is missing, wrong or too old." },
  404: { ...ErrorReply, description: "There is no such address." },
  409: { ...Repeated, description: "It came before; the ids are those of the first." },
};

const URL = "/api/v1/webhook-trigger/:orgId-:environment/:workflowId/:linkedAccountId";

// Signatures are over the bytes of a body.
const bodies = new WeakMap<FastifyRequest, Buffer>();

/** The addresses of workflows for webhooks from anywhere (platform-surface 1.2). */
export async function webhookRoute(app: App, intake: Intake): Promise<void> {
  await app.register(async (hooks: App) => {
    hooks.removeAllContentTypeParsers();
    hooks.addContentTypeParser(
      "application/json",
      { parseAs: "buffer" },
      async (request: FastifyRequest, body: Buffer) => {
        bodies.set(request, body);
        return parseJsonBody(body.toString("utf8"));
      },
    );
    otherMethodsRoute(hooks);
    hooks.post(
      URL,
      {
        config: { auth: "none" },
        onRequest: async ({ headers }) => refusePacked(headers["content-encoding"]),
        schema: {
          operationId: "triggerWebhook",
          summary: "Start a workflow by a webhook; answered when the execution is stored",
          tags: ["Events"],
          params: Address,
          querystring: Type.Object({
            config_id: Type.Optional(
              Type.String({ maxLength: 255, description: "The linked account's id by default." }),
            ),
          }),
          body: Type.Unsafe<Json | undefined>({ description: "Input of the execution; may be absent." }),
          response,
        },
      },
      async (request, reply) => {
        const { orgId, environment, workflowId, linkedAccountId } = request.params;
        if (!isEnvironment(environment)) throw notFound("Webhook");
        const bytes = bodies.get(request) ?? Buffer.alloc(0);
        const accepted = await intake({
          kind: "webhook",
          orgId,
          environment,
          accountId: linkedAccountId,
          workflow: workflowId,
          configId: request.query.config_id || undefined,
          // Fastify does not tell a body that is absent from one that is null.
          payload: request.body ?? {},
          bytes: bytes.length,
          headers: request.headers,
          request: incomingOf(request, bytes),
        });
        const ids = idsOf(accepted);
        if (!accepted.repeated) return { message: "Webhook queued", ...ids, executions: accepted.executions };
        const failure = { status: 409, code: "CONFLICT" as const, message: "This webhook came before." };
        return reply.code(409).send({ ...errorBody(failure, request.id), ...ids });
      },
    );
  });
}

/** Before a body is read, and whether there is such an address or not (platform-surface 1.2). */
function otherMethodsRoute(hooks: App): void {
  hooks.route({
    method: ["GET", "PUT", "PATCH", "DELETE"],
    url: URL,
    config: { auth: "none" },
    schema: { hide: true },
    onRequest: async (_request, reply) => {
      reply.header("allow", "POST");
      throw new ApiError("method_not_allowed", "METHOD_NOT_ALLOWED", "Send webhooks with POST.");
    },
    handler: async () => undefined,
  });
}

function refusePacked(encoding: string | undefined): void {
  if (!encoding || encoding.toLowerCase() === "identity") return;
  const message = `Send the body as it is: it came with content-encoding ${encoding}.`;
  throw new ApiError("unsupported_media_type", "UNSUPPORTED_MEDIA_TYPE", message);
}

function idsOf({ eventId = "", runId }: Accepted) {
  return { event_id: eventId, execution_id: runId };
}

function isEnvironment(text: string): text is Environment {
  return ENVIRONMENTS.some((one) => one === text);
}
