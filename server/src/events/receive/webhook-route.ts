import type { FastifyReply, FastifyRequest } from "fastify";
import { type Static, Type } from "typebox";
import { toIncomingRequest } from "../../apps/incoming-request.ts";
import { defineOperations, registerOperations } from "../../auth/operation.ts";
import { isEnvironment } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { getReceivedFiles, useReceivedFiles } from "../../files/received-files.ts";
import { ApiError } from "../../platform/errors.ts";
import { buildErrorBody, ErrorReply } from "../../platform/http/error-reply.ts";
import { createLargeBodies, type LargeBodies } from "../../platform/http/large-bodies.ts";
import { getReceivedBytes } from "../../platform/http/receive-bodies.ts";
import { type App, Record } from "../../platform/http/route.ts";
import type { Json } from "../../platform/json/json.ts";
import { waitForAnswer } from "../../runs/read/wait-for-answer.ts";
import type { RunRow } from "../../runs/store.ts";
import { UsageLimitReply } from "../../usage/plans/schema.ts";
import { type Stopping, SYNC_LIMIT_MS, sendResponse } from "../intake/execute-routes.ts";
import { createUnknownWebhookError } from "../intake/plan-start.ts";
import { createSignedBodyCheck } from "../intake/signed-body.ts";
import type { AcceptedTrigger, WebhookTrigger } from "../intake/trigger.ts";
import { verifyAddressKey } from "./webhook-address.ts";

const Address = Type.Object({
  orgId: Type.String({ description: "Id of the organization." }),
  environment: Type.String({ description: "`test` or `production`." }),
  workflowId: Type.String({ description: "Id of a published workflow with a `Webhook` trigger." }),
  linkedAccountId: Type.String({ description: "Your own id of the linked account, URL-encoded." }),
});

const KeyedAddress = Type.Object({
  ...Address.properties,
  key: Type.String({ description: "The key of this URL; `GET …/webhook-url` returns it." }),
});

const Query = Type.Object({
  config_id: Type.Optional(
    Type.String({ maxLength: 255, description: "Name of the config. Default: the linked account's own id." }),
  ),
});
const Input = Type.Unsafe<Json | undefined>({
  description:
    "Input of the execution; may be omitted. Of any content type: JSON, a form, text, or bytes, which become a file.",
});

const Ids = {
  event_id: Type.String({ description: "Id of the received event." }),
  execution_id: Type.Optional(
    Type.String({ description: "Absent if the linked account has switched the workflow off." }),
  ),
};
const Queued = Record("QueuedWebhook", {
  message: Type.String(),
  ...Ids,
  executions: Type.Integer({ description: "1, or 0 if the workflow is switched off." }),
});
const Repeated = Type.Object({ ...ErrorReply.properties, ...Ids }, { title: "RepeatedWebhook" });

const response = {
  200: Queued,
  401: { ...ErrorReply, description: "The signature or token is missing, wrong or too old." },
  404: {
    ...ErrorReply,
    description:
      "The URL does not exist, its key is wrong or missing, or it has no key and the request is not signed.",
  },
  409: { ...Repeated, description: "The webhook was already received; the ids are those of the first." },
  429: UsageLimitReply,
};

// Signatures cover bodies as a whole (D508).
const MOST_SIGNED_BYTES = 10 * 2 ** 20;

const URL = "/api/v1/webhook-trigger/:orgId-:environment/:workflowId/:linkedAccountId";

type WebhookDeps = Pick<
  Deps,
  "config" | "clock" | "credentials" | "intake" | "database" | "db" | "objectStore" | "work" | "vault"
>;
/** With what the routes of a process share. */
type ReceivingDeps = WebhookDeps & Stopping & { readonly large: LargeBodies };

const operation = defineOperations<ReceivingDeps>("Events");

/** The addresses of workflows as the API describes them: POST, with and without a key. */
export const INCOMING_WEBHOOK_OPERATIONS = [
  operation({
    id: "triggerWebhook",
    method: "post",
    path: `${URL}/:key`,
    credentials: "none",
    // Large bodies are read only for those who have an address.
    options: ({ large, ...deps }) => ({
      bodyLimit: large.bodyLimit,
      onRequest: async ({ params }) => void readKey(deps, params as Static<typeof KeyedAddress>), // not validated yet
      preParsing: large.reserve,
    }),
    summary: "Trigger a workflow by webhook",
    description:
      "Starts a workflow for a linked account, at a URL that ends in its key; `GET …/workflow/{id}/webhook-url` returns it. Responds once the execution is stored. If the workflow requires a signature, returns 401 if it is missing, wrong or too old. With `wait_for_response` in its trigger, a `response` node sets the reply. Repeating an `idempotency-key` within five minutes returns 409 with the ids of the first webhook. See [Incoming webhooks](/guides/triggers#incoming-webhooks).",
    schema: { params: KeyedAddress, querystring: Query, body: Input, response },
    run: async (deps, request, reply) => {
      const { address, generation } = readKey(deps, request.params);
      return receive(deps, request, reply, triggerOf(request, address, generation));
    },
  }),
  operation({
    id: "triggerKeylessWebhook",
    method: "post",
    path: URL,
    credentials: "none",
    summary: "Trigger a workflow without a key",
    description:
      "Starts a workflow like the URL with a key, for senders that have a URL without one. If the workflow requires a signature, the request must have it; otherwise the workflow needs the setting `keyless_webhooks` (404 without it).",
    schema: { params: Address, querystring: Query, body: Input, response },
    run: async (deps, request, reply) =>
      receive(deps, request, reply, triggerOf(request, addressOf(request.params), undefined)),
  }),
];

/** The addresses of workflows, for webhooks from anywhere (platform-surface 1.2). */
export async function registerWebhookRoute(app: App, deps: WebhookDeps & Stopping): Promise<void> {
  const large = createLargeBodies(deps.config.fileBytes, ({ params }) => {
    const { orgId, environment, accountId } = addressOf(params as Static<typeof KeyedAddress>); // not validated yet
    return `${orgId}/${environment}/${accountId}`;
  });
  const isBodySigned = createSignedBodyCheck(deps);
  const limitWhole = async ({ params }: FastifyRequest) =>
    (await isBodySigned(addressOf(params as Static<typeof KeyedAddress>))) ? MOST_SIGNED_BYTES : undefined;
  await app.register(async (hooks: App) => {
    useReceivedFiles(hooks, deps, { limitWhole });
    otherMethodsRoute(hooks);
    registerOperations(hooks, INCOMING_WEBHOOK_OPERATIONS, { ...deps, large });
  });
}

function readKey(deps: Pick<WebhookDeps, "credentials">, params: Static<typeof KeyedAddress>) {
  const address = addressOf(params);
  const generation = verifyAddressKey(deps, address, params.key);
  if (generation === undefined) throw createUnknownWebhookError();
  return { address, generation };
}

function addressOf({ orgId, environment, workflowId, linkedAccountId }: Static<typeof Address>) {
  if (!isEnvironment(environment)) throw createUnknownWebhookError();
  return { orgId, environment, workflow: workflowId, accountId: linkedAccountId };
}

type HookRequest = Pick<
  FastifyRequest,
  "id" | "method" | "headers" | "raw" | "receivedBytes" | "receivedFiles"
> & {
  readonly query: Static<typeof Query>;
  readonly body: Json | undefined;
};

function triggerOf(
  request: HookRequest,
  address: ReturnType<typeof addressOf>,
  generation: number | undefined,
): WebhookTrigger {
  const bytes = getReceivedBytes(request);
  return {
    kind: "webhook",
    ...address,
    generation,
    configId: request.query.config_id || undefined,
    // Fastify does not distinguish an absent body from null.
    payload: request.body ?? {},
    files: getReceivedFiles(request),
    bytes: bytes.length || countInMemory(request),
    headers: request.headers,
    request: toIncomingRequest(request, bytes),
  };
}

/** What the files of a streamed body add to the statements that store them. */
function countInMemory(request: HookRequest): number {
  return getReceivedFiles(request).reduce(
    (sum, { content }) => sum + (Buffer.isBuffer(content) ? content.length : 0),
    0,
  );
}

/** Stores a webhook; then replies, or waits for the response that its workflow gives, if any comes (D452). */
async function receive(
  deps: WebhookDeps & Stopping,
  request: HookRequest,
  reply: FastifyReply,
  trigger: WebhookTrigger,
) {
  const accepted = await deps.intake(trigger);
  const run = accepted.isAwaited ? await waitForResponse(deps, trigger, accepted) : undefined;
  return run?.responded_at ? (sendResponse(reply, run) as never) : answer(request, reply, accepted);
}

function waitForResponse(
  deps: WebhookDeps & Stopping,
  { orgId, environment }: WebhookTrigger,
  { account, runId }: AcceptedTrigger,
): Promise<RunRow | undefined> {
  if (runId === undefined) return Promise.resolve(undefined);
  const limits = { limitMs: SYNC_LIMIT_MS, signal: deps.stop };
  return waitForAnswer(deps, { orgId, environment, account }, runId, limits);
}

function answer({ id }: HookRequest, reply: FastifyReply, accepted: AcceptedTrigger) {
  const ids = idsOf(accepted);
  if (!accepted.repeated) return { message: "Webhook queued", ...ids, executions: accepted.executions };
  const failure = { status: 409, code: "CONFLICT" as const, message: "This webhook was already received." };
  return reply.code(409).send({ ...buildErrorBody(failure, id), ...ids });
}

/** Replies before a body is read, whether or not the address exists (platform-surface 1.2). */
function otherMethodsRoute(hooks: App): void {
  for (const url of [URL, `${URL}/:key`])
    hooks.route({
      method: ["GET", "PUT", "PATCH", "DELETE"],
      url,
      config: { auth: "none" },
      schema: { hide: true },
      onRequest: async (_request, reply) => {
        reply.header("allow", "POST");
        throw new ApiError("method_not_allowed", "METHOD_NOT_ALLOWED", "Send webhooks with POST.");
      },
      handler: async () => undefined,
    });
}

function idsOf({ eventId = "", runId }: AcceptedTrigger) {
  return { event_id: eventId, execution_id: runId };
}
