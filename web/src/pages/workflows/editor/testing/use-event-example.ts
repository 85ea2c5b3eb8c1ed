import { useOwnEvents } from "../../../../parts/applications/use-building-blocks.ts";
import { START } from "../../../../parts/workflow-graph/graph.ts";
import type { WorkflowNode } from "../../workflow.ts";
import { isOwnEvent } from "../triggers/triggers.ts";

/** The example payload of the first of the organization's own events that starts the workflow, if any. */
export function useEventExample(nodes: readonly WorkflowNode[]): unknown {
  const event = nodes.find(({ type }) => type === START)?.triggers?.find(isOwnEvent)?.event;
  const events = useOwnEvents(event !== undefined);
  return event === undefined ? undefined : events.find(({ name }) => name === event)?.raw_response;
}
