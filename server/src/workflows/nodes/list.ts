import { actionNode } from "./action.ts";
import { aiCodeExecutorNode } from "./ai-code-executor.ts";
import { httpNode } from "./http.ts";
import type { NodeType } from "./node.ts";
import { startNode } from "./start.ts";

/** Every type of node; a new one is a file and a line here. */
export const NODE_TYPES: readonly NodeType[] = [startNode, actionNode, httpNode, aiCodeExecutorNode];

/** The node type that a workflow calls `type`, if there is one. */
export function nodeType(type: string): NodeType | undefined {
  return NODE_TYPES.find((one) => one.type === type);
}
