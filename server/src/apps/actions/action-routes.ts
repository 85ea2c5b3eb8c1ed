import { type Static, Type } from "typebox";
import { getAccountScope, getScope } from "../../auth/guard.ts";
import { defineOperations } from "../../auth/operation.ts";
import type { AccountScope, Scope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { notFound } from "../../platform/errors.ts";
import { setEmptyBody } from "../../platform/http/json-body.ts";
import { FormattedText, GET_ALONE, MapOf } from "../../platform/http/route.ts";
import { buildEnvelope, PageEnvelope, PageQuery, parsePage } from "../../platform/page.ts";
import { toActionApiError } from "../action-error.ts";
import { readEnabledApplication } from "../catalog/application.ts";
import { findActions } from "../catalog/find-actions.ts";
import { ConnectionHeader } from "../connections/connect-target.ts";
import type { Action, JsonObject } from "../connector.ts";
import { BySlug } from "../schema.ts";
import { readNamedConnection } from "../store.ts";
import { executeAction } from "./action-execute.ts";
import {
  ActionOption,
  ActionParameter,
  ActionSummary,
  actionExample,
  FoundActionSummary,
  OptionListSummary,
  presentAction,
  presentFoundAction,
  presentParameters,
} from "./action-schema.ts";
import { fetchProviderOptions } from "./options.ts";

const BASE = "/api/v2/integration-schema/:slug/actions";

const ByAction = Type.Object({
  ...BySlug.properties,
  action_id: Type.String({ description: "The action's id." }),
});
const ByList = Type.Object({
  ...ByAction.properties,
  list: Type.String({ description: "The list that `options_list` of an input names." }),
});

const ExecuteHeaders = Type.Object({
  ...ConnectionHeader.properties,
  "idempotency-key": Type.Optional(
    FormattedText("^[\\x21-\\x7e]{1,255}$", "1 to 255 visible ASCII characters", {
      description: "Forwarded to the provider unless the action only reads.",
    }),
  ),
});

const description = (where: string) =>
  `Fetches the values that the provider offers for an input, with the linked account's connection; the ${where} holds the inputs chosen so far. Returns 404 if the action does not use the list, and 400 \`EXTERNAL_API_FAILURE\` if the provider refuses or nothing is connected.`;
const response = { 200: Type.Array(ActionOption) };
const operation = defineOperations<Deps>("Actions");

/** Lists an application's actions and their inputs, and executes one without a workflow (platform-surface 1.2). */
export const ACTION_OPERATIONS = [
  operation({
    id: "searchActions",
    method: "get",
    path: "/api/v2/public/actions",
    least: "viewer",
    credentials: "either",
    summary: "Search actions",
    description:
      "Finds actions of all enabled applications by words in their name, description or application name, best first. Plurals, tenses and common synonyms count as the word; the last word may be the beginning of one. If no action has all words, those with any of them are returned. Without `search`, returns all actions.",
    schema: {
      querystring: Type.Object({
        ...PageQuery.properties,
        search: Type.Optional(
          Type.String({
            maxLength: 200,
            description: "What to do, in words: `create invoice`, `send a message to a Slack channel`.",
          }),
        ),
      }),
      response: { 200: Type.Object({ docs: Type.Array(FoundActionSummary), ...PageEnvelope }) },
    },
    run: async (deps, request) => {
      const { search = "", ...query } = request.query;
      const page = parsePage(query);
      const { found, total } = await findActions(deps, getScope(request), search, page);
      return { docs: found.map(presentFoundAction), ...buildEnvelope(page, total) };
    },
  }),
  operation({
    id: "listActions",
    method: "get",
    path: BASE,
    least: "viewer",
    credentials: "either",
    summary: "List an application's actions",
    description:
      "Returns the actions of an enabled application with what each does, whether it only reads, and whether it can be undone.",
    schema: { params: BySlug, response: { 200: Type.Array(ActionSummary) } },
    run: async (deps, request) => {
      const { connector } = await readEnabledApplication(deps, getScope(request), request.params.slug);
      return connector.info.actions.map(presentAction);
    },
  }),
  operation({
    id: "getAction",
    method: "get",
    path: `${BASE}/:action_id`,
    least: "viewer",
    credentials: "either",
    summary: "Get an action's inputs",
    description:
      "Returns the inputs of an action, required ones first, each with its JSON Schema. `options_list` names a list of values that the provider offers: read it with `GET …/options/{list}`.",
    schema: { params: ByAction, response: { 200: Type.Array(ActionParameter) } },
    run: async (deps, request) => presentParameters(await existing(deps, getScope(request), request.params)),
  }),
  operation({
    id: "listOptionLists",
    method: "get",
    path: "/api/v2/integration-schema/:slug/options",
    least: "viewer",
    credentials: "either",
    summary: "List option lists",
    description:
      "Returns the lists of values that an application can offer, with the inputs that each requires. Action inputs and data sources of config fields refer to them. The provider is not called.",
    schema: { params: BySlug, response: { 200: Type.Array(OptionListSummary) } },
    run: async (deps, request) => {
      const { connector } = await readEnabledApplication(deps, getScope(request), request.params.slug);
      return connector.info.options.map(({ id, needs }) => ({ list: id, needs }));
    },
  }),
  operation({
    id: "executeAction",
    method: "post",
    path: `${BASE}/:action_id/execute`,
    least: "developer",
    credentials: "account",
    preValidation: setEmptyBody,
    summary: "Execute an action",
    description:
      "Runs one action of an application for a linked account, without a workflow, and waits up to 100 seconds for it. If the provider fails or nothing is connected, returns 200 with `node_status` `Errored` and the reason in `data`. Returns 400, without calling the provider, if the input is invalid. The `idempotency-key` is forwarded to the provider unless the action only reads. For requests that no action covers, see [Send a raw request](/guides/applications#send-a-raw-request).",
    schema: {
      params: ByAction,
      headers: ExecuteHeaders,
      body: actionExample.body,
      response: { 200: actionExample.reply },
    },
    run: async (deps, request) => {
      const scope = getAccountScope(request);
      const { slug } = request.params;
      const { id: actionId } = await existing(deps, scope, request.params);
      const input = request.body as JsonObject; // a JSON body holds nothing else
      const idempotencyKey = request.headers["idempotency-key"];
      const connectionId = request.headers.connection_id || undefined;
      await readNamedConnection(deps.database, scope, slug, connectionId);
      return executeAction(deps, scope, { slug, connectionId, actionId, input, idempotencyKey });
    },
  }),
  operation({
    id: "listActionOptions",
    method: "get",
    path: `${BASE}/:action_id/options/:list`,
    least: "support",
    credentials: "account",
    // The third party is asked.
    ...GET_ALONE,
    summary: "List option values",
    description: description("query"),
    schema: {
      params: ByList,
      headers: ConnectionHeader,
      querystring: Type.Object({}, { additionalProperties: true }),
      response,
    },
    run: async (deps, request) => {
      const scope = getAccountScope(request);
      // An open schema types as {}; query values are text. The account may be there as well.
      const { linked_account_id: _account, ...input } = request.query as object as JsonObject;
      const connectionId = request.headers.connection_id || undefined;
      return choices(deps, scope, { ...request.params, connectionId }, input);
    },
  }),
  operation({
    id: "findActionOptions",
    method: "post",
    path: `${BASE}/:action_id/options/:list`,
    least: "support",
    credentials: "account",
    preValidation: setEmptyBody,
    summary: "Find option values",
    description: description("body"),
    schema: {
      params: ByList,
      headers: ConnectionHeader,
      body: MapOf(Type.Unknown(), { description: "Inputs chosen so far, by name; may be omitted." }),
      response,
    },
    run: async (deps, request) => {
      const input = request.body as JsonObject; // a JSON body holds nothing else
      const connectionId = request.headers.connection_id || undefined;
      return choices(deps, getAccountScope(request), { ...request.params, connectionId }, input);
    },
  }),
];

async function choices(
  deps: Deps,
  scope: AccountScope,
  params: Static<typeof ByList> & { connectionId?: string },
  input: JsonObject,
): Promise<Static<typeof ActionOption>[]> {
  const action = await existing(deps, scope, params);
  const { slug, list, connectionId } = params;
  if (!presentParameters(action).some((parameter) => parameter.options_list === list)) {
    throw notFound("List of options");
  }
  await readNamedConnection(deps.database, scope, slug, connectionId);
  try {
    return await fetchProviderOptions(deps, scope, { slug, connectionId, list, input });
  } catch (error) {
    throw toActionApiError(error);
  }
}

async function existing(
  deps: Deps,
  scope: Scope,
  { slug, action_id: actionId }: Static<typeof ByAction>,
): Promise<Action> {
  const { connector } = await readEnabledApplication(deps, scope, slug);
  const action = connector.info.actions.find(({ id }) => id === actionId);
  if (action === undefined) throw notFound("Action");
  return action;
}
