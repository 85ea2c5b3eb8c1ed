import {
  IconApps,
  IconArrowsSplit,
  IconArrowsSplit2,
  IconCircleDot,
  IconClockPause,
  IconCode,
  IconDatabase,
  IconFileText,
  IconMessageReply,
  IconPlayerPlay,
  IconPlayerStop,
  IconRepeat,
  IconRoute,
  IconTransform,
  IconUserCheck,
  IconWebhook,
  IconWorld,
} from "@tabler/icons-react";
import { WORKFLOW_GRAPH } from "../../words/workflows/workflow-graph.ts";
import type { GraphNode } from "./graph.ts";

const ICONS: Readonly<Record<string, typeof IconApps>> = {
  start: IconPlayerPlay,
  action: IconApps,
  http: IconWorld,
  ai_code_executor: IconCode,
  transform: IconTransform,
  rule: IconArrowsSplit2,
  switch: IconArrowsSplit,
  loop: IconRepeat,
  delay: IconClockPause,
  sub_flow: IconRoute,
  approval: IconUserCheck,
  wait_for_webhook: IconWebhook,
  datastore: IconDatabase,
  response: IconMessageReply,
  terminate: IconPlayerStop,
  log: IconFileText,
};

/** The icon of a node type. */
export function getIcon(type: string): typeof IconApps {
  return ICONS[type] ?? IconCircleDot;
}

/** What a node is, in words: its type, its action, or its trigger. */
export function getKind({ type, action, triggers = [] }: GraphNode): string {
  if (type === "action" && action) return inAll(action.split("/"));
  if (type === "start" && triggers.length > 0)
    return triggers
      .map((one) => (one.application === OWN ? triggerName(one) : inAll([one.application, one.event])))
      .join(", ");
  const titles: Readonly<Record<string, string>> = WORKFLOW_GRAPH.types;
  return titles[type] ?? type;
}

/** The application of a trigger from the organization's own product. */
export const OWN = "Junctor";

/** The name of a trigger. */
export function triggerName({ application, event }: { application: string; event: string }): string {
  const plain: Readonly<Record<string, string>> = WORKFLOW_GRAPH.triggers;
  return (application === OWN ? plain[event] : undefined) ?? event;
}

function inAll(ids: readonly string[]): string {
  return ids.map(inWords).join(" · ");
}

/** `post_message` as "Post message". */
function inWords(id: string): string {
  const words = id.replace(/[_-]+/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
