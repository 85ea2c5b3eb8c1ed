import { defineCounter, defineTimer, SHORT_BUCKETS } from "../platform/metrics/metrics.ts";

/** Requests to third parties. */
export const THIRD_PARTY_REQUESTS = defineTimer({
  name: "junctor_third_party_request_seconds",
  about: "Time that third parties took to answer; outcome is answered, 4xx, 5xx or no_answer.",
  labels: ["application", "outcome"],
  buckets: SHORT_BUCKETS,
});

/** Renewals of access tokens. */
export const TOKEN_RENEWALS = defineCounter({
  name: "junctor_token_renewals_total",
  about: "Renewals of access tokens; outcome is renewed, failed (tried again) or refused (for good).",
  labels: ["application", "outcome"],
});

/** Connections that only their customer can repair. */
export const CONNECTIONS_EXPIRED = defineCounter({
  name: "junctor_connections_expired_total",
  about: "Connections that expired: their customers must sign in again.",
  labels: ["environment", "application"],
});
