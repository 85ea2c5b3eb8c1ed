import { type ConnectOptions, connect } from "./connect.ts";
import { type CallOptions, type ConnectionOptions, createSend, type Send } from "./http/http.ts";
import type { Body } from "./http/wire.ts";
import { actionCalls } from "./resources/actions.ts";
import { readHealth } from "./resources/connections.ts";
import { executionCalls } from "./resources/executions.ts";
import { portalCalls } from "./resources/portal.ts";
import { accountWorkflowCalls } from "./resources/workflows.ts";

const CONFIG = "/api/v2/f-sdk/config";
const CONFIG_OF_APP = "/api/v2/f-sdk/slug/{slug}/config";
const CONNECTION = "/api/v2/public/linked-account/integration/{slug}/connections/{connection_id}";
const APPLICATIONS = "/api/v2/f-sdk/application";

/** How a browser reaches Junctor for one linked account. */
export interface ClientOptions extends ConnectionOptions {
  /** The account's session token, or a function that returns the currently valid one. */
  readonly token: string | (() => string | Promise<string>);
}

/**
 * Sends typed requests to any route of the API with a session token, for routes without a method in `createClient`.
 */
export function createSessionClient({ token, ...connection }: ClientOptions): Send {
  return createSend(connection, async () => {
    const current = typeof token === "function" ? await token() : token;
    return { authorization: `Bearer ${current}` };
  });
}

/** Everything that a linked account's own browser does with Junctor. */
export function createClient(options: ClientOptions) {
  const send = createSessionClient(options);
  return {
    applications: {
      /** All enabled applications, each with how the account is connected. */
      list: (options: CallOptions = {}) => send("get", APPLICATIONS, options),
      get: (slug: string, options: CallOptions = {}) =>
        send("get", `${APPLICATIONS}/{slug}`, { path: { slug }, ...options }),
      /** The health of the connection, and how to fix it if it needs fixing. */
      health: (slug: string, options: CallOptions = {}) => readHealth(send, slug, options),
    },
    /**
     * Connects an application and resolves with its new state. Call it directly in the click handler, so that the
     * browser allows the sign-in window. Throws POPUP_BLOCKED, WINDOW_CLOSED, TIMEOUT, NOT_CONNECTED or the server's
     * error.
     */
    connect: (options: ConnectOptions) => connect(options, connectCalls(send, options)),
    /** Renames one of the account's connections, or makes it the one that is used where none is named. */
    updateConnection: (
      slug: string,
      connectionId: string,
      changes: Body<"patch", typeof CONNECTION>,
      options: CallOptions = {},
    ) =>
      send("patch", CONNECTION, {
        path: { slug, connection_id: connectionId },
        body: changes,
        ...options,
      }),
    /**
     * Removes the account's connections to an application, only those of one `type` or only one, with everything that
     * belongs to them.
     */
    disconnect: (
      slug: string,
      {
        type,
        connectionId,
        ...options
      }: CallOptions & { readonly type?: "oauth2" | "keybased"; readonly connectionId?: string } = {},
    ) =>
      send("delete", "/api/v1/linked-acc/integration/{slug}", {
        path: { slug },
        query: { auth_type: type, connection_id: connectionId },
        ...options,
      }),
    configs: configCalls(send),
    actions: actionCalls(send),
    portal: portalCalls(send),
    workflows: accountWorkflowCalls(send),
    executions: executionCalls(send),
  };
}

/** The client that `createClient` returns. */
export type Client = ReturnType<typeof createClient>;

function connectCalls(send: Send, { slug, connectionId, fields = {}, signal, timeoutMs }: ConnectOptions) {
  const request = { path: { slug }, signal, timeoutMs };
  const target = { ...request, query: { connection_id: connectionId }, body: fields };
  return {
    read: () => send("get", `${APPLICATIONS}/{slug}`, request),
    integrate: () => send("post", "/api/v1/{slug}/integrate", target),
    save: () => send("post", "/api/v2/app/{slug}/save", target),
  };
}

function configCalls(send: Send) {
  return {
    /** The account's config of an application, created with its defaults if there is none. */
    getOrCreate: (config: Body<"post", typeof CONFIG>, options: CallOptions = {}) =>
      send("post", CONFIG, { body: config, ...options }),
    /** The config named `configId`, or the default one; 404 if there is none. */
    get: (slug: string, configId?: string, options: CallOptions = {}) =>
      configId === undefined
        ? send("get", CONFIG_OF_APP, { path: { slug }, ...options })
        : send("get", `${CONFIG_OF_APP}/{config_id}`, { path: { slug, config_id: configId }, ...options }),
    /** Sets the given fields and, for each given workflow, its switch and fields. */
    update: (config: Body<"put", typeof CONFIG>, options: CallOptions = {}) =>
      send("put", CONFIG, { body: config, ...options }),
    /**
     * The applications that workflows of `slug` use, itself first, each with the account's connections to it: what
     * `connections` of a config can name.
     */
    connections: (slug: string, options: CallOptions = {}) =>
      send("get", "/api/v2/public/slug/{slug}/connections", { path: { slug }, ...options }),
    delete: (slug: string, configId?: string, options: CallOptions = {}) =>
      configId === undefined
        ? send("delete", CONFIG_OF_APP, { path: { slug }, ...options })
        : send("delete", `${CONFIG_OF_APP}/{config_id}`, { path: { slug, config_id: configId }, ...options }),
  };
}
