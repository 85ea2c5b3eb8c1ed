import { findAccount, getScope } from "../../auth/guard.ts";
import { defineOperations } from "../../auth/operation.ts";
import type { Scope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { notFound } from "../../platform/errors.ts";
import { ById } from "../../platform/http/route.ts";
import { parseLongPage } from "../../platform/page.ts";
import {
  ProviderRequest,
  parseRequestFilter,
  presentListedRequest,
  presentRequest,
  RequestPage,
  RequestsQuery,
} from "./schema.ts";
import { findRequest, listRequests } from "./store.ts";

const PATH = "/api/v2/public/requests";

const operation = defineOperations<Pick<Deps, "database" | "db">>("Requests");

/** The log of requests to third parties, for the organization alone: it shows how its workflows work. */
export const REQUEST_LOG_OPERATIONS = [
  operation({
    id: "listRequests",
    method: "get",
    path: PATH,
    least: "viewer",
    credentials: "apiKey",
    summary: "List requests to third parties",
    description:
      "Returns the requests that Junctor sent to third parties, newest first, without their contents. Filter by application, linked account, connection, execution, status, cause, dates and part of the URL, and page through long lists with `after`. See [Requests](/guides/requests).",
    schema: { querystring: RequestsQuery, response: { 200: RequestPage } },
    run: async ({ database, db }, request) => {
      const scope = getScope(request);
      const page = parseLongPage(request.query);
      const account = await accountOf({ database }, scope, request.query.linked_account_id);
      const { rows, envelope } = await listRequests(
        db,
        scope,
        { ...parseRequestFilter(request.query), account },
        page,
      );
      return { docs: rows.map(presentListedRequest), ...envelope };
    },
  }),
  operation({
    id: "getRequest",
    method: "get",
    path: `${PATH}/:id`,
    least: "viewer",
    credentials: "apiKey",
    summary: "Get a request",
    description:
      "Returns a request to a third party with what was sent and what the third party answered: headers and bodies, without secrets.",
    schema: { params: ById, response: { 200: ProviderRequest } },
    run: async ({ database }, request) => {
      const row = await findRequest(database, getScope(request), request.params.id);
      if (row === undefined) throw notFound("Request");
      return presentRequest(row);
    },
  }),
];

/** The account that a list is filtered by; an unknown account has no requests. */
async function accountOf({ database }: Pick<Deps, "database">, scope: Scope, accountId: string | undefined) {
  if (!accountId) return undefined;
  return (await findAccount(database, scope, accountId)) ?? { id: "", accountId };
}
