import { Type } from "typebox";
import { EXAMPLE } from "../platform/http/example-values.ts";
import { withExample } from "../platform/http/route.ts";
import type { Json } from "../platform/json/json.ts";
import { ReceivedEvent } from "./inbox/received-schema.ts";
import {
  ApplicationEvent,
  ExecutedWorkflow,
  NewApplicationEvent,
  TriggerBody,
  TriggeredEvent,
} from "./schema.ts";

const payload = { order_number: "A-1", quantity: 2, unit_price: 12.5 };

export const eventExample = {
  body: withExample(NewApplicationEvent, { name: "Order Placed", response: payload }),
  reply: withExample(ApplicationEvent, {
    _id: "6a1f0c2e9b3d4f5a6b7c8d31",
    event_id: "6a1f0c2e9b3d4f5a6b7c8d31",
    name: "Order Placed",
    event_name: "Order Placed",
    response: [
      { key: "order_number", type: "text" },
      { key: "quantity", type: "number" },
      { key: "unit_price", type: "number" },
    ],
    event_model: { order_number: "text", quantity: "number", unit_price: "number" },
    raw_response: payload,
    org_id: EXAMPLE.org,
    environment: "test",
    createdAt: EXAMPLE.at,
    updatedAt: EXAMPLE.at,
    __v: 0,
  }),
};

export const triggerExample = {
  body: withExample(TriggerBody, { event: "Order Placed", linked_account_id: EXAMPLE.account, payload }),
  reply: withExample(TriggeredEvent, {
    message: "Webhook Fired Success",
    event_id: EXAMPLE.event,
    executions: 1,
  }),
};

export const executeExample = {
  body: withExample(
    Type.Unsafe<Json | undefined>({ description: "Input of the execution; may be omitted." }),
    payload,
  ),
  reply: withExample(ExecutedWorkflow, {
    execution_id: EXAMPLE.execution,
    return_value: { total: 25 },
    errored: false,
    status_code: 200,
  }),
};

export const startedExample = {
  reply: withExample(ExecutedWorkflow, {
    execution_id: EXAMPLE.execution,
    message: "The execution was started.",
  }),
};

export const receivedExample = {
  reply: withExample(ReceivedEvent, {
    _id: EXAMPLE.event,
    event: "Order Placed",
    linked_account_id: EXAMPLE.account,
    config_id: EXAMPLE.account,
    matched: 1,
    repeated: 0,
    executions: [
      {
        _id: EXAMPLE.execution,
        workflow_id: EXAMPLE.workflow,
        workflow_name: "Order to total",
        status: "COMPLETED",
        deliveries: { pending: 0, delivered: 1, failed: 0, cancelled: 0 },
      },
    ],
    balanced: true,
    org_id: EXAMPLE.org,
    environment: "test",
    received_at: EXAMPLE.at,
    payload,
    payload_size: 53,
  }),
};
