import {
  IconApps,
  IconArrowsSplit,
  IconArrowsSplit2,
  IconCircleDot,
  IconClockPause,
  IconCode,
  IconDatabase,
  IconFileText,
  IconLink,
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
import type { NodeType } from "./node-types.ts";

const ICONS: Readonly<Record<string, typeof IconApps>> = {
  play: IconPlayerPlay,
  apps: IconApps,
  world: IconWorld,
  code: IconCode,
  transform: IconTransform,
  "split-two": IconArrowsSplit2,
  split: IconArrowsSplit,
  repeat: IconRepeat,
  clock: IconClockPause,
  route: IconRoute,
  "user-check": IconUserCheck,
  webhook: IconWebhook,
  database: IconDatabase,
  link: IconLink,
  reply: IconMessageReply,
  stop: IconPlayerStop,
  text: IconFileText,
};

/** The icon of a node type. */
export function getIcon(type: NodeType | undefined): typeof IconApps {
  return ICONS[type?.icon ?? ""] ?? IconCircleDot;
}
