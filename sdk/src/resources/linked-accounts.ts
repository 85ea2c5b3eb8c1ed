import type { CallOptions, Send } from "../http/http.ts";
import { eachRecord } from "../http/pages.ts";
import type { Body, Query } from "../http/wire.ts";

const PATH = "/api/v2/public/linked-account";
const ONE = `${PATH}/{id}` as const;

/** A customer to create or update; `linked_account_id` is the caller's own id of it. */
export type LinkedAccountInput = Pick<Body<"put", typeof PATH>, "name" | "language" | "udf" | "your_app"> & {
  linked_account_id: string;
};

/** Calls about linked accounts. */
export function linkedAccountCalls(send: Send) {
  const list = (query: Query<"get", typeof PATH> = {}, options: CallOptions = {}) =>
    send("get", PATH, { query, ...options });
  return {
    /** Creates the account, or updates the fields that are given. */
    upsert: (account: LinkedAccountInput, options: CallOptions = {}) =>
      send("put", PATH, { body: account, ...options }),
    /** One account by the caller's own id. */
    get: (id: string, options: CallOptions = {}) => send("get", ONE, { path: { id }, ...options }),
    /** One page, newest first. */
    list,
    /** Every account, newest first, page by page as they are used up. */
    listAll: (options: CallOptions = {}) => eachRecord((place) => list(place, options)),
    /** Deletes the account and all that belongs to it. */
    delete: (id: string, options: CallOptions = {}) => send("delete", ONE, { path: { id }, ...options }),
  };
}
