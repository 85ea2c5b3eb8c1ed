import { type AccountOptions, forAccount, type Send } from "../http/http.ts";
import { eachRecord } from "../http/pages.ts";
import type { Body, Query } from "../http/wire.ts";

const PATH = "/api/v2/public/mcp-servers";
const ONE = `${PATH}/{id}` as const;

/** Calls about MCP servers, each for one linked account. */
export function mcpServerCalls(send: Send) {
  const list = (query: Query<"get", typeof PATH>, options: AccountOptions) =>
    send("get", PATH, { query, ...forAccount(options) });
  return {
    create: (server: Body<"post", typeof PATH>, options: AccountOptions) =>
      send("post", PATH, { body: server, ...forAccount(options) }),
    get: (id: string, options: AccountOptions) => send("get", ONE, { path: { id }, ...forAccount(options) }),
    /** One page of short records, newest first. */
    list,
    listAll: (options: AccountOptions) => eachRecord((place) => list(place, options)),
    /** Changes the given fields. */
    update: (id: string, changes: Body<"put", typeof ONE>, options: AccountOptions) =>
      send("put", ONE, { path: { id }, body: changes, ...forAccount(options) }),
    delete: (id: string, options: AccountOptions) =>
      send("delete", ONE, { path: { id }, ...forAccount(options) }),
  };
}
