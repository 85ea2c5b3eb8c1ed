import type { CallOptions, Send } from "../http/http.ts";
import { eachRecord } from "../http/pages.ts";
import type { Query } from "../http/wire.ts";

const PATH = "/api/v2/public/requests";

/** Calls about the requests that Junctor sent to third parties. */
export function requestCalls(send: Send) {
  const list = (query: Query<"get", typeof PATH> = {}, options: CallOptions = {}) =>
    send("get", PATH, { query, ...options });
  return {
    /** One page, newest first, without what was sent and received. */
    list,
    /** All matching requests, newest first. */
    listAll: (query: Query<"get", typeof PATH> = {}, options: CallOptions = {}) =>
      eachRecord((place) => list({ ...query, ...place }, options)),
    /** One request with what was sent and received, without secrets. */
    get: (id: string, options: CallOptions = {}) => send("get", `${PATH}/{id}`, { path: { id }, ...options }),
  };
}
