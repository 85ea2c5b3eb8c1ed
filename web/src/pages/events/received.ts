import type { Reply } from "@junctor/sdk";
import type { Item } from "../../api/use-api.ts";
import type { Mood } from "../../parts/values/state.tsx";
import { EVENTS } from "../../words/events.ts";

export type Received = Item<"/api/v2/public/event/received">;
export type WholeReceived = Reply<"get", "/api/v2/public/event/received/{id}">;

/** Whether everything that an event started is accounted for. */
export function getBalance({ balanced }: Pick<Received, "balanced">): { mood: Mood; word: string } {
  return balanced ? { mood: "good", word: EVENTS.balanced } : { mood: "bad", word: EVENTS.imbalanced };
}

/** Whether a webhook arrived for a workflow that the customer had not switched on. */
export function isSwitchedOff({
  workflow_id,
  matched,
  repeated,
}: Pick<Received, "workflow_id" | "matched" | "repeated">): boolean {
  return workflow_id !== undefined && matched === 0 && repeated === 0;
}

/** The beginning of a payload, without JSON punctuation: what distinguishes events of one name must fit on a line. */
export function getOutline(excerpt: string): string {
  return excerpt
    .replace(/":\s*/g, ": ")
    .replace(/,\s*"/g, ", ")
    .replace(/[{}[\]"]/g, "");
}
