import { defineCounter, defineTimer, SHORT_BUCKETS } from "../../platform/metrics/metrics.ts";

/** Attempts at webhook deliveries. */
export const DELIVERY_ATTEMPTS = defineTimer({
  name: "junctor_delivery_attempt_seconds",
  about: "Time that endpoints took to answer webhooks; outcome is answered or failed.",
  labels: ["environment", "outcome"],
  buckets: SHORT_BUCKETS,
});

/** Webhook deliveries that will not be tried again. */
export const DELIVERIES_ENDED = defineCounter({
  name: "junctor_deliveries_ended_total",
  about: "Webhook deliveries that ended in this process: delivered, failed for good or cancelled.",
  labels: ["environment", "state"],
});
