import type { Static } from "typebox";
import type { Workflow } from "./schema.ts";

type WorkflowReply = Static<typeof Workflow>;
type ShownNode = WorkflowReply["nodes"][number];

/**
 * A workflow of the organization as its linked accounts read it: everything that names, orders and configures it, and
 * the shape of its graph. How its nodes work (addresses, headers, code, expressions) stays with the organization.
 */
export function toWorkflowOutline(workflow: WorkflowReply, accountId: string): WorkflowReply {
  const { trigger, linked_account_id: tried, ...instance } = workflow.test_instance_meta_data;
  const { associated_page, json_schema } = workflow.settings;
  return {
    ...workflow,
    nodes: workflow.nodes.map(outlineOfNode),
    // The account that somebody at the organization tested it with is not shown to others.
    test_instance_meta_data: {
      ...instance,
      linked_account_id: tried === accountId ? tried : "",
      ...(trigger && { trigger: outlineOfTrigger(trigger) }),
    },
    settings: {
      ...(associated_page !== undefined && { associated_page }),
      ...(json_schema !== undefined && { json_schema }),
    },
  };
}

function outlineOfNode(node: ShownNode): ShownNode {
  return {
    ...node,
    data: null,
    request: {},
    input_data: {},
    parsed_response: {},
    ...(node.triggers && { triggers: node.triggers.map(outlineOfTrigger) }),
    ...(node.event_to_dynamic_var_map && { event_to_dynamic_var_map: [] }),
  };
}

function outlineOfTrigger({ application, event, _id }: NonNullable<ShownNode["triggers"]>[number]) {
  return { application, event, _id };
}
