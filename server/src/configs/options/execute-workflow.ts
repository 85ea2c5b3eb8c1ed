import type { AccountScope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import type { Json } from "../../platform/json/json.ts";
import { readRunSettings } from "../../runs/settings/run-settings.ts";
import { insertRun, type PrepareDeps } from "../../runs/start/start.ts";
import { API_CALL } from "../../workflows/definition/graph.ts";
import { requireRunnable } from "../../workflows/definition/runnable.ts";

/** A call of a workflow by its id or alias. */
export interface ExecuteRequest {
  readonly workflow: string;
  /** Application that the workflow must belong to, if it has one. */
  readonly slug: string | undefined;
  readonly configId: string;
  readonly input: Json;
  readonly executionType: "SYNC" | "ASYNC";
}

/** Starts a run of a published workflow, enabled or not, and returns the execution id; 404 if there is none. */
export function executeWorkflow(
  deps: Pick<Deps, "queue"> & PrepareDeps,
  scope: AccountScope,
  { workflow: idOrAlias, slug, configId, input, executionType }: ExecuteRequest,
): Promise<string> {
  return deps.queue.transaction(async (tx) => {
    const workflow = await requireRunnable(tx, scope, idOrAlias, slug);
    return insertRun(deps, tx, scope, {
      workflow,
      configId,
      settings: await readRunSettings(tx, scope, configId, workflow),
      input,
      source: "API Call",
      eventName: API_CALL,
      executionType,
    });
  });
}
