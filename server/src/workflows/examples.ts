import { EXAMPLE } from "../platform/http/example-values.ts";
import { withExample } from "../platform/http/route.ts";
import { Workflow } from "./schema.ts";
import { NewWorkflow, PublishBody } from "./versions/body.ts";

const code = "return { total: input.quantity * input.unit_price };";
const trigger = { application: "Junctor", event: "Order Placed", _id: "6a1f0c2e9b3d4f5a6b7c8d12" };
const node = {
  status: "Ready",
  configurable: false,
  maximum_attempts: 1,
  attempts_made: 0,
  on_error: "fail" as const,
  is_batch: false,
  trigger_cron: null,
  parsed_response: {},
  request: {},
  input_data: {},
  style: {},
};
const created = {
  _id: EXAMPLE.workflow,
  name: "Order to total",
  org_id: EXAMPLE.org,
  nodes: [
    {
      ...node,
      id: "start",
      type: "start",
      name: "start",
      position: { x: 0, y: 0 },
      triggers: [trigger],
      event_to_dynamic_var_map: [],
      incoming_nodes: [],
      outgoing_nodes: ["totals"],
      data: null,
    },
    {
      ...node,
      id: "totals",
      type: "ai_code_executor",
      name: "Compute the total",
      position: { x: 0, y: 160 },
      action: "no_action",
      incoming_nodes: ["start"],
      outgoing_nodes: [],
      data: { code },
    },
  ],
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
  published: false,
  archived: false,
  associated_application: { _id: EXAMPLE.org, name: "Junctor", slug: "" },
  index_order: 0,
  test_instance_meta_data: { trigger, environment: "test", linked_account_id: "" },
  description: "",
  icon: "",
  autoEnable: false,
  hide_in_config: false,
  is_v2: true,
  linked_account_id: "",
  public_access_workflow: true,
  workflow_environment: ["test" as const],
  data_slots: [],
  associated_public_worklfow: "",
  workflow_alias: "order-total",
  slug: "",
  version: 0,
  settings: {},
  createdAt: EXAMPLE.at,
  updatedAt: EXAMPLE.at,
  __v: 0,
};

export const newWorkflowExample = {
  body: withExample(NewWorkflow, {
    name: "Order to total",
    workflow_alias: "order-total",
    nodes: [
      { id: "start", type: "start", triggers: [{ application: "Junctor", event: "Order Placed" }] },
      { id: "totals", type: "ai_code_executor", name: "Compute the total", data: { code } },
    ],
    edges: [{ source: "start", target: "totals" }],
  }),
  reply: withExample(Workflow, created),
};

export const publishExample = {
  body: withExample(PublishBody, { published: true }),
  reply: withExample(Workflow, { ...created, published: true, version: 1, __v: 1 }),
};
