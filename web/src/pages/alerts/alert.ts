import type { Item } from "../../api/use-api.ts";
import type { Mood } from "../../parts/values/state.tsx";
import { ALERTS } from "../../words/alerts.ts";

/** What is read again after a change of a rule. */
export const RENEWED = ["/api/v2/public/alert-rules", "/api/v2/public/alerts"] as const;

/** How often lists of alerts are read again. */
export const ALERTS_EVERY_MS = 15_000;

export type Alert = Item<"/api/v2/public/alerts">;
export type AlertRule = Item<"/api/v2/public/alert-rules">;

/** Whether a rule fires. */
export function getRuleState({ alert, is_enabled }: AlertRule): { mood: Mood; word: string } {
  if (!is_enabled) return { mood: "stopped", word: ALERTS.off };
  return alert ? { mood: "bad", word: ALERTS.firing } : { mood: "good", word: ALERTS.ok };
}
