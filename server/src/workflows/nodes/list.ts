import { actionNode } from "./action.ts";
import { aiCodeExecutorNode } from "./ai-code-executor.ts";
import { approvalNode } from "./approval.ts";
import { dataReferenceNode } from "./data-reference.ts";
import { datastoreNode } from "./datastore.ts";
import { delayNode } from "./delay.ts";
import { httpNode } from "./http.ts";
import { logNode } from "./log.ts";
import { loopNode } from "./loop.ts";
import type { NodeType } from "./node.ts";
import { responseNode } from "./response.ts";
import { ruleNode } from "./rule.ts";
import { startNode } from "./start.ts";
import { subFlowNode } from "./sub-flow.ts";
import { switchNode } from "./switch.ts";
import { terminateNode } from "./terminate.ts";
import { transformNode } from "./transform.ts";
import { waitForWebhookNode } from "./wait-for-webhook.ts";

/** All node types, in the order of docs/nodes.md; a new one is a file and a line here. */
export const NODE_TYPES: readonly NodeType[] = [
  startNode,
  actionNode,
  httpNode,
  aiCodeExecutorNode,
  transformNode,
  ruleNode,
  switchNode,
  loopNode,
  delayNode,
  subFlowNode,
  approvalNode,
  waitForWebhookNode,
  datastoreNode,
  dataReferenceNode,
  responseNode,
  terminateNode,
  logNode,
];

/** The types with a link that somebody outside answers. */
export const LINKED_TYPES = NODE_TYPES.flatMap(({ type, link }) => (link ? [type] : []));

/** The types that repeat what follows them. */
export const REPEATING_TYPES: ReadonlySet<string> = new Set(
  NODE_TYPES.flatMap(({ type, repeats }) => (repeats ? [type] : [])),
);

/** Those of them that a person decides. */
export const APPROVAL_TYPES = NODE_TYPES.flatMap(({ type, link }) => (link === "page" ? [type] : []));

/** The node type named `type`, if there is one. */
export function findNodeType(type: string): NodeType | undefined {
  return NODE_TYPES.find((one) => one.type === type);
}
