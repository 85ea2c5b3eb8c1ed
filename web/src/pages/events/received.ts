import type { Item } from "../../api/use-api.ts";
import type { Mood } from "../../parts/values/state.tsx";
import { EVENTS } from "../../words/events.ts";

export type Received = Item<"/api/v2/public/event/received">;

/** Whether what an event started is all there. */
export function balanceOf({ balanced }: Pick<Received, "balanced">): { mood: Mood; word: string } {
  return balanced ? { mood: "good", word: EVENTS.balanced } : { mood: "bad", word: EVENTS.imbalanced };
}

/** How a payload begins, without the marks of JSON: what tells events of one name apart has to fit into a line. */
export function outlineOf(excerpt: string): string {
  return excerpt
    .replace(/":\s*/g, ": ")
    .replace(/,\s*"/g, ", ")
    .replace(/[{}[\]"]/g, "");
}
