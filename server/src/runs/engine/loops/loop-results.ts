import { runStatement as execute } from "../../../platform/database/database.ts";
import type { Json } from "../../../platform/json/json.ts";
import type { Region } from "../../../workflows/definition/plan.ts";
import { buildItemPrefix, buildLoopPrefix, buildStepPath } from "../../path.ts";
import { addHeldResult, findExcess, removeHeldResult } from "../../results/held-results.ts";
import { mergeOutputs } from "../advance.ts";
import { type LoopResults, readSteps } from "../load-steps.ts";
import type { Progress } from "../progress.ts";

// How many outputs one query reads.
const CHUNK = 200;

/** Whether an item of a loop has ended. */
export function isItemDone({ loops }: Progress, loopPath: string, index: number): boolean {
  const loop = loops.get(loopPath);
  return loop !== undefined && (loop.results.has(index) || loop.stored.has(index));
}

/** Keeps the result of an item and drops the rest: no expression can see its steps any more. */
export function setItemResult(progress: Progress, loopPath: string, index: number, result: Json): void {
  releaseSteps(progress, buildItemPrefix(loopPath, index));
  const loop: LoopResults = progress.loops.get(loopPath) ?? { results: new Map(), stored: new Map() };
  progress.loops.set(loopPath, loop);
  loop.results.set(index, result);
  // In one go: a loop may have thousands of them.
  addHeldResult(progress.held, buildLoopPrefix(loopPath), result);
}

/** Drops everything inside a loop, which is over. */
export function releaseLoop(progress: Progress, loopPath: string): void {
  progress.loops.delete(loopPath);
  releaseSteps(progress, buildLoopPrefix(loopPath));
}

function releaseSteps({ steps, loops, parked, held }: Progress, prefix: string): void {
  for (const kept of [steps, loops, parked])
    for (const path of kept.keys()) if (path.startsWith(prefix)) kept.delete(path);
  for (const key of held.sizes.keys()) if (key.startsWith(prefix)) removeHeldResult(held, key);
}

/** The results of a loop's items, in order, including those not yet read; a sentence if they are too large. */
export async function collectResults(
  progress: Progress,
  loopPath: string,
  { items, body }: { items: readonly Json[]; body: Region | undefined },
): Promise<Json[] | string> {
  const { results, stored } = progress.loops.get(loopPath) ?? {};
  if (stored && stored.size > 0) {
    const problem = await readStored(progress, loopPath, stored);
    if (problem !== undefined) return problem;
  }
  const isEmpty = !body || body.entries.length === 0;
  return items.map((item, index) => (isEmpty ? item : (results?.get(index) ?? null)));
}

async function readStored(
  progress: Progress,
  loopPath: string,
  stored: Map<number, readonly string[]>,
): Promise<string | undefined> {
  const { deps, run, held, passwords } = progress;
  const items = [...stored].map(([index, ids]) => ({ index, ids, prefix: buildItemPrefix(loopPath, index) }));
  const pathsOf = ({ ids, prefix }: (typeof items)[number]) => ids.map((id) => buildStepPath(prefix, id));
  const [row] = await execute<{ bytes: number }>(deps.db, SIZE, [run.id, items.flatMap(pathsOf)]);
  const problem = findExcess(held, loopPath, row?.bytes ?? 0);
  if (problem !== undefined) return problem;
  for (let from = 0; from < items.length; from += CHUNK) {
    const some = items.slice(from, from + CHUNK);
    const steps = await readSteps(deps.db, run, { paths: some.flatMap(pathsOf) });
    for (const { index, ids, prefix } of some) {
      const result = mergeOutputs(ids, (id) => {
        const step = steps.get(buildStepPath(prefix, id));
        return step?.sealed ? passwords.open(step.sealed) : (step?.output ?? null);
      });
      setItemResult(progress, loopPath, index, result);
    }
  }
  stored.clear();
  return undefined;
}

// Parts that were taken out of an output count as well.
const SIZE = {
  text: `select coalesce(sum(octet_length(output::text) + coalesce((
      select sum((ref ->> 'size')::bigint) from json_array_elements(refs) ref where ref -> 'at' ->> 0 = 'output'), 0)), 0)::float8 as bytes
    from (
      select distinct on (path) output, refs from run_steps where run_id = $1 and path = any ($2::text[])
      order by path, attempt desc
    ) s`,
};

/** Whether something inside a loop waits or is to be retried. */
export function isOpenInside({ steps }: Progress, loopPath: string): boolean {
  const prefix = buildLoopPrefix(loopPath);
  return [...steps].some(
    ([path, { status, retryAt }]) => path.startsWith(prefix) && (status === "Waiting" || retryAt !== null),
  );
}
