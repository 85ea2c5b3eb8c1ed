import { type AccountOptions, type CallOptions, forAccount, type Send } from "../http/http.ts";
import { eachRecord } from "../http/pages.ts";
import type { Body, Query } from "../http/wire.ts";

const PATH = "/api/v2/public/dataref";
const ONE = `${PATH}/{refName}` as const;
const RECORDS = `${ONE}/records` as const;
const GROUP = "/api/v2/public/datarefs/group";

/** Calls about data references: which ids the records of linked accounts have in other applications. */
export function dataReferenceCalls(send: Send) {
  const list = (query: Query<"get", typeof PATH> = {}, options: CallOptions = {}) =>
    send("get", PATH, { query, ...options });
  return {
    /** Creates a data reference, or returns the one of this name. */
    create: (refName: string, options: AccountOptions) =>
      send("post", PATH, { body: { refName }, ...forAccount(options) }),
    /** One page of those of all linked accounts, newest first. */
    list,
    listAll: (query: Query<"get", typeof PATH> = {}, options: CallOptions = {}) =>
      eachRecord((place) => list({ ...query, ...place }, options)),
    /** One page of its records; `record_id` or `external_id` looks one up. */
    records: (refName: string, query: Query<"get", typeof ONE>, options: AccountOptions) =>
      send("get", ONE, { path: { refName }, query, ...forAccount(options) }),
    /** Stores ids of records, up to 1,000 at once; creates the data reference if it does not exist. */
    save: (refName: string, refs: Body<"put", typeof RECORDS>["refs"], options: AccountOptions) =>
      send("put", RECORDS, { path: { refName }, body: { refs }, ...forAccount(options) }),
    /** Deletes what is known of a record. */
    deleteRecord: (refName: string, recordId: string, options: AccountOptions) =>
      send("delete", `${RECORDS}/{record_id}`, {
        path: { refName, record_id: recordId },
        ...forAccount(options),
      }),
    /** Deletes all its records. */
    clear: (refName: string, options: AccountOptions) =>
      send("put", `${ONE}/clear-records`, { path: { refName }, ...forAccount(options) }),
    delete: (refName: string, options: AccountOptions) =>
      send("delete", ONE, { path: { refName }, ...forAccount(options) }),
    /** Files data references under a group, or under none if it is empty. */
    setGroup: (refNames: readonly string[], group: string, options: CallOptions = {}) =>
      send("put", GROUP, { body: { refNames: [...refNames], group }, ...options }),
  };
}
