import {
  type AccountFilterOptions,
  type AccountOptions,
  type CallOptions,
  forAccount,
  type Send,
} from "../http/http.ts";
import { eachRecord } from "../http/pages.ts";
import type { Body, Query } from "../http/wire.ts";

const LIST = "/api/v2/public/connections";
const INTEGRATION = "/api/v2/public/linked-account/integration";
const CONNECTION = `${INTEGRATION}/{slug}/connections/{connection_id}` as const;
const MIGRATE = "/api/v2/public/migrate-token";
const CREDENTIAL = "/api/v2/public/linked-account/default-app/auth-credentials/{key}";

/** The health of an account's connection to an application, and how to fix it if it needs fixing. */
export function readHealth(send: Send, slug: string, options: AccountFilterOptions = {}) {
  return send("get", `${INTEGRATION}/{slug}/health`, { path: { slug }, ...forAccount(options) });
}

/** Calls about connections, each for one linked account except for the lists. */
export function connectionCalls(send: Send) {
  const list = (query: Query<"get", typeof LIST> = {}, options: CallOptions = {}) =>
    send("get", LIST, { query, ...options });
  return {
    /** One page of all accounts' connections with their health. */
    list,
    listAll: (filter: Query<"get", typeof LIST> = {}, options: CallOptions = {}) =>
      eachRecord((place) => list({ ...filter, ...place }, options)),
    /** The health of the connection to an application, and how to fix it if it needs fixing. */
    health: (slug: string, options: AccountOptions) => readHealth(send, slug, options),
    /** The enabled applications, each with how the account is connected. */
    applications: (query: Query<"get", "/api/v2/public/application">, options: AccountOptions) =>
      send("get", "/api/v2/public/application", { query, ...forAccount(options) }),
    /**
     * The URL to open in the customer's browser to connect by signing in; `connectionId` is `new` for a further
     * connection, or the one to connect again.
     */
    signInAddress: (
      slug: string,
      { connectionId, ...options }: AccountOptions & { readonly connectionId?: string },
    ) =>
      send("get", `${INTEGRATION}/oauth-url/{slug}`, {
        path: { slug },
        query: { connection_id: connectionId },
        ...forAccount(options),
      }),
    /**
     * Connects with a key, once the provider has accepted it; `connectionId` is `new` for a further connection, or the
     * one to connect again.
     */
    saveKey: (
      slug: string,
      fields: Body<"put", `${typeof INTEGRATION}/save-key-credentials/{slug}`>,
      { connectionId, ...options }: AccountOptions & { readonly connectionId?: string },
    ) =>
      send("put", `${INTEGRATION}/save-key-credentials/{slug}`, {
        path: { slug },
        query: { connection_id: connectionId },
        body: fields,
        ...forAccount(options),
      }),
    /** Renames a connection, or makes it the one that is used where none is named. */
    update: (
      slug: string,
      connectionId: string,
      changes: Body<"patch", typeof CONNECTION>,
      options: AccountOptions,
    ) =>
      send("patch", CONNECTION, {
        path: { slug, connection_id: connectionId },
        body: changes,
        ...forAccount(options),
      }),
    /**
     * Connects with OAuth2 tokens from another system, to which the customer has already consented. Never sent again by
     * itself: a refresh token that works once may have been used.
     */
    migrateToken: (body: Body<"put", typeof MIGRATE>, options: AccountOptions) =>
      send("put", MIGRATE, { body, isRepeatable: false, ...forAccount(options) }),
    /**
     * Removes the connections to an application, only those of one `type` or only one; resolves with the account.
     */
    disconnect: (
      slug: string,
      {
        type,
        connectionId,
        ...options
      }: AccountOptions & { readonly type?: "oauth2" | "keybased"; readonly connectionId?: string },
    ) =>
      send("delete", `${INTEGRATION}/{slug}`, {
        path: { slug },
        query: { auth_type: type, connection_id: connectionId },
        ...forAccount(options),
      }),
    /** Sets one of the account's credentials for your own application; it cannot be read back. */
    setCredential: (key: string, value: unknown, options: AccountOptions) =>
      send("put", CREDENTIAL, { path: { key }, body: { value }, ...forAccount(options) }),
    deleteCredential: (key: string, options: AccountOptions) =>
      send("delete", CREDENTIAL, { path: { key }, ...forAccount(options) }),
  };
}
