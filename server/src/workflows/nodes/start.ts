import { Type } from "typebox";
import type { NodeType } from "./node.ts";

/** Where every workflow begins: passes the trigger's payload on. */
export const startNode: NodeType = {
  type: "start",
  title: "Start",
  description:
    "Begins the workflow; its output is the payload of the event, schedule or call that started it.",
  settings: Type.Unknown(),
  run: async (_deps, { roots }) => ({ kind: "next", output: { body: roots.input } }),
};
