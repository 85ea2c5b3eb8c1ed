import type { CallOptions, Send } from "../http/http.ts";
import { eachRecord } from "../http/pages.ts";
import type { Query } from "../http/wire.ts";

const PATH = "/api/v2/public/audit-log";

/** Calls about who changed what: configuration, access and credentials. */
export function auditLogCalls(send: Send) {
  const list = (query: Query<"get", typeof PATH> = {}, options: CallOptions = {}) =>
    send("get", PATH, { query, ...options });
  return {
    /** One page, newest first. */
    list,
    /** All matching records, newest first. */
    listAll: (query: Query<"get", typeof PATH> = {}, options: CallOptions = {}) =>
      eachRecord((place) => list({ ...query, ...place }, options)),
    /** One record, with the values before and after. */
    get: (id: string, options: CallOptions = {}) => send("get", `${PATH}/{id}`, { path: { id }, ...options }),
  };
}
