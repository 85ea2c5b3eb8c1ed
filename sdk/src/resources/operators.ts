import type { CallOptions, Send } from "../http/http.ts";
import { eachRecord } from "../http/pages.ts";
import type { Body, Query } from "../http/wire.ts";

const PATH = "/api/v2/public/operators";
const ONE = `${PATH}/{id}` as const;

/** Calls about the people who sign in; changes require a production key of an owner. */
export function operatorCalls(send: Send) {
  const list = (query: Query<"get", typeof PATH> = {}, options: CallOptions = {}) =>
    send("get", PATH, { query, ...options });
  return {
    /** The reply has the link with which the operator signs in, only this once. */
    invite: (operator: Body<"post", typeof PATH>, options: CallOptions = {}) =>
      send("post", PATH, { body: operator, ...options }),
    /** One page, oldest first. */
    list,
    listAll: (options: CallOptions = {}) => eachRecord((place) => list(place, options)),
    /** Changes the given name, email address and roles. */
    update: (id: string, changes: Body<"put", typeof ONE>, options: CallOptions = {}) =>
      send("put", ONE, { path: { id }, body: changes, ...options }),
    delete: (id: string, options: CallOptions = {}) => send("delete", ONE, { path: { id }, ...options }),
    /** Resets an operator's password, authenticator app and sessions, and creates a sign-in link. */
    reset: (id: string, options: CallOptions = {}) =>
      send("post", `${ONE}/link`, { path: { id }, ...options }),
  };
}
