import { defineCounter } from "../platform/metrics/metrics.ts";

/** Polls of third parties for events. */
export const POLLS = defineCounter({
  name: "junctor_polls_total",
  about: "Polls of third parties for events; outcome is done or failed.",
  labels: ["application", "outcome"],
});
