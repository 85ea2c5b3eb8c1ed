import type { Item } from "../../api/use-api.ts";
import type { Mood } from "../../parts/values/state.tsx";
import { EVENTS } from "../../words/events.ts";

export type Received = Item<"/api/v2/public/event/received">;

/** Whether everything that an event started is accounted for. */
export function getBalance({ balanced }: Pick<Received, "balanced">): { mood: Mood; word: string } {
  return balanced ? { mood: "good", word: EVENTS.balanced } : { mood: "bad", word: EVENTS.imbalanced };
}

/** The beginning of a payload, without JSON punctuation: what distinguishes events of one name must fit on a line. */
export function getOutline(excerpt: string): string {
  return excerpt
    .replace(/":\s*/g, ": ")
    .replace(/,\s*"/g, ", ")
    .replace(/[{}[\]"]/g, "");
}
