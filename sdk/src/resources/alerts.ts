import type { CallOptions, Send } from "../http/http.ts";
import { eachRecord } from "../http/pages.ts";
import type { Body, Query } from "../http/wire.ts";

const PATH = "/api/v2/public/alerts";
const RULES = "/api/v2/public/alert-rules";
const ONE = `${RULES}/{id}` as const;

/** Calls about the rules by which people are told of failures. */
export function alertRuleCalls(send: Send) {
  const list = (query: Query<"get", typeof RULES> = {}, options: CallOptions = {}) =>
    send("get", RULES, { query, ...options });
  return {
    create: (rule: Body<"post", typeof RULES>, options: CallOptions = {}) =>
      send("post", RULES, { body: rule, ...options }),
    /** One page, oldest first, each with its open alert. */
    list,
    listAll: (options: CallOptions = {}) => eachRecord((place) => list(place, options)),
    get: (id: string, options: CallOptions = {}) => send("get", ONE, { path: { id }, ...options }),
    /** Changes the given fields. */
    update: (id: string, changes: Body<"put", typeof ONE>, options: CallOptions = {}) =>
      send("put", ONE, { path: { id }, body: changes, ...options }),
    delete: (id: string, options: CallOptions = {}) => send("delete", ONE, { path: { id }, ...options }),
    /** Sends a notification with example data. */
    test: (id: string, options: CallOptions = {}) =>
      send("post", `${ONE}/test`, { path: { id }, ...options }),
  };
}

/** Calls that read alerts, firing and resolved. */
export function alertCalls(send: Send) {
  const list = (query: Query<"get", typeof PATH> = {}, options: CallOptions = {}) =>
    send("get", PATH, { query, ...options });
  return {
    /** One page, newest first. */
    list,
    listAll: (query: Query<"get", typeof PATH> = {}, options: CallOptions = {}) =>
      eachRecord((place) => list({ ...query, ...place }, options)),
  };
}
