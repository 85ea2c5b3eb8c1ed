import { Type } from "typebox";
import { EXAMPLE, ONE_RECORD } from "../../platform/http/example-values.ts";
import { withExample } from "../../platform/http/route.ts";
import { LongPageEnvelope } from "../../platform/page.ts";
import { Execution, ExecutionSummary } from "./schema.ts";

const input = { order_number: "A-1", quantity: 2, unit_price: 12.5 };
const own = { _id: EXAMPLE.org, name: "Junctor" };
const summary = {
  _id: EXAMPLE.execution,
  id: EXAMPLE.execution,
  name: `Execution for workflow ${EXAMPLE.workflow}`,
  org_id: EXAMPLE.org,
  environment: "test",
  status: "COMPLETED" as const,
  linked_account_id: EXAMPLE.account,
  config_id: EXAMPLE.account,
  associated_application: { ...own, icon: "" },
  associated_workflow: { _id: EXAMPLE.workflow, name: "Order to total" },
  associated_event_id: EXAMPLE.event,
  associated_trigger_application: {
    ...own,
    origin_trigger: { _id: EXAMPLE.event, name: "Order Placed" },
  },
  trigger_application_event: "Order Placed",
  type_of_execution: "ASYNC" as const,
  workflow_version: 1,
  completion_percentage: 100,
  completion_time: "2026-01-31T09:30:00.027Z",
  instance_execution_time: 19,
  createdAt: EXAMPLE.at,
  updatedAt: "2026-01-31T09:30:00.027Z",
};
const succeeded = {
  node_status: "Success" as const,
  is_batch: false,
  attempts_made: 1,
  maximum_attempts: 1,
  logs: [],
};

export const executionListExample = {
  reply: withExample(Type.Object({ docs: Type.Array(ExecutionSummary), ...LongPageEnvelope }), {
    docs: [summary],
    ...ONE_RECORD,
  }),
};

export const executionExample = {
  reply: withExample(Execution, {
    ...summary,
    waiting_for: [],
    trace_id: "4bf92f3577b34da6a3ce929d0e0e4736",
    edges: [
      {
        id: "6a1f0c2e9b3d4f5a6b7c8d13",
        source: "start",
        target: "totals",
        sourceHandle: null,
        targetHandle: null,
        type: "smoothstep",
      },
    ],
    nodes: [
      {
        ...succeeded,
        node_id: "start",
        node_name: "start",
        node_type: "start",
        position: { x: 0, y: 0 },
        input_data: input,
        latest_output: { body: input },
        input_size: 53,
        output_size: 53,
        started_at: "2026-01-31T09:30:00.008Z",
        execution_time: 0,
      },
      {
        ...succeeded,
        node_id: "totals",
        node_name: "Compute the total",
        node_type: "ai_code_executor",
        position: { x: 0, y: 160 },
        input_data: { code: "return { total: input.quantity * input.unit_price };" },
        latest_output: { body: { total: 25 } },
        input_size: 63,
        output_size: 21,
        started_at: "2026-01-31T09:30:00.012Z",
        execution_time: 15,
      },
    ],
  }),
};
