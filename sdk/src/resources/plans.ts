import type { CallOptions, Send } from "../http/http.ts";
import { eachRecord } from "../http/pages.ts";
import type { Body, Query } from "../http/wire.ts";

const PATH = "/api/v2/public/plans";
const ONE = `${PATH}/{id}` as const;
const OF_ACCOUNT = "/api/v2/public/linked-account/{id}/plan";

/** Calls about plans: what linked accounts may use. */
export function planCalls(send: Send) {
  const list = (query: Query<"get", typeof PATH> = {}, options: CallOptions = {}) =>
    send("get", PATH, { query, ...options });
  return {
    create: (plan: Body<"post", typeof PATH>, options: CallOptions = {}) =>
      send("post", PATH, { body: plan, ...options }),
    /** One page, oldest first. */
    list,
    listAll: (options: CallOptions = {}) => eachRecord((place) => list(place, options)),
    get: (id: string, options: CallOptions = {}) => send("get", ONE, { path: { id }, ...options }),
    /** Changes the given fields; `caps` as a whole. */
    update: (id: string, changes: Body<"put", typeof ONE>, options: CallOptions = {}) =>
      send("put", ONE, { path: { id }, body: changes, ...options }),
    delete: (id: string, options: CallOptions = {}) => send("delete", ONE, { path: { id }, ...options }),
    /** The plan and the limits of a linked account, and what it used of them. */
    ofAccount: (linkedAccountId: string, options: CallOptions = {}) =>
      send("get", OF_ACCOUNT, { path: { id: linkedAccountId }, ...options }),
    /** Sets the plan of a linked account, and limits of its own. */
    setForAccount: (
      linkedAccountId: string,
      choice: Body<"put", typeof OF_ACCOUNT>,
      options: CallOptions = {},
    ) => send("put", OF_ACCOUNT, { path: { id: linkedAccountId }, body: choice, ...options }),
  };
}
