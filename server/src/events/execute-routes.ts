import { setMaxListeners } from "node:events";
import { type Static, Type } from "typebox";
import { accountScopeOf } from "../auth/guard.ts";
import { executeWorkflow } from "../configs/execute-workflow.ts";
import type { Deps } from "../deps.ts";
import type { App } from "../platform/http/route.ts";
import type { Json } from "../platform/json.ts";
import type { RunRow } from "../runs/store.ts";
import { waitForEnd } from "../runs/wait-for-end.ts";
import { ExecutedWorkflow, ExecuteHeaders } from "./schema.ts";

const SYNC_LIMIT_MS = 60_000;
const tags = ["Workflows"];
const ByIdOrAlias = Type.Object({ id: Type.String({ description: "Id or alias of a published workflow." }) });

/** Calls of a workflow (platform-surface 1.2); the body is the payload itself. */
export function executeRoutes(app: App, deps: Pick<Deps, "database" | "db" | "queue" | "clock">): void {
  // A caller who waits must not hold up the stop of the server; the execution goes on without it.
  const closing = new AbortController();
  // One listener for each caller who waits.
  setMaxListeners(0, closing.signal);
  app.addHook("preClose", async () => closing.abort());

  for (const version of ["v2", "v1"] as const) {
    app.post(
      version === "v2" ? "/api/v2/public/workflow/:id/execute" : "/api/v1/workflow/:id/execute",
      {
        config: { auth: "account" },
        schema: {
          operationId: version === "v2" ? "executeWorkflow" : "executeWorkflowV1",
          summary: "Run a workflow now, whether the linked account has enabled it or not",
          tags,
          params: ByIdOrAlias,
          headers: ExecuteHeaders,
          body: Type.Unsafe<Json | undefined>({ description: "Input of the execution; may be absent." }),
          response: { 200: ExecutedWorkflow },
        },
      },
      async (request) => {
        const scope = accountScopeOf(request);
        const { slug, config_id, sync_execution } = request.headers;
        const waits = sync_execution?.toLowerCase() === "true";
        const runId = await executeWorkflow(deps, scope, {
          workflow: request.params.id,
          slug,
          configId: config_id || scope.account.accountId,
          // Fastify does not tell a body that is absent from one that is null.
          input: request.body ?? {},
          executionType: waits ? "SYNC" : "ASYNC",
        });
        if (!waits) return started(runId);
        const run = await waitForEnd(deps, scope, runId, { limitMs: SYNC_LIMIT_MS, signal: closing.signal });
        return run ? ended(run) : started(runId);
      },
    );
  }
}

function started(runId: string): Static<typeof ExecutedWorkflow> {
  return { execution_id: runId, message: "The execution was started." };
}

/** The end of a run as the caller of a synchronous execution sees it. */
function ended({ id, status, response, error }: RunRow): Static<typeof ExecutedWorkflow> {
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
