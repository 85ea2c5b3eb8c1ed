import { type Static, Type } from "typebox";
import { ROLES } from "../../auth/roles.ts";
import { Id, MapOf, Record, Timestamp } from "../../platform/http/route.ts";
import { DATA_KEPT } from "../../redaction/policy.ts";
import type { ApplicationOf } from "../../workflows/definition/applications.ts";
import { Edge, Position } from "../../workflows/schema.ts";
import { getItemIndex } from "../path.ts";
import { StandIn } from "../stand-in.ts";
import type { RunRow } from "../store.ts";
import type { RunStatus, Wait } from "../table.ts";
import { Advice } from "./advise.ts";

export const STATUSES = [
  "COMPLETED",
  "RUNNING",
  "ERRORED",
  "STOPPED",
  "STOPPING",
  "TIMED_OUT",
] as const satisfies RunStatus[];
export const ENDED = ["COMPLETED", "ERRORED", "STOPPED", "TIMED_OUT"] as const satisfies RunStatus[];
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
  path: Type.Optional(
    Type.String({
      description: "The step inside the loop `node_id` that failed, such as `loop[3]/node`.",
    }),
  ),
  batch_index: Type.Optional(Type.Integer({ description: "Its item in the outermost loop, from 0." })),
  attempts: Type.Optional(Type.Integer()),
  status: Type.Optional(Type.Integer({ description: "HTTP status of the third party's response." })),
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
  associated_event_id: Type.Union([Type.String(), Type.Null()], {
    description: "Id of the received event; null for calls and schedules.",
  }),
  associated_trigger_application: Type.Object({
    _id: Type.String(),
    name: Type.String(),
    origin_trigger: Type.Object({ _id: Type.String(), name: Type.String() }),
  }),
  trigger_application_event: Type.String({
    description: "Name of the event; `Schedule` or `API Call` for the others.",
  }),
  type_of_execution: Type.Enum(["SYNC", "ASYNC"]),
  workflow_version: Type.Integer({ description: "Version of the workflow; 0 for a test of a draft." }),
  parent_execution_id: Type.Optional(
    Type.String({ ...Id, description: "The execution whose node called this one." }),
  ),
  replay_of: Type.Optional(Type.String({ ...Id, description: "The execution that this one repeats." })),
  is_test: Type.Optional(
    Type.Boolean({ description: "Whether it is a test of a draft, or was called by one." }),
  ),
  completion_percentage: Type.Optional(Type.Number()),
  completion_time: Type.Optional(Timestamp),
  instance_execution_time: Type.Optional(
    Type.Integer({ description: "Milliseconds from the first step to the end." }),
  ),
  execution_error: Type.Optional(ExecutionError),
  createdAt: Timestamp,
  updatedAt: Timestamp,
};

const NODE_STATUSES = [
  "Success",
  "Ready",
  "Errored",
  "Waiting",
  "Stopped",
  "Rejected",
  "Errored_and_Skipped",
  "Timed_Out",
] as const;
const NodeStatus = Type.Enum(NODE_STATUSES);

const WaitingFor = Type.Object({
  kind: Type.Enum(["reconnect", "approval", "webhook", "time", "execution", "queue"]),
  message: Type.String({ description: "The reason, in plain language." }),
  node_id: Type.Optional(Type.String()),
  path: Type.Optional(Type.String({ description: "The step inside loops, such as `loop[3]/node`." })),
  application: Type.Optional(Type.String({ description: "Slug of the application to connect again." })),
  url: Type.Optional(
    Type.String({
      description:
        "For `approval` and `webhook`, with an API key: a URL at which anyone can answer the step, once.",
    }),
  ),
  since: Type.Optional(Timestamp),
  until: Type.Optional(
    Type.String({ ...Timestamp, description: "When it resumes or gives up automatically." }),
  ),
});

const ExecutionNode = Record("ExecutionNode", {
  node_id: Type.String(),
  node_name: Type.String(),
  node_type: Type.String(),
  position: Type.Optional({ ...Position, description: "Position in the editor." }),
  node_status: Type.Enum(NODE_STATUSES, {
    description:
      "For a node inside a loop: the worst of its items; or `Waiting` while the loop runs and none has failed.",
  }),
  path: Type.Optional(
    Type.String({
      description:
        "For a node inside a loop: the step that is shown, such as `loop[3]/node`, the first with the worst status.",
    }),
  ),
  batch_index: Type.Optional(
    Type.Integer({ description: "The item of that step in the outermost loop, from 0." }),
  ),
  item_statuses: Type.Optional(
    MapOf(Type.Integer(), {
      description: "For a node inside a loop: the number of items that reached it, by their status.",
    }),
  ),
  is_batch: Type.Boolean(),
  is_copied: Type.Optional(
    Type.Boolean({ description: "Whether it was reused from the execution that this one repeats." }),
  ),
  stand_in: Type.Optional(StandIn),
  attempts_made: Type.Integer(),
  maximum_attempts: Type.Integer(),
  input_data: Type.Unknown(),
  latest_output: Type.Unknown(),
  input_size: Type.Optional(Type.Integer({ description: "Bytes of `input_data` as JSON." })),
  output_size: Type.Optional(Type.Integer({ description: "Bytes of `latest_output` as JSON." })),
  error: Type.Optional(ExecutionError),
  logs: Type.Array(Type.String()),
  started_at: Type.Optional(Type.String({ ...Timestamp, description: "When the last attempt started." })),
  execution_time: Type.Optional(
    Type.Integer({ description: "Duration of the last attempt in milliseconds." }),
  ),
});

const WAITS = ["reconnect", "answer", "time", "execution"] as const;

/** An execution as lists show it (platform-surface 3.5). */
export const ExecutionSummary = Record("ExecutionSummary", {
  ...ExecutionFields,
  waits_for: Type.Optional(
    Type.Object(
      {
        kind: Type.Enum(WAITS, {
          description:
            "`reconnect`: the customer must reconnect; `answer`: an approval or a request; `execution`: an execution that it called.",
        }),
        application: Type.Optional(Type.String({ description: "Slug of the application to connect again." })),
      },
      { description: "What a `RUNNING` execution waits for while no process runs it." },
    ),
  ),
});
/** An execution with its nodes. */
const ExecutionRedaction = Type.Object(
  {
    keep: Type.Enum([...DATA_KEPT]),
    state: Type.Optional(
      Type.Enum(["removed", "redacted", "sealed"], {
        description:
          "What has become of its data since its end: removed, redacted for good, or redacted with sealed originals that can be revealed.",
      }),
    ),
    reveal_role: Type.Optional(
      Type.Enum([...ROLES], { description: "The least role that may reveal originals." }),
    ),
    originals_until: Type.Optional(
      Type.String({ ...Timestamp, description: "When the originals are deleted." }),
    ),
  },
  { description: "The redaction policy with which it began, if there was one." },
);

export const Execution = Record("Execution", {
  ...ExecutionFields,
  waiting_for: Type.Array(WaitingFor, {
    description:
      "Why it is not progressing right now, at most 20 reasons; empty while it runs and once it has ended.",
  }),
  advice: Type.Optional({
    ...Advice,
    description: "What to do about a failure, or about the reconnect that it waits for; with an API key.",
  }),
  trace_id: Type.Union([Type.String(), Type.Null()], {
    description: "Id of its [trace](/guides/traces), in 32 hex characters; null if none was recorded.",
    examples: ["4bf92f3577b34da6a3ce929d0e0e4736"],
  }),
  trace_url: Type.Optional(
    Type.String({ description: "The page of its trace, with an API key, if the operator has set one." }),
  ),
  redaction: Type.Optional(ExecutionRedaction),
  edges: Type.Array(Edge, { description: "Edges of the version that ran." }),
  nodes: Type.Array(ExecutionNode, {
    description:
      "The nodes of the workflow. Nodes inside loops are summarized; read their items with `batches` of the loop and their steps with `attempts`.",
  }),
});

/** One attempt at a step. */
export const Attempt = Record("ExecutionAttempt", {
  attempt: Type.Integer({ description: "Number of the attempt, from 1." }),
  status: NodeStatus,
  input_data: Type.Unknown(),
  output: Type.Unknown(),
  error: Type.Optional(ExecutionError),
  logs: Type.Array(Type.String()),
  stand_in: Type.Optional(StandIn),
  started_at: Timestamp,
  execution_time: Type.Integer({ description: "Duration in milliseconds." }),
  retry_at: Type.Optional(Type.String({ ...Timestamp, description: "When a retry is, or was, due." })),
});

/** What a summary shows of a run. */
export const SUMMARY_COLUMNS = [
  "id",
  "org_id",
  "environment",
  "status",
  "config_id",
  "slug",
  "workflow_id",
  "workflow_name",
  "workflow_version",
  "source",
  "event_id",
  "event_name",
  "execution_type",
  "parent_run",
  "replay_of",
  "error",
  "created_at",
  "updated_at",
  "started_at",
  "finished_at",
] as const satisfies (keyof RunRow)[];
export type RunSummary = Pick<RunRow, (typeof SUMMARY_COLUMNS)[number]> & {
  accountId: string;
  is_test: boolean;
};
/** The same in a list, with what it waits for. */
export type ListedRun = RunSummary & {
  waits: { readonly kind: Wait["kind"] | "reconnect"; readonly application: string | null } | null;
};

/** Wire form of a run in a list. */
export function presentListedExecution(
  { waits, ...run }: ListedRun,
  applicationOf: ApplicationOf,
): Static<typeof ExecutionSummary> {
  const summary = presentExecutionSummary(run, applicationOf);
  return waits ? { ...summary, waits_for: presentWaits(waits) } : summary;
}

function presentWaits({ kind, application }: NonNullable<ListedRun["waits"]>) {
  if (kind === "reconnect") return { kind, ...(application !== null && { application }) };
  return { kind: kind === "child" ? ("execution" as const) : kind === "answer" ? kind : ("time" as const) };
}

/** Wire form of a run without its nodes. */
export function presentExecutionSummary(
  run: RunSummary,
  applicationOf: ApplicationOf,
): Omit<Static<typeof ExecutionSummary>, "waits_for"> {
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
    associated_event_id: run.event_id,
    associated_trigger_application: {
      _id: own._id,
      name: own.name,
      origin_trigger: { _id: run.event_id ?? run.source, name: trigger },
    },
    trigger_application_event: trigger,
    type_of_execution: run.execution_type,
    workflow_version: Math.max(0, run.workflow_version),
    is_test: run.is_test || undefined,
    parent_execution_id: run.parent_run ?? undefined,
    replay_of: run.replay_of ?? undefined,
    completion_percentage: run.status === "COMPLETED" ? 100 : undefined,
    completion_time: run.finished_at?.toISOString(),
    instance_execution_time:
      run.finished_at && run.started_at ? run.finished_at.getTime() - run.started_at.getTime() : undefined,
    execution_error: presentError(run.error),
    createdAt: run.created_at.toISOString(),
    updatedAt: run.updated_at.toISOString(),
  };
}

/** Wire form of why a run or a step failed. */
export function presentError(error: RunRow["error"]): Static<typeof ExecutionError> | undefined {
  if (!error) return undefined;
  const { code, message, nodeId, nodeName, path, attempts, status } = error;
  const where = { node_id: nodeId, node_name: nodeName, path, batch_index: getItemIndex(path ?? "") };
  return { code, message, ...where, attempts, status };
}
