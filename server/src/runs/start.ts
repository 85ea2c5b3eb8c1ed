import type { AccountScope } from "../auth/scope.ts";
import type { Deps } from "../deps.ts";
import { json, type Tx } from "../platform/database/database.ts";
import { newId } from "../platform/id.ts";
import type { Json } from "../platform/json.ts";
import { executeRun } from "./execute.ts";
import type { RunSettings, RunSource } from "./table.ts";

/** Everything that a run needs to know when it starts; it never looks it up again. */
export interface RunRequest {
  readonly workflow: {
    readonly id: string;
    readonly version: number;
    readonly name: string;
    readonly slug: string | null;
  };
  readonly configId: string;
  readonly settings: RunSettings;
  /** The trigger's payload. */
  readonly input: Json;
  readonly source: RunSource;
  readonly eventName?: string;
  /** Id of the received event, for the balance of received, matched and run. */
  readonly eventId?: string;
  readonly executionType?: "SYNC" | "ASYNC";
}

/** Records a run and enqueues it, in the transaction of whatever started it; returns the execution id. */
export async function startRun(
  { queue, clock }: Pick<Deps, "queue" | "clock">,
  tx: Tx,
  scope: AccountScope,
  request: RunRequest,
): Promise<string> {
  const now = clock.now();
  const id = newId(now.getTime());
  const { workflow, settings, input } = request;
  await tx
    .insertInto("runs")
    .values({
      id,
      org_id: scope.orgId,
      environment: scope.environment,
      account_id: scope.account.id,
      workflow_id: workflow.id,
      workflow_version: workflow.version,
      workflow_name: workflow.name,
      slug: workflow.slug,
      config_id: request.configId,
      status: "RUNNING",
      source: request.source,
      event_name: request.eventName ?? null,
      event_id: request.eventId ?? null,
      execution_type: request.executionType ?? "ASYNC",
      settings: json(settings),
      input: json(input),
      error: null,
      response: null,
      created_at: now,
      updated_at: now,
      started_at: null,
      finished_at: null,
    })
    .execute();
  await queue.enqueue(tx, executeRun, { runId: id });
  return id;
}
