import { sql } from "kysely";
import { json, type Tx } from "../../platform/database/database.ts";
import { badField } from "../../platform/errors.ts";
import { isObject, type Json } from "../../platform/json/json.ts";
import type { Fields } from "../../workflows/definition/graph.ts";
import { getIterations } from "../../workflows/nodes/loop.ts";
import type { LoopItem } from "../node-at.ts";
import { HIDDEN } from "../passwords.ts";
import { readStepPayloads } from "../results/payload-store.ts";
import type { RunRow } from "../store.ts";
import type { Wait } from "../table.ts";

/** A loop as it was while it ran: what a replay restores to continue in it. */
export interface ResumedLoop {
  readonly path: string;
  readonly nodeId: string;
  readonly attempt: number;
  readonly input: Json;
  readonly items: Json;
  readonly sealed: string | null;
  readonly wait: Wait;
}

/** The loops around the node where a replay starts; 400 if one cannot be continued. */
export async function readLoops(
  tx: Tx,
  { id, org_id: orgId }: Pick<RunRow, "id" | "org_id">,
  around: readonly LoopItem[],
): Promise<ResumedLoop[]> {
  if (around.length === 0) return [];
  const rows = await tx
    .selectFrom("run_steps")
    .select(["path", "node_id", "attempt", "status", "input", "output", "wait", "refs", "sealed"])
    .distinctOn("path")
    .where("run_id", "=", id)
    .where(sql<boolean>`path = any (${around.map(({ path }) => path)})`)
    .orderBy("path")
    .orderBy("attempt", "desc")
    .execute();
  const byPath = new Map((await readStepPayloads(tx, orgId, rows)).map((row) => [row.path, row]));
  return around.flatMap((item) => {
    const row = byPath.get(item.path);
    return row ? [resumed(item, row)] : [];
  });
}

interface LoopRow {
  readonly path: string;
  readonly node_id: string;
  readonly attempt: number;
  readonly status: string;
  readonly input: Json;
  readonly output: Json;
  readonly wait: Wait | null;
  readonly sealed: string | null;
}

function resumed({ loop, path, index }: LoopItem, row: LoopRow): ResumedLoop {
  const base = { path, nodeId: row.node_id, attempt: row.attempt, input: row.input };
  // It was stopped while it ran.
  const stood =
    row.status === "Waiting" && row.wait?.kind === "each"
      ? { items: row.output, sealed: row.sealed, wait: row.wait }
      : { ...iterations(loop.node, row.input), sealed: null };
  const count = Array.isArray(stood.items) ? stood.items.length : 0;
  if (index < count) return { ...base, ...stood };
  throw badField(
    "from_node",
    `from_node: the loop "${path}" had ${count} items, and they are numbered from 0.`,
  );
}

/** Its items, according to its record. */
function iterations({ id, is_batch: isBatch }: LoopItem["loop"]["node"], input: Json) {
  if (!isObject(input) || !Array.isArray(input.items))
    throw badField("from_node", `from_node: the loop "${id}" had not started: start with the loop itself.`);
  if (JSON.stringify(input.items).includes(HIDDEN))
    throw badField(
      "from_node",
      `from_node: items of the loop "${id}" contain a password, which its record hides: start with the loop itself.`,
    );
  const { items, concurrency } = getIterations(input as Fields, isBatch);
  return { items, wait: { kind: "each" as const, concurrency } };
}

/** Sets loops of a new run to where they continue. */
export async function insertLoops(
  tx: Tx,
  runId: string,
  loops: readonly ResumedLoop[],
  now: Date,
): Promise<void> {
  if (loops.length === 0) return;
  const rows = loops.map(({ path, nodeId, attempt, input, items, sealed, wait }) => ({
    run_id: runId,
    path,
    attempt,
    node_id: nodeId,
    status: "Waiting" as const,
    input: json(input),
    output: json(items),
    sealed,
    wait: json(wait),
    error: null,
    logs: null,
    retry_at: null,
    started_at: now,
    duration_ms: 0,
  }));
  await tx.insertInto("run_steps").values(rows).execute();
}
