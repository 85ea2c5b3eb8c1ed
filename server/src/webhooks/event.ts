import { ApiError } from "../platform/errors.ts";

/** The events of webhooks: those of spec 6, of alerts, and of limits of usage. */
export const WEBHOOK_EVENTS = [
  "Alert Fired",
  "Alert Resolved",
  "Connection Created",
  "Connection Deleted",
  "Connection Expired",
  "Usage Limit Approaching",
  "Usage Limit Reached",
  "Workflow Completed",
  "Workflow Errored",
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** The events with these names, without duplicates; 400 INVALID_EVENT for an unknown one. */
export function parseEvents(names: readonly string[]): WebhookEvent[] {
  return parse(names, (event, name) => event === name);
}

/** The same for routes on which old clients may send slugs, such as `connection-created` (platform-surface 3.7). */
export function parseEventsOrSlugs(names: readonly string[]): WebhookEvent[] {
  return parse(names, (event, name) => event === name || slugOf(event) === name);
}

function parse(
  names: readonly string[],
  matches: (event: WebhookEvent, name: string) => boolean,
): WebhookEvent[] {
  const events = names.map((name) => {
    const found = WEBHOOK_EVENTS.find((event) => matches(event, name));
    if (found) return found;
    throw new ApiError(
      "bad_request",
      "INVALID_EVENT",
      `"${name}" is not an event; the events are ${WEBHOOK_EVENTS.join(", ")}.`,
    );
  });
  return [...new Set(events)];
}

function slugOf(event: WebhookEvent): string {
  return event.toLowerCase().replaceAll(" ", "-");
}
