import { WORKFLOW_GRAPH } from "../../words/workflows/workflow-graph.ts";
import type { GraphNode } from "./graph.ts";
import type { NodeTypes } from "./node-types.ts";

/** What a node is, in words: its type, its action, or its trigger; `applications` are names by slug. */
export function getKind(
  { type, action, triggers = [] }: GraphNode,
  types: NodeTypes,
  applications: ReadonlyMap<string, string> = new Map(),
): string {
  const inAll = ([first = "", ...others]: readonly string[]) =>
    [(others.length > 0 && applications.get(first)) || inWords(first), ...others.map(inWords)].join(" · ");
  if (type === "action" && action) return inAll(action.split("/"));
  if (triggers.length > 0)
    return triggers
      .map((one) => (one.application === OWN ? triggerName(one) : inAll([one.application, one.event])))
      .join(", ");
  return types.get(type)?.title ?? type;
}

/** The application of a trigger from the organization's own product. */
export const OWN = "Junctor";

/** The name of a trigger. */
export function triggerName({ application, event }: { application: string; event: string }): string {
  const plain: Readonly<Record<string, string>> = WORKFLOW_GRAPH.triggers;
  return (application === OWN ? plain[event] : undefined) ?? event;
}

/** `post_message` as "Post message". */
function inWords(id: string): string {
  const words = id.replace(/[_-]+/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
