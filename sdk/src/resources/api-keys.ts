import type { CallOptions, Send } from "../http/http.ts";
import { eachRecord } from "../http/pages.ts";
import type { Body, Query } from "../http/wire.ts";

const PATH = "/api/v2/public/api-keys";

/** Calls about the API keys of the environment. */
export function apiKeyCalls(send: Send) {
  const list = (query: Query<"get", typeof PATH> = {}, options: CallOptions = {}) =>
    send("get", PATH, { query, ...options });
  return {
    /** The reply shows the key itself, only this once. */
    create: (key: Body<"post", typeof PATH>, options: CallOptions = {}) =>
      send("post", PATH, { body: key, ...options }),
    /** One page, oldest first. */
    list,
    listAll: (options: CallOptions = {}) => eachRecord((place) => list(place, options)),
    /** Revokes a key at once. */
    delete: (id: string, options: CallOptions = {}) =>
      send("delete", `${PATH}/{id}`, { path: { id }, ...options }),
  };
}
