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
const MIGRATE = "/api/v2/public/migrate-token";
const CREDENTIAL = "/api/v2/public/linked-account/default-app/auth-credentials/{key}";

/** How an account's connection to an application is, with the way to mend it where it needs mending. */
export function readHealth(send: Send, slug: string, options: AccountFilterOptions = {}) {
  return send("get", `${INTEGRATION}/{slug}/health`, { path: { slug }, ...forAccount(options) });
}

/** Calls about connections, each for one linked account but the lists. */
export function connectionCalls(send: Send) {
  const list = (query: Query<"get", typeof LIST> = {}, options: CallOptions = {}) =>
    send("get", LIST, { query, ...options });
  return {
    /** One page of all accounts' connections with their health. */
    list,
    listAll: (filter: Query<"get", typeof LIST> = {}, options: CallOptions = {}) =>
      eachRecord((place) => list({ ...filter, ...place }, options)),
    /** How the connection to an application is, with the way to mend it where it needs mending. */
    health: (slug: string, options: AccountOptions) => readHealth(send, slug, options),
    /** The enabled applications, each with how the account is connected. */
    applications: (query: Query<"get", "/api/v2/public/application">, options: AccountOptions) =>
      send("get", "/api/v2/public/application", { query, ...forAccount(options) }),
    /** The address to which the customer's browser must go to connect by sign-in. */
    signInAddress: (slug: string, options: AccountOptions) =>
      send("get", `${INTEGRATION}/oauth-url/{slug}`, { path: { slug }, ...forAccount(options) }),
    /** Connects with a key, after the provider has accepted it. */
    saveKey: (
      slug: string,
      fields: Body<"put", `${typeof INTEGRATION}/save-key-credentials/{slug}`>,
      options: AccountOptions,
    ) =>
      send("put", `${INTEGRATION}/save-key-credentials/{slug}`, {
        path: { slug },
        body: fields,
        ...forAccount(options),
      }),
    /** Connects with OAuth2 tokens that the customer's consent gave to another system. */
    migrateToken: (body: Body<"put", typeof MIGRATE>, options: AccountOptions) =>
      send("put", MIGRATE, { body, ...forAccount(options) }),
    /** Removes the connections to an application, or only those of one `type`; resolves with the account. */
    disconnect: (
      slug: string,
      { type, ...options }: AccountOptions & { readonly type?: "oauth2" | "keybased" },
    ) =>
      send("delete", `${INTEGRATION}/{slug}`, {
        path: { slug },
        query: { auth_type: type },
        ...forAccount(options),
      }),
    /** Sets one of the account's credentials of your own application; it can never be read. */
    setCredential: (key: string, value: unknown, options: AccountOptions) =>
      send("put", CREDENTIAL, { path: { key }, body: { value }, ...forAccount(options) }),
    deleteCredential: (key: string, options: AccountOptions) =>
      send("delete", CREDENTIAL, { path: { key }, ...forAccount(options) }),
  };
}
