import type { CallOptions, Send } from "../http/http.ts";
import type { Query } from "../http/wire.ts";

const PATH = "/api/v2/public/statistics";

/** Calls that read counters. */
export function statisticsCalls(send: Send) {
  return {
    /** Counts and durations over time, as one series or several. */
    get: (query: Query<"get", typeof PATH>, options: CallOptions = {}) =>
      send("get", PATH, { query, ...options }),
    /** What needs attention first: failures compared with the previous period, connections, backlog. */
    overview: (query: Query<"get", `${typeof PATH}/overview`> = {}, options: CallOptions = {}) =>
      send("get", `${PATH}/overview`, { query, ...options }),
  };
}
