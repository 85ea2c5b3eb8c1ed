import { type AccountFilterOptions, forAccount, type Send } from "../http/http.ts";
import type { Body } from "../http/wire.ts";

const PATH = "/api/v2/integration-schema/{slug}/actions";
const ONE = `${PATH}/{action_id}` as const;
const OPTIONS = `${ONE}/options/{list}` as const;

/** An action by its application and id. */
export interface ActionName {
  readonly slug: string;
  readonly action: string;
}

/** Options of a call to an application; `connectionId` is the account's connection to use instead of the default one. */
export interface ThirdPartyOptions extends AccountFilterOptions {
  readonly connectionId?: string;
}

/**
 * Options of executing an action; with an idempotency key it may be repeated, and is repeated when there is no reply.
 */
export interface ExecuteActionOptions extends ThirdPartyOptions {
  readonly idempotencyKey?: string;
}

/** Calls to connected applications without a workflow; a server names the account (`linkedAccountId`). */
export function actionCalls(send: Send) {
  return {
    list: (slug: string, options: AccountFilterOptions = {}) =>
      send("get", PATH, { path: { slug }, ...forAccount(options) }),
    /** The inputs that the action takes. */
    inputs: ({ slug, action }: ActionName, options: AccountFilterOptions = {}) =>
      send("get", ONE, { path: { slug, action_id: action }, ...forAccount(options) }),
    /**
     * The values that the provider offers for an input whose `options_list` is `list`; `input` contains the inputs
     * chosen so far.
     */
    options: (
      { slug, action, list }: ActionName & { readonly list: string },
      input: Body<"post", typeof OPTIONS> = {},
      { connectionId, ...options }: ThirdPartyOptions = {},
    ) =>
      send("post", OPTIONS, {
        path: { slug, action_id: action, list },
        body: input,
        ...forAccount(options, { connection_id: connectionId }),
      }),
    /** Executes the action. A failure at the provider is part of the result (`node_status`) and is not thrown. */
    execute: (
      { slug, action }: ActionName,
      input: Body<"post", `${typeof ONE}/execute`>,
      { idempotencyKey, connectionId, ...options }: ExecuteActionOptions = {},
    ) =>
      send("post", `${ONE}/execute`, {
        path: { slug, action_id: action },
        body: input,
        ...forAccount(options, { "idempotency-key": idempotencyKey, connection_id: connectionId }),
      }),
  };
}
