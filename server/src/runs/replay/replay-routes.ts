import type { FastifyRequest } from "fastify";
import { type Static, Type } from "typebox";
import { findAccount, getPrincipal, getScope, isSession } from "../../auth/guard.ts";
import { defineOperations } from "../../auth/operation.ts";
import type { AccountRef, Scope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { Caller, readCaller } from "../../operators/caller.ts";
import { ApiError } from "../../platform/errors.ts";
import { EXAMPLE } from "../../platform/http/example-values.ts";
import { ById, Id, Record, Timestamp, withExample } from "../../platform/http/route.ts";
import { LongPageEnvelope, LongPageQuery, parseLongPage } from "../../platform/page.ts";
import { FilterFields, parseRunFilter } from "../read/filter.ts";
import { ENDED } from "../read/schema.ts";
import { ReplayFields } from "./control-routes.ts";
import {
  countMatching,
  listReplays,
  MOST_REPLAYED,
  type ReplayRow,
  requireReplay,
  startReplay,
  stopReplay,
} from "./replay-many.ts";

const BulkFields = {
  ...FilterFields,
  status: Type.Optional(Type.Enum(ENDED, { description: "Default: all executions that have ended." })),
  linked_account_id: Type.Optional(Type.String({ maxLength: 255 })),
  failed_node: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: "Only executions in which this node failed, also inside a loop.",
    }),
  ),
};

const Body = Type.Object({
  // A misspelt filter must not match everything.
  filter: Type.Object(BulkFields, { additionalProperties: false, minProperties: 1 }),
  ...ReplayFields,
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MOST_REPLAYED,
      default: MOST_REPLAYED,
      description: "The maximum number of executions to replay, oldest first.",
    }),
  ),
  dry_run: Type.Optional(Type.Boolean({ description: "If true, matching executions are only counted." })),
});

const Replay = Record("Replay", {
  _id: Type.Optional({ ...Id, description: "Absent with `dry_run`." }),
  status: Type.Enum(["RUNNING", "COMPLETED", "STOPPED", "DRY_RUN"]),
  matched: Type.Integer({ description: "Number of executions that the filter found." }),
  started: Type.Integer({ description: "Number of executions started so far." }),
  failed: Type.Integer({ description: "Number of executions that could not be replayed." }),
  problems: Type.Array(Type.Object({ execution_id: Id, message: Type.String() }), {
    description: "Why they could not be replayed, for the first ten.",
  }),
  filter: Type.Optional(
    Type.Object(BulkFields, { description: "The filter as requested. Absent with a session token." }),
  ),
  from_node: Type.Optional(Type.String()),
  version: Type.Optional(Type.Enum(["same", "published"])),
  settings: Type.Optional(Type.Enum(["same", "current"])),
  started_by: Type.Optional({ ...Caller, description: "Absent with a session token." }),
  created_at: Type.Optional(Timestamp),
  updated_at: Type.Optional(Timestamp),
  finished_at: Type.Optional(Timestamp),
});

const operation = defineOperations<Deps>("Executions");

/** Replays all executions that match a filter. */
export const REPLAY_OPERATIONS = [
  operation({
    id: "replayExecutions",
    method: "post",
    path: "/api/v2/public/execution/replay",
    least: "support",
    credentials: "either",
    summary: "Replay many executions",
    description:
      "Replays all ended executions that match a filter, oldest first, each once, in the background. `dry_run` only counts them. Only the latest matching attempt of each execution is replayed, and only if no later one has succeeded or is running. At most 100,000 at a time. Returns 400 if searching takes longer than 10 seconds.",
    schema: {
      body: withExample(Body, {
        filter: { workflow_id: EXAMPLE.workflow, status: "ERRORED", start_date: "2026-01-30" },
        from_node: "failed",
        dry_run: true,
      }),
      response: {
        200: withExample(Replay, { status: "DRY_RUN", matched: 17, started: 0, failed: 0, problems: [] }),
      },
    },
    run: async (deps, request) => {
      const {
        filter: given,
        from_node: fromNode,
        version = "same",
        settings = "same",
        limit,
        dry_run,
      } = request.body;
      const scope = {
        ...getScope(request),
        account: await accountOf(deps, request, given.linked_account_id),
      };
      const named = parseRunFilter(given, { byAccount: isSession(request) });
      const filter = { ...named, account: scope.account, failedNode: given.failed_node };
      const most = limit ?? MOST_REPLAYED;
      if (dry_run) {
        const matched = await countMatching(deps, scope, filter, most);
        return { status: "DRY_RUN" as const, matched, started: 0, failed: 0, problems: [] };
      }
      const options = { fromNode, version, settings, byAccount: isSession(request) };
      const startedBy = await readCaller(deps.db, getPrincipal(request));
      const asked = scope.account ? { ...given, linked_account_id: scope.account.accountId } : given;
      const wish = { filter, asked, startedBy, options, limit: most };
      return present(await startReplay(deps, scope, wish), request);
    },
  }),
  operation({
    id: "listReplays",
    method: "get",
    path: "/api/v2/public/execution/replay",
    least: "viewer",
    credentials: "either",
    summary: "List replays",
    description:
      "Returns bulk replays, newest first, with their filter, who started them, and their progress.",
    schema: {
      querystring: LongPageQuery,
      response: { 200: Type.Object({ docs: Type.Array(Replay), ...LongPageEnvelope }) },
    },
    run: async ({ db }, request) => {
      const { rows, envelope } = await listReplays(
        db,
        scopeAndAccount(request),
        parseLongPage(request.query),
      );
      return { docs: rows.map((row) => present(row, request)), ...envelope };
    },
  }),
  operation({
    id: "getReplay",
    method: "get",
    path: "/api/v2/public/execution/replay/:id",
    least: "viewer",
    credentials: "either",
    summary: "Get a replay",
    description:
      "Returns the progress of a bulk replay. `problems` says why executions could not be replayed, for the first ten.",
    schema: { params: ById, response: { 200: Replay } },
    run: async ({ db }, request) =>
      present(await requireReplay(db, scopeAndAccount(request), request.params.id), request),
  }),
  operation({
    id: "stopReplay",
    method: "post",
    path: "/api/v2/public/execution/replay/:id/stop",
    least: "support",
    credentials: "either",
    summary: "Stop a replay",
    description:
      "Stops a replay from starting further executions; those already started continue. Stopping one that has ended changes nothing.",
    schema: { params: ById, response: { 200: Replay } },
    run: async (deps, request) =>
      present(await stopReplay(deps, scopeAndAccount(request), request.params.id), request),
  }),
];

function scopeAndAccount(request: FastifyRequest): Scope & { account?: AccountRef } {
  return { ...getScope(request), account: request.account };
}

/** The account that a replay is limited to: the token's, or the one in the header or filter. */
async function accountOf(
  { database }: Pick<Deps, "database">,
  request: FastifyRequest,
  named: string | undefined,
): Promise<AccountRef | undefined> {
  if (named === undefined || named === request.account?.accountId) return request.account;
  const account = isSession(request) ? undefined : await findAccount(database, getScope(request), named);
  if (account && !request.account) return account;
  throw new ApiError(
    "bad_request",
    "INVALID_LINKED_ACCOUNT_ID",
    request.account
      ? "filter.linked_account_id names another linked account than the request."
      : "There is no linked account with this filter.linked_account_id.",
  );
}

function present(row: ReplayRow, request: FastifyRequest): Static<typeof Replay> {
  const { fromNode, version, settings } = row.options;
  return {
    _id: row.id,
    status: row.status,
    matched: row.matched,
    started: row.started,
    failed: row.failed,
    problems: row.problems,
    ...(!isSession(request) && { filter: row.filter ?? undefined, started_by: row.started_by ?? undefined }),
    from_node: fromNode,
    version,
    settings,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    finished_at: row.finished_at?.toISOString(),
  };
}
