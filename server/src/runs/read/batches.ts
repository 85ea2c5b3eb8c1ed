import { type Db, runStatement as execute } from "../../platform/database/database.ts";
import type { Json } from "../../platform/json/json.ts";
import type { Page } from "../../platform/page.ts";
import type { Region } from "../../workflows/definition/plan.ts";
import { advanceRegion, buildRegionResult } from "../engine/advance.ts";
import type { PlacedNode } from "../node-at.ts";
import { buildItemPrefix, buildStepPath } from "../path.ts";
import { readStepPayloads } from "../results/payload-store.ts";
import type { PayloadRef } from "../results/payloads.ts";
import type { RunRow, StepState } from "../store.ts";

/** The state of one item of a loop. */
export interface Batch {
  readonly batch_index: number;
  readonly status: BatchStatus;
  /** The result of the body, or the error of the node that failed. */
  readonly output: Json;
}

export const BATCH_STATUSES = ["Success", "Ready", "Errored", "Waiting", "Stopped", "Timed_Out"] as const;
export type BatchStatus = (typeof BATCH_STATUSES)[number];

// How many items one query looks at when they are filtered by state.
const CHUNK = 500;

/** One page of a loop's items, in order; filtered by state if `status` is given. Reads no more items than it must. */
export async function readBatches(
  db: Db,
  run: Pick<RunRow, "id" | "org_id" | "finished_at">,
  loop: PlacedNode,
  { page, status }: { page: Page; status?: BatchStatus },
): Promise<{ docs: Batch[]; total: number }> {
  const count = await countItems(db, run.id, loop);
  const body = loop.planNode.body;
  if (!body || body.entries.length === 0 || count === 0) return { docs: [], total: 0 };
  const items = { db, run, path: loop.path, body };
  if (status === undefined) {
    const indexes = range(page.offset, Math.min(page.offset + page.limit, count));
    return { docs: await readItems(items, indexes, { outputs: true }), total: count };
  }
  const matching: number[] = [];
  for (let from = 0; from < count; from += CHUNK) {
    const some = await readItems(items, range(from, Math.min(from + CHUNK, count)), { outputs: false });
    matching.push(...some.filter((one) => one.status === status).map((one) => one.batch_index));
  }
  const shown = matching.slice(page.offset, page.offset + page.limit);
  return { docs: await readItems(items, shown, { outputs: true }), total: matching.length };
}

interface Items {
  readonly db: Db;
  readonly run: Pick<RunRow, "id" | "org_id" | "finished_at">;
  /** Of the loop. */
  readonly path: string;
  readonly body: Region;
}

// Ended: the results; running: the items; failed: only its input is left.
const COUNT = {
  text: `select case
      when json_typeof(output) = 'array' then json_array_length(output)
      when json_typeof(output -> 'body') = 'array' then json_array_length(output -> 'body')
      when json_typeof(input -> 'items') = 'array' then json_array_length(input -> 'items')
      else 0 end as n,
    json_typeof(output) = 'array' or json_typeof(output -> 'body') = 'array' as exact,
    (input ->> 'batch_size')::int as size
    from run_steps where run_id = $1 and path = $2 order by attempt desc limit 1`,
};
const DEFAULT_BATCH = 100;

async function countItems(db: Db, runId: string, { path, planNode }: PlacedNode): Promise<number> {
  const [row] = await execute<{ n: number; exact: boolean | null; size: number | null }>(db, COUNT, [
    runId,
    path,
  ]);
  if (!row) return 0;
  return row.exact || !planNode.node.is_batch ? row.n : Math.ceil(row.n / (row.size ?? DEFAULT_BATCH));
}

async function readItems(
  { db, run, path, body }: Items,
  indexes: readonly number[],
  { outputs }: { outputs: boolean },
): Promise<Batch[]> {
  if (indexes.length === 0) return [];
  const prefixes = indexes.map((index) => buildItemPrefix(path, index));
  const paths = prefixes.flatMap((prefix) => [...body.nodes.keys()].map((id) => buildStepPath(prefix, id)));
  const rows = await execute<StepState & { path: string; refs: PayloadRef[] | null }>(
    db,
    {
      text: `select distinct on (path) path, status, attempt, retry_at as "retryAt", handle, wait, error,
          ${outputs ? "output, refs" : "null::json as output, null::json as refs"}
        from run_steps where run_id = $1 and path = any ($2::text[]) order by path, attempt desc`,
    },
    [run.id, paths],
  );
  const whole = await readStepPayloads(db, run.org_id, rows);
  const steps = new Map<string, StepState>(whole.map(({ path, refs: _refs, ...state }) => [path, state]));
  return indexes.map((index, at) => {
    const stepOf = (id: string) => steps.get(buildStepPath(prefixes[at] ?? "", id));
    const item = { body, stepOf, prefix: prefixes[at] ?? "" };
    return { batch_index: index, ...standingOf(item, run.finished_at !== null) };
  });
}

interface Item {
  readonly body: Region;
  readonly stepOf: (id: string) => StepState | undefined;
  /** The prefix of its steps' paths. */
  readonly prefix: string;
}

/** The state of a failed item, by its error; `Errored` for all others. */
const FAILED_AS = new Map<string, BatchStatus>([
  ["NODE_TIMEOUT", "Timed_Out"],
  ["WAIT_TIMEOUT", "Timed_Out"],
  ["STOPPED", "Stopped"],
]);

function standingOf({ body, stepOf, prefix }: Item, hasEnded: boolean): Omit<Batch, "batch_index"> {
  // Every retry counts as not yet due.
  const { ready, waiting, retryAt, failed } = advanceRegion(body, stepOf, new Date(0));
  if (failed) {
    const { code, message, status, nodeId = "", path = buildStepPath(prefix, nodeId) } = failed;
    const error = { code, message, ...(status !== undefined && { status }), path };
    return { status: FAILED_AS.get(code) ?? "Errored", output: { error } };
  }
  if (waiting.length > 0 || retryAt) return { status: hasEnded ? "Stopped" : "Waiting", output: null };
  if (ready.length === 0) return { status: "Success", output: buildRegionResult(body, stepOf) };
  const isBegun = [...body.nodes.keys()].some((id) => stepOf(id));
  return { status: isBegun && hasEnded ? "Stopped" : "Ready", output: null };
}

function range(from: number, until: number): number[] {
  return Array.from({ length: Math.max(0, until - from) }, (_, index) => from + index);
}
