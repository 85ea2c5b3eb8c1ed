import { useRead } from "../../../api/use-api.ts";
import type { WorkflowNode } from "../workflow.ts";
import { START } from "./branches.ts";
import { isOwnEvent } from "./triggers.ts";

/** The example payload of the first event of the organization's own that starts the workflow, where there is one. */
export function useEventExample(nodes: readonly WorkflowNode[]): unknown {
  const event = nodes.find(({ type }) => type === START)?.triggers?.find(isOwnEvent)?.event;
  const { data } = useRead("/api/v2/public/application/event", {}, { enabled: event !== undefined });
  return event === undefined ? undefined : data?.find(({ name }) => name === event)?.raw_response;
}
