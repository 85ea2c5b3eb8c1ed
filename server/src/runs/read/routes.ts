import type { FastifyRequest } from "fastify";
import { type Static, Type } from "typebox";
import { findAccountScope, getScope, isSession } from "../../auth/guard.ts";
import { defineOperations } from "../../auth/operation.ts";
import type { Deps } from "../../deps.ts";
import type { Db } from "../../platform/database/database.ts";
import { notFound } from "../../platform/errors.ts";
import { ById, Record, withExample } from "../../platform/http/route.ts";
import { LongPageQuery, parseLongPage } from "../../platform/page.ts";
import { readAssociatedApplications } from "../../workflows/definition/applications.ts";
import { START } from "../../workflows/definition/graph.ts";
import type { RunWithAccount } from "../store.ts";
import { type AccountView, readAccountView, readAccountViews, WHOLE_VIEW } from "../view/account-view.ts";
import { executionExample, executionListExample } from "./examples.ts";
import { FilterFields, parseRunFilter } from "./filter.ts";
import { isShownToAccount, listRuns } from "./list.ts";
import { presentFullExecution, readOwnRun } from "./read.ts";
import { presentListedExecution, STATUSES } from "./schema.ts";

const ListQuery = Type.Object({
  ...LongPageQuery.properties,
  ...FilterFields,
  sortAsc: Type.Optional(Type.Boolean({ description: "If true, oldest first." })),
});

const ReadQuery = Type.Object({
  payloads: Type.Optional(
    Type.Boolean({
      description:
        "If false, inputs and outputs of nodes are null, with their sizes; read them with `attempts` of a node.",
    }),
  ),
});

const RunResponse = Record("ExecutionResponse", { status: Type.Enum(STATUSES), response: Type.Unknown() });

const operation = defineOperations<Deps>("Executions");

/** Executions, read by the organization for all its accounts or one, and by the account itself. */
export const EXECUTION_OPERATIONS = [
  operation({
    id: "listExecutions",
    method: "get",
    path: "/api/v2/public/execution",
    least: "viewer",
    credentials: "either",
    summary: "List executions",
    description:
      "Returns executions without their nodes, newest first: of all linked accounts, or of the one named in the request. Filter by status, workflow, application, dates and more; `search`, `input` and `error` search their contents. Tests of drafts are excluded unless `is_test=true`. Page through long lists with `after`. See [Executions](/guides/executions#search).",
    schema: { querystring: ListQuery, response: { 200: executionListExample.reply } },
    run: async (deps, request) => {
      const page = parseLongPage(request.query);
      const account = findAccountScope(request)?.account;
      const filter = {
        ...parseRunFilter(request.query, { byAccount: isSession(request) }),
        account,
        oldestFirst: request.query.sortAsc,
      };
      const { rows, envelope } = await listRuns(deps.db, getScope(request), filter, page);
      const applicationOf = await readAssociatedApplications(deps, getScope(request), rows);
      const ids = rows.map(({ id }) => id);
      const viewOf = isSession(request) ? await readAccountViews(deps, ids) : () => WHOLE_VIEW;
      return {
        docs: rows.map((row) => viewOf(row.id).run(presentListedExecution(row, applicationOf))),
        ...envelope,
      };
    },
  }),
  operation({
    id: "getExecution",
    method: "get",
    path: "/api/v2/public/execution/:id",
    least: "viewer",
    credentials: "either",
    summary: "Get an execution",
    description:
      "Returns an execution with every node: status, input, output, logs, attempts and duration. While it waits, `waiting_for` says for what; with an API key, a failed execution has `advice`. `payloads=false` omits inputs and outputs. A session token cannot read how the organization's workflows work.",
    schema: { params: ById, querystring: ReadQuery, response: { 200: executionExample.reply } },
    run: async (deps, request) => {
      const run = await readRequestedRun(deps.db, request);
      const view = await readRequestView(deps, request, run.id);
      const { payloads: withValues } = request.query;
      const read = await presentFullExecution(deps, run, { withAddresses: !isSession(request), withValues });
      const { nodes, ...shown } = isSession(request) ? { ...read, advice: undefined } : read;
      const kindOf = ({ node_type }: (typeof nodes)[number]) => (node_type === START ? "start" : "other");
      return { ...view.run(shown), nodes: nodes.map((node) => view.step(node, kindOf(node))) };
    },
  }),
  operation({
    id: "getExecutionResponse",
    method: "get",
    path: "/api/v1/execution/:id/response",
    least: "viewer",
    credentials: "either",
    summary: "Get an execution's response",
    description:
      "Returns an execution's status and return value. Use it to collect the result of an asynchronous call, or of a synchronous one that took longer than 60 seconds.",
    schema: {
      params: ById,
      response: { 200: withExample(RunResponse, { status: "COMPLETED", response: { total: 25 } }) },
    },
    run: async (deps, request) => {
      const run = await readRequestedRun(deps.db, request);
      const { answer } = await readRequestView(deps, request, run.id);
      return { status: run.status, response: answer(run.response) };
    },
  }),
];

/** What the request may read of an execution: everything with an API key, the account's view with a session token. */
export async function readRequestView(
  deps: Pick<Deps, "db" | "config">,
  request: FastifyRequest,
  runId: string,
): Promise<AccountView> {
  return isSession(request) ? readAccountView(deps, runId) : WHOLE_VIEW;
}

/**
 * The execution that the path names, if the caller may see it; otherwise 404, as for a session token and tests of the
 * organization's drafts.
 */
export async function readRequestedRun(
  db: Db,
  request: FastifyRequest & { params: Static<typeof ById> },
): Promise<RunWithAccount> {
  const account = findAccountScope(request)?.account;
  const run = await readOwnRun(db, { ...getScope(request), account }, request.params.id);
  if (isSession(request) && !isShownToAccount(run)) throw notFound("Execution");
  return run;
}
