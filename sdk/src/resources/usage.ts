import type { CallOptions, Send } from "../http/http.ts";
import { eachRecord } from "../http/pages.ts";
import type { Query } from "../http/wire.ts";

const PATH = "/api/v2/public/usage";

/** Calls that read what linked accounts used, by day. */
export function usageCalls(send: Send) {
  const list = (query: Query<"get", typeof PATH> = {}, options: CallOptions = {}) =>
    send("get", PATH, { query, ...options });
  return {
    /** One page, newest day first. */
    list,
    listAll: (query: Query<"get", typeof PATH> = {}, options: CallOptions = {}) =>
      eachRecord((place) => list({ ...query, ...place }, options)),
  };
}
