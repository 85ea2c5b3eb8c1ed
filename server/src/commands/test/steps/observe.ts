import { eachRecord } from "../../../../../sdk/src/http/pages.ts";
import type { Reply } from "../../../../../sdk/src/http/wire.ts";
import type { Json } from "../../../platform/json/json.ts";
import type { SentRequest } from "../bench/third-parties.ts";
import type { NamedWorkflow, RunningTest } from "./running-test.ts";

const EXECUTION = "/api/v2/public/execution";
const RESPONSE = "/api/v1/execution/{id}/response";

type Execution = Reply<"get", `${typeof EXECUTION}/{id}`>;
type Delivery = Reply<"get", "/api/v2/public/webhook-deliveries">["docs"][number];

/** An execution as a test sees it. */
export interface SeenExecution {
  readonly record: Execution;
  readonly workflow: NamedWorkflow;
  /** Of one that has completed. */
  readonly response: Json | undefined;
}

/** What happened in a step of a test. */
export interface Observation {
  /** Those that had not ended before, oldest first. */
  readonly executions: readonly SeenExecution[];
  /** Requests of workflows to third parties, oldest first, and all that nobody answers. */
  readonly calls: readonly SentRequest[];
  /** Webhooks to the product that are new, or were still to be sent again, oldest first. */
  readonly webhooks: readonly Delivery[];
}

/** Sees what happens in a test, step by step. */
export interface Observer {
  observe(): Promise<Observation>;
}

/** Creates an observer of a test to which nothing has happened yet. */
export function createObserver(run: RunningTest): Observer {
  const ended = new Set<string>();
  const delivered = new Set<string>();
  return {
    observe: async () => {
      const executions = await readExecutions(run, ended);
      for (const { record } of executions) if (record.completion_time !== undefined) ended.add(record._id);
      const webhooks = await readDeliveries(run, delivered);
      for (const { _id, status } of webhooks) if (status !== "pending") delivered.add(_id);
      const calls = run.bench.thirdParties
        .take()
        .filter(({ isWebhook, isUpkeep, isUnanswered }) => isUnanswered || !(isWebhook || isUpkeep));
      return { executions, calls, webhooks };
    },
  };
}

/** The executions that are not among `ended`, oldest first. */
export async function readExecutions(run: RunningTest, ended: ReadonlySet<string>): Promise<SeenExecution[]> {
  const { send } = run.target;
  const ids: string[] = [];
  for await (const { _id } of eachRecord((place) => send("get", EXECUTION, { query: place })))
    if (!ended.has(_id)) ids.unshift(_id);
  return Promise.all(ids.map((id) => readExecution(run, id)));
}

async function readExecution(
  { target: { send }, workflows }: RunningTest,
  id: string,
): Promise<SeenExecution> {
  const record = await send("get", `${EXECUTION}/{id}`, { path: { id } });
  const { _id: workflowId, name } = record.associated_workflow;
  const alias = workflows.find((one) => one.id === workflowId)?.alias ?? null;
  const hasResponse = record.status === "COMPLETED";
  const reply = hasResponse ? await send("get", RESPONSE, { path: { id } }) : undefined;
  const response = reply && "response" in reply ? (reply.response as Json) : undefined;
  return { record, workflow: { id: workflowId, alias, name }, response };
}

async function readDeliveries(
  { target: { send } }: RunningTest,
  seen: ReadonlySet<string>,
): Promise<Delivery[]> {
  const found: Delivery[] = [];
  for await (const one of eachRecord((place) =>
    send("get", "/api/v2/public/webhook-deliveries", { query: place }),
  ))
    if (!seen.has(one._id)) found.unshift(one);
  return found;
}
