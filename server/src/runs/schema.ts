import { type Static, Type } from "typebox";
import { Id, Record, Timestamp } from "../platform/http/route.ts";
import type { ApplicationOf } from "../workflows/applications.ts";
import type { WorkflowNode } from "../workflows/graph.ts";
import type { RunRow, StepRow } from "./store.ts";
import type { RunStatus } from "./table.ts";

export const STATUSES = [
  "COMPLETED",
  "RUNNING",
  "ERRORED",
  "STOPPED",
  "STOPPING",
  "TIMED_OUT",
] as const satisfies RunStatus[];
export const SOURCES = ["Event", "Schedule", "API Call"] as const;

const Reference = Type.Object({
  _id: Type.String(),
  name: Type.String(),
  icon: Type.Optional(Type.String()),
});

const ExecutionError = Type.Object({
  code: Type.String(),
  message: Type.String(),
  node_id: Type.Optional(Type.String()),
  node_name: Type.Optional(Type.String()),
  attempts: Type.Optional(Type.Integer()),
  status: Type.Optional(Type.Integer({ description: "HTTP status of the third party's answer." })),
});

const ExecutionFields = {
  _id: Id,
  id: Id,
  name: Type.String(),
  org_id: Id,
  environment: Type.String(),
  status: Type.Enum(STATUSES),
  linked_account_id: Type.String(),
  config_id: Type.String(),
  associated_application: Reference,
  associated_workflow: Reference,
  associated_event_id: Type.Optional(Type.String({ description: "Id of the received event." })),
  associated_trigger_application: Type.Object({
    _id: Type.String(),
    name: Type.String(),
    origin_trigger: Type.Object({ _id: Type.String(), name: Type.String() }),
  }),
  trigger_application_event: Type.String({
    description: "Name of the event; `Schedule` or `API Call` for the others.",
  }),
  type_of_execution: Type.Enum(["SYNC", "ASYNC"]),
  workflow_version: Type.Integer(),
  completion_percentage: Type.Optional(Type.Number()),
  completion_time: Type.Optional(Timestamp),
  instance_execution_time: Type.Optional(
    Type.Integer({ description: "Milliseconds from the first step to the end." }),
  ),
  execution_error: Type.Optional(ExecutionError),
  createdAt: Timestamp,
  updatedAt: Timestamp,
};

const ExecutionNode = Record("ExecutionNode", {
  node_id: Type.String(),
  node_name: Type.String(),
  node_type: Type.String(),
  node_status: Type.Enum([
    "Success",
    "Ready",
    "Errored",
    "Waiting",
    "Stopped",
    "Rejected",
    "Errored_and_Skipped",
    "Timed_Out",
  ]),
  is_batch: Type.Boolean(),
  attempts_made: Type.Integer(),
  maximum_attempts: Type.Integer(),
  input_data: Type.Unknown(),
  latest_output: Type.Unknown(),
  error: Type.Optional(ExecutionError),
  logs: Type.Array(Type.String()),
  execution_time: Type.Optional(Type.Integer({ description: "Milliseconds of the last attempt." })),
});

/** An execution as lists show it (platform-surface 3.5). */
export const ExecutionSummary = Record("ExecutionSummary", ExecutionFields);
/** An execution with its nodes. */
export const Execution = Record("Execution", { ...ExecutionFields, nodes: Type.Array(ExecutionNode) });

/** A run's row with its account's own id. */
export type RunWithAccount = RunRow & { accountId: string };

/** Wire form of a run without its nodes. */
export function presentExecutionSummary(
  run: RunWithAccount,
  applicationOf: ApplicationOf,
): Static<typeof ExecutionSummary> {
  const own = applicationOf(null);
  const trigger = run.event_name ?? run.source;
  return {
    _id: run.id,
    id: run.id,
    name: `Execution for workflow ${run.workflow_id}`,
    org_id: run.org_id,
    environment: run.environment,
    status: run.status,
    linked_account_id: run.accountId,
    config_id: run.config_id,
    associated_application: applicationOf(run.slug),
    associated_workflow: { _id: run.workflow_id, name: run.workflow_name },
    associated_event_id: run.event_id ?? undefined,
    associated_trigger_application: {
      _id: own._id,
      name: own.name,
      origin_trigger: { _id: run.event_id ?? run.source, name: trigger },
    },
    trigger_application_event: trigger,
    type_of_execution: run.execution_type,
    workflow_version: run.workflow_version,
    completion_percentage: run.status === "COMPLETED" ? 100 : undefined,
    completion_time: run.finished_at?.toISOString(),
    instance_execution_time:
      run.finished_at && run.started_at ? run.finished_at.getTime() - run.started_at.getTime() : undefined,
    execution_error: presentError(run.error),
    createdAt: run.created_at.toISOString(),
    updatedAt: run.updated_at.toISOString(),
  };
}

/** Wire form of a run with one entry for each node of its version, in that order; `steps` are the newest attempts. */
export function presentExecution(
  run: RunWithAccount,
  applicationOf: ApplicationOf,
  { nodes, steps }: { nodes: readonly WorkflowNode[]; steps: readonly StepRow[] },
): Static<typeof Execution> {
  const newest = new Map(steps.map((step) => [step.path, step]));
  const done = steps.filter(({ status }) => status === "Success").length;
  return {
    ...presentExecutionSummary(run, applicationOf),
    completion_percentage:
      run.status === "COMPLETED" ? 100 : Math.floor((100 * done) / Math.max(1, nodes.length)),
    nodes: nodes.map((node) => {
      const step = newest.get(node.id);
      const isParked = run.parked_at !== null && run.parked_node === node.id;
      return {
        node_id: node.id,
        node_name: node.name,
        node_type: node.type,
        node_status: isParked ? "Waiting" : statusOf(step),
        is_batch: node.is_batch,
        attempts_made: step?.attempt ?? 0,
        maximum_attempts: node.maximum_attempts,
        input_data: step?.input ?? null,
        latest_output: step?.output ?? null,
        error: presentError(step?.error ?? null),
        logs: [...(step?.logs ?? []), ...(isParked && run.parked_reason ? [run.parked_reason] : [])],
        execution_time: step?.duration_ms,
      };
    }),
  };
}

function statusOf(step: StepRow | undefined): "Ready" | "Success" | "Waiting" | "Errored" {
  if (step === undefined) return "Ready";
  if (step.status === "Success") return "Success";
  return step.retry_at ? "Waiting" : "Errored";
}

function presentError(error: RunRow["error"]): Static<typeof ExecutionError> | undefined {
  if (!error) return undefined;
  const { code, message, nodeId, nodeName, attempts, status } = error;
  return { code, message, node_id: nodeId, node_name: nodeName, attempts, status };
}
