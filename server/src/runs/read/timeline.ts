import { sql } from "kysely";
import { type Static, Type } from "typebox";
import { defineOperations } from "../../auth/operation.ts";
import type { Deps } from "../../deps.ts";
import type { Db } from "../../platform/database/database.ts";
import { badField } from "../../platform/errors.ts";
import { ById, Record } from "../../platform/http/route.ts";
import { LAST_MOMENT_MS } from "../../platform/moment.ts";
import { findVersion } from "../../workflows/store.ts";
import type { StoredStep } from "../store.ts";
import { readRequestedRun, readRequestView } from "./routes.ts";
import { Attempt, presentError } from "./schema.ts";

const MOST_ROWS = 500;

const Query = Type.Object({
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      default: MOST_ROWS,
      description: "Records per page; more than 500 is treated as 500.",
    }),
  ),
  after: Type.Optional(Type.String({ maxLength: 4000, description: "`nextCursor` of the previous page." })),
});

const { attempt, status, error, started_at, execution_time, retry_at, stand_in } = Attempt.properties;
const TimelineStep = Record("ExecutionTimelineStep", {
  path: Type.String({
    description: "The node's id; inside loops, with the items, such as `loop[3]/node`.",
  }),
  node_id: Type.String(),
  node_name: Type.Optional(Type.String()),
  attempt,
  status,
  error,
  started_at,
  execution_time,
  retry_at,
  is_copied: Type.Optional(
    Type.Boolean({ description: "Whether it was reused from the execution that this one repeats." }),
  ),
  stand_in,
  waits_for: Type.Optional(
    Type.Enum(["time", "answer", "child", "each"], {
      description: "For a step that waits: a time, an answer, a called workflow, or the items of its loop.",
    }),
  ),
  waits_until: Type.Optional(Type.String({ description: "When it gives up or resumes automatically." })),
});
const Timeline = Type.Object({
  docs: Type.Array(TimelineStep),
  nextCursor: Type.Union([Type.String(), Type.Null()], {
    description: "Pass it as `after`; null on the last page. More may follow while the execution runs.",
  }),
});

type TimelineRow = Pick<
  StoredStep,
  | "path"
  | "node_id"
  | "attempt"
  | "status"
  | "error"
  | "started_at"
  | "duration_ms"
  | "retry_at"
  | "is_copied"
  | "stand_in"
  | "wait"
>;

const operation = defineOperations<Deps>("Executions");

/** When each attempt at each step began and how long it took, without its input and output. */
export const TIMELINE_OPERATIONS = [
  operation({
    id: "getExecutionTimeline",
    method: "get",
    path: "/api/v2/public/execution/:id/timeline",
    least: "viewer",
    credentials: "either",
    summary: "Get an execution's timeline",
    description:
      "Returns all attempts of all steps of an execution, including those inside loops, in the order they started, with durations and errors but without values. A page has up to 500; continue with `after`.",
    schema: { params: ById, querystring: Query, response: { 200: Timeline } },
    run: async (deps, request) => {
      const run = await readRequestedRun(deps.db, request);
      const { limit = MOST_ROWS, after } = request.query;
      const most = Math.min(limit, MOST_ROWS);
      const found = await readTimeline(deps.db, run.id, { limit: most + 1, after: readCursor(after) });
      const rows = found.slice(0, most);
      const version = await findVersion(deps.db, run.workflow_id, run.workflow_version);
      const names = new Map(version?.nodes.map(({ id, name }) => [id, name]));
      const view = await readRequestView(deps, request, run.id);
      const last = rows.at(-1);
      return {
        docs: rows.map((row) => view.step(present(row, names.get(row.node_id)), "other")),
        nextCursor: found.length > most && last ? writeCursor(last) : null,
      };
    },
  }),
];

/** The position of an attempt in the order. */
type TimelinePosition = Pick<TimelineRow, "path" | "attempt" | "started_at">;

function readTimeline(
  db: Db,
  runId: string,
  { limit, after }: { limit: number; after: TimelinePosition | undefined },
): Promise<TimelineRow[]> {
  const query = db
    .selectFrom("run_steps")
    .select(["path", "node_id", "attempt", "status", "error", "started_at", "duration_ms", "retry_at"])
    .select(["is_copied", "stand_in", "wait"])
    .where("run_id", "=", runId);
  const rest = after
    ? query.where(
        sql<boolean>`(started_at, path, attempt) > (${after.started_at}::timestamptz, ${after.path}, ${after.attempt}::int)`,
      )
    : query;
  return rest.orderBy("started_at").orderBy("path").orderBy("attempt").limit(limit).execute();
}

function present(row: TimelineRow, name: string | undefined): Static<typeof TimelineStep> {
  const { wait } = row;
  return {
    path: row.path,
    node_id: row.node_id,
    node_name: name,
    attempt: row.attempt,
    status: row.status,
    error: presentError(row.error),
    started_at: row.started_at.toISOString(),
    execution_time: row.duration_ms,
    retry_at: row.retry_at?.toISOString(),
    is_copied: row.is_copied || undefined,
    stand_in: row.stand_in ?? undefined,
    ...(row.status === "Waiting" && wait && { waits_for: wait.kind }),
    ...(row.status === "Waiting" && wait && "until" in wait && { waits_until: wait.until }),
  };
}

function writeCursor({ started_at: at, attempt: number, path }: TimelinePosition): string {
  return Buffer.from(JSON.stringify([at.getTime(), number, path])).toString("base64url");
}

function readCursor(text: string | undefined): TimelinePosition | undefined {
  if (!text) return undefined;
  const [ms, number, path] = partsOf(text);
  const isMoment = typeof ms === "number" && ms >= 0 && ms <= LAST_MOMENT_MS;
  const isAttempt = typeof number === "number" && Number.isInteger(number) && Math.abs(number) < 2 ** 31;
  if (!isMoment || !isAttempt || typeof path !== "string" || path.includes("\0"))
    throw badField("after", "after must be the nextCursor of another page of this list.");
  return { started_at: new Date(ms), attempt: number, path };
}

function partsOf(text: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, "base64url").toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}
