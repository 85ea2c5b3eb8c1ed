import { OWN } from "../../../parts/workflow-graph/node-types.ts";
import type { WorkflowNode } from "../workflow.ts";

export type Trigger = NonNullable<WorkflowNode["triggers"]>[number];

export const WEBHOOK = "Webhook";
/** What starts workflows and needs no definition. */
export const PLAIN: readonly string[] = ["API Call", "Schedule", WEBHOOK];

/** Whether it is an event that the organization has defined. */
export function isOwnEvent({ application, event }: Trigger): boolean {
  return application === OWN && !PLAIN.includes(event);
}
