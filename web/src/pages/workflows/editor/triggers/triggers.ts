import { OWN } from "../../../../parts/workflow-graph/step-kind.ts";
import type { WorkflowNode } from "../../workflow.ts";

export type Trigger = NonNullable<WorkflowNode["triggers"]>[number];

export const WEBHOOK = "Webhook";
export const SCHEDULE = "Schedule";
/** Triggers that need no definition. */
export const PLAIN: readonly string[] = ["API Call", SCHEDULE, WEBHOOK];

/** Whether it is an event that the organization has defined. */
export function isOwnEvent({ application, event }: Trigger): boolean {
  return application === OWN && !PLAIN.includes(event);
}

/** Whether it is one of those that need no definition, by its name. */
export function isPlain({ application, event }: Trigger, name: string): boolean {
  return application === OWN && event === name;
}
