import type { FastifyRequest } from "fastify";
import { type Static, Type } from "typebox";
import { accountScopeIfNamed, scopeOf } from "../auth/guard.ts";
import type { Deps } from "../deps.ts";
import type { Db } from "../platform/database/database.ts";
import { notFound } from "../platform/errors.ts";
import { type App, ById, Record } from "../platform/http/route.ts";
import { envelope, PageEnvelope, PageQuery, pageOf, readDate, readEndDate } from "../platform/page.ts";
import { applicationsOf } from "../workflows/applications.ts";
import { findVersion } from "../workflows/store.ts";
import { findRun, listRuns, listSteps, type RunFilter } from "./list.ts";
import {
  Execution,
  ExecutionSummary,
  presentExecution,
  presentExecutionSummary,
  type RunWithAccount,
  SOURCES,
  STATUSES,
} from "./schema.ts";
import type { RunSource } from "./table.ts";

const tags = ["Executions"];

const DateText = Type.String({ maxLength: 40, description: "ISO 8601 date or time." });
// The real service spells sources in two ways.
const SOURCE_NAMES: Record<string, RunSource> = {
  Event: "Event",
  EVENT: "Event",
  Schedule: "Schedule",
  SCHEDULE: "Schedule",
  "API Call": "API Call",
  API_CALL: "API Call",
};

const ListQuery = Type.Object({
  ...PageQuery.properties,
  status: Type.Optional(Type.Enum(STATUSES)),
  workflow_id: Type.Optional(Type.String()),
  workflow_name: Type.Optional(Type.String({ maxLength: 200, description: "Part of the workflow's name." })),
  execution_id: Type.Optional(Type.String()),
  slug: Type.Optional(Type.String({ description: "Comma list of application slugs." })),
  start_date: Type.Optional(DateText),
  end_date: Type.Optional(DateText),
  execution_type: Type.Optional(Type.Enum(["SYNC", "ASYNC"])),
  execution_source: Type.Optional(Type.Enum([...SOURCES, "EVENT", "SCHEDULE", "API_CALL"])),
  sortAsc: Type.Optional(Type.Boolean({ description: "Oldest first." })),
});

const RunResponse = Record("ExecutionResponse", { status: Type.Enum(STATUSES), response: Type.Unknown() });

/** Executions, read by the SaaS company for all its accounts or for one, and by the account itself. */
export function runRoutes(app: App, deps: Deps): void {
  const { db } = deps;

  app.get(
    "/api/v2/public/execution",
    {
      config: { auth: "either" },
      schema: {
        operationId: "listExecutions",
        summary: "List executions, newest first",
        tags,
        querystring: ListQuery,
        response: { 200: Type.Object({ docs: Type.Array(ExecutionSummary), ...PageEnvelope }) },
      },
    },
    async (request) => {
      const page = pageOf(request.query);
      const filter = { ...readFilter(request.query), account: accountScopeIfNamed(request)?.account };
      const { rows, total } = await listRuns(db, scopeOf(request), filter, page);
      const applicationOf = await applicationsOf(deps, scopeOf(request), rows);
      return {
        docs: rows.map((row) => presentExecutionSummary(row, applicationOf)),
        ...envelope(page, total),
      };
    },
  );

  app.get(
    "/api/v2/public/execution/:id",
    {
      config: { auth: "either" },
      schema: {
        operationId: "getExecution",
        summary: "Read an execution with its nodes",
        tags,
        params: ById,
        response: { 200: Execution },
      },
    },
    async (request) => {
      const run = await readRun(db, request);
      const version = await findVersion(db, run.workflow_id, run.workflow_version);
      const applicationOf = await applicationsOf(deps, scopeOf(request), [run]);
      return presentExecution(run, applicationOf, {
        nodes: version?.nodes ?? [],
        steps: await listSteps(db, run.id),
      });
    },
  );

  app.get(
    "/api/v1/execution/:id/response",
    {
      config: { auth: "either" },
      schema: {
        operationId: "getExecutionResponse",
        summary: "Read what an asynchronous execution returned",
        tags,
        params: ById,
        response: { 200: RunResponse },
      },
    },
    async (request) => {
      const run = await readRun(db, request);
      return { status: run.status, response: run.response };
    },
  );
}

/** The execution that the path names, as far as the caller may see it; 404 otherwise. */
async function readRun(
  db: Db,
  request: FastifyRequest & { params: Static<typeof ById> },
): Promise<RunWithAccount> {
  const account = accountScopeIfNamed(request)?.account;
  const run = await findRun(db, scopeOf(request), request.params.id, account);
  if (!run) throw notFound("Execution");
  return run;
}

function readFilter(query: Static<typeof ListQuery>): RunFilter {
  return {
    status: query.status,
    workflowId: query.workflow_id,
    workflowName: query.workflow_name,
    executionId: query.execution_id,
    slugs: query.slug ? query.slug.split(",").map((slug) => slug.trim()) : undefined,
    from: readDate("start_date", query.start_date),
    until: readEndDate("end_date", query.end_date),
    executionType: query.execution_type,
    source: query.execution_source && SOURCE_NAMES[query.execution_source],
    oldestFirst: query.sortAsc,
  };
}
