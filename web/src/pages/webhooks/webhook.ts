import type { Reply } from "@junctor/sdk";
import type { Item } from "../../api/use-api.ts";
import type { Mood } from "../../parts/values/state.tsx";
import { WEBHOOKS } from "../../words/webhooks.ts";

/** What is read again after any change: endpoints, deliveries and secrets. */
export const RENEWED = ["/api/v2/public/webhook"] as const;

export type Webhook = Reply<"get", "/api/v2/public/webhook/{id}">;
export type WebhookDelivery = Item<"/api/v2/public/webhook-deliveries">;
export type DeliveryAttempt = WebhookDelivery["attempts"][number];

/** Whether an endpoint gets deliveries and accepts them, and if not, who disabled it. */
export function getState({ is_enabled, failing_since, disabled_at }: Webhook): { mood: Mood; word: string } {
  if (is_enabled && failing_since) return { mood: "bad", word: WEBHOOKS.retrying };
  if (is_enabled) return { mood: "good", word: WEBHOOKS.isOn };
  return disabled_at
    ? { mood: "bad", word: WEBHOOKS.switchedOff }
    : { mood: "stopped", word: WEBHOOKS.isOff };
}

const MOODS: Record<WebhookDelivery["status"], Mood> = {
  pending: "waiting",
  delivered: "good",
  failed: "bad",
  cancelled: "stopped",
};

/** The state of a delivery. */
export function stateOfDelivery({ status }: WebhookDelivery): { mood: Mood; word: string } {
  return { mood: MOODS[status], word: WEBHOOKS.statuses[status] };
}

/** An endpoint's URL without the common prefix. */
export function shortUrl(url: string): string {
  return url.replace(/^https:\/\//, "").replace(/\/$/, "");
}

/** The result of the last attempt, in a word. */
export function getAnswer({ attempts }: WebhookDelivery): string {
  const last = attempts.at(-1);
  if (!last) return "–";
  return last.status_code === undefined ? WEBHOOKS.noAnswer : String(last.status_code);
}
