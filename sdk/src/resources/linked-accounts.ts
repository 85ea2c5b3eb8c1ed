import type { CallOptions, Send } from "../http/http.ts";
import { eachRecord } from "../http/pages.ts";
import type { Body, Query } from "../http/wire.ts";

const PATH = "/api/v2/public/linked-account";
const ONE = `${PATH}/{id}` as const;

/** A customer to create or update; `linked_account_id` is your own id of it. */
export type LinkedAccountInput = Pick<Body<"put", typeof PATH>, "name" | "language" | "udf" | "your_app"> & {
  linked_account_id: string;
};

/** Calls about linked accounts. */
export function linkedAccountCalls(send: Send) {
  const list = (query: Query<"get", typeof PATH> = {}, options: CallOptions = {}) =>
    send("get", PATH, { query, ...options });
  return {
    /** Creates the account, or updates the given fields. */
    upsert: (account: LinkedAccountInput, options: CallOptions = {}) =>
      send("put", PATH, { body: account, ...options }),
    /** One account by your own id. */
    get: (id: string, options: CallOptions = {}) => send("get", ONE, { path: { id }, ...options }),
    /** One page, newest first. */
    list,
    /** Every account, newest first, fetched page by page. */
    listAll: (options: CallOptions = {}) => eachRecord((place) => list(place, options)),
    /** Deletes the account and everything that belongs to it. */
    delete: (id: string, options: CallOptions = {}) => send("delete", ONE, { path: { id }, ...options }),
  };
}
