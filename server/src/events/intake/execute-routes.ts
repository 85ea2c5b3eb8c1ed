import { setMaxListeners } from "node:events";
import type { FastifyReply } from "fastify";
import { type Static, Type } from "typebox";
import { findSessionAccountRow, getAccountId, getScope } from "../../auth/guard.ts";
import { defineOperations } from "../../auth/operation.ts";
import type { Deps } from "../../deps.ts";
import { ErrorReply } from "../../platform/http/error-reply.ts";
import { sendHarmless } from "../../platform/http/harmless-reply.ts";
import type { App } from "../../platform/http/route.ts";
import { readRequestView } from "../../runs/read/routes.ts";
import { waitForAnswer } from "../../runs/read/wait-for-answer.ts";
import type { RunRow } from "../../runs/store.ts";
import { UsageLimitReply } from "../../usage/plans/schema.ts";
import { toUnpublishedError } from "../../workflows/route-context.ts";
import { executeExample } from "../examples.ts";
import { ExecutedWorkflow, ExecuteHeaders } from "../schema.ts";
import { getBodySize } from "./trigger.ts";

/** How long a synchronous caller waits, at most. */
export const SYNC_LIMIT_MS = 60_000;
const EXECUTE_TEXT =
  "Runs a published workflow for a linked account now, whether or not the account has switched it on; the body is its input. Returns the `execution_id` immediately or, with `sync_execution: true`, waits up to 60 seconds for the end; a `response` node then sets status, headers and body. Repeating an `idempotency-key` within 24 hours starts nothing and returns the first `execution_id`. Returns 422 if the key was used with another input, and 404 if the workflow is not published for the account. See [Triggers](/guides/triggers).";
const ByIdOrAlias = Type.Object({ id: Type.String({ description: "Id or alias of a published workflow." }) });

/** What waits for executions ends when the server stops. */
export interface Stopping {
  /** Aborts when the server stops, which must not wait for synchronous callers; their executions continue. */
  readonly stop: AbortSignal;
}

const operation = defineOperations<
  Pick<Deps, "database" | "db" | "work" | "config" | "intake" | "vault"> & Stopping
>("Workflows");

/** Executions of a workflow by a call (platform-surface 1.2); the body is the payload itself. */
export const EXECUTE_OPERATIONS = [
  {
    id: "executeWorkflow",
    path: "/api/v2/public/workflow/:id/execute",
    summary: "Execute a workflow",
  },
  {
    id: "executeWorkflowV1",
    path: "/api/v1/workflow/:id/execute",
    summary: "Execute a workflow (v1 path)",
  },
].map((address) =>
  operation({
    ...address,
    method: "post",
    least: "developer",
    credentials: "account",
    resolvesAccount: false,
    rateLimit: "triggers",
    description: EXECUTE_TEXT,
    schema: {
      params: ByIdOrAlias,
      headers: ExecuteHeaders,
      body: executeExample.body,
      response: {
        200: executeExample.reply,
        default: { ...ExecutedWorkflow, description: "A response node answered with this status." },
        422: { ...ErrorReply, description: "The idempotency key was used for another call." },
        429: UsageLimitReply,
      },
    },
    run: async (deps, request, reply) => {
      const { slug, config_id, sync_execution } = request.headers;
      const waits = sync_execution?.toLowerCase() === "true";
      const { id } = request.params;
      const call = {
        kind: "call",
        ...getScope(request),
        accountId: getAccountId(request),
        accountRow: findSessionAccountRow(request),
        workflow: id,
        slug,
        configId: config_id || undefined,
        // Fastify does not distinguish an absent body from null.
        payload: request.body ?? {},
        bytes: getBodySize(request),
        headers: request.headers,
        executionType: waits ? "SYNC" : "ASYNC",
      } as const;
      const { runId = "", account } = await deps.intake(call).catch(async (error: unknown) => {
        throw await toUnpublishedError(deps, request, id, error);
      });
      if (!waits) return presentStartedExecution(runId);
      const scope = { ...getScope(request), account };
      const run = await waitForAnswer(deps, scope, runId, { limitMs: SYNC_LIMIT_MS, signal: deps.stop });
      if (!run) return presentStartedExecution(runId);
      const view = await readRequestView(deps, request, runId);
      const told = {
        ...run,
        response: view.answer(run.response),
        error: run.error && view.error(run.error),
      };
      return run.responded_at ? answer(reply, told) : presentEndedExecution(told);
    },
  }),
);

/** The signal of `Stopping`. */
export function createStopSignal(app: App): AbortSignal {
  const closing = new AbortController();
  // One listener per waiting caller.
  setMaxListeners(0, closing.signal);
  app.addHook("preClose", async () => closing.abort());
  return closing.signal;
}

/** The reply for an execution whose end is not awaited. */
export function presentStartedExecution(runId: string): Static<typeof ExecutedWorkflow> {
  return { execution_id: runId, message: "The execution was started." };
}

const JSON_TYPE = "application/json; charset=utf-8";
const TEXT = "text/plain; charset=utf-8";
const NO_BODY = new Set([204, 205, 304]);
// The body is always JSON, and the request id is the server's own.
const OWN_HEADERS = new Set(["content-type", "x-request-id"]);

/** The reply of a response node as it stands, to a sender that expects its own format; the execution may continue. */
export function sendResponse(
  reply: FastifyReply,
  { response, response_status, response_headers }: RunRow,
): FastifyReply {
  const status = response_status ?? 200;
  setHeaders(reply.code(status), response_headers);
  if (NO_BODY.has(status)) return reply.send();
  const isText = typeof response === "string";
  const type = (isText && response_headers?.["content-type"]) || (isText ? TEXT : JSON_TYPE);
  return sendHarmless(reply, type, isText ? response : JSON.stringify(response));
}

function setHeaders(reply: FastifyReply, headers: RunRow["response_headers"]): void {
  for (const [name, value] of Object.entries(headers ?? {}))
    if (!OWN_HEADERS.has(name)) reply.header(name, value);
}

/** The reply of a response node, with its status and headers; the execution may continue. */
function answer(
  reply: FastifyReply,
  { id, response, response_status, response_headers }: RunRow,
): Static<typeof ExecutedWorkflow> | Promise<never> {
  const status = response_status ?? 200;
  setHeaders(reply, response_headers);
  // The schemas of other statuses describe the server's own errors.
  reply.code(status).serializer((body: unknown) => JSON.stringify(body));
  if (NO_BODY.has(status)) return reply.send() as never;
  reply.type(JSON_TYPE);
  return { execution_id: id, return_value: response, errored: false, status_code: status };
}

/** The end of a run, as a synchronous caller sees it. */
export function presentEndedExecution({
  id,
  status,
  response,
  error,
}: Pick<RunRow, "id" | "status" | "response" | "error">): Static<typeof ExecutedWorkflow> {
  if (status === "COMPLETED")
    return { execution_id: id, return_value: response, errored: false, status_code: 200 };
  const { nodeId, nodeName, ...rest } = error ?? {
    message: `The execution ended as ${status}.`,
    code: status,
  };
  return {
    execution_id: id,
    return_value: null,
    errored: true,
    status_code: rest.status ?? 500,
    execution_error: { ...rest, node_id: nodeId, node_name: nodeName },
  };
}
