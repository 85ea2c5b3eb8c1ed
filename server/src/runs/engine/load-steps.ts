import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { Plan, Region } from "../../workflows/definition/plan.ts";
import { buildItemPrefix, buildStepPath } from "../path.ts";
import { readStepPayloads } from "../results/payload-store.ts";
import type { PayloadRef } from "../results/payloads.ts";
import { loadStates, type RunRow, type StepState } from "../store.ts";
import { advanceRegion, findLastNodes } from "./advance.ts";

/** A step with its sealed output, if passwords are hidden in it. */
export type SealedState = StepState & { readonly sealed: string | null };

/** The results of a running loop's items, by their numbers. */
export interface LoopResults {
  readonly results: Map<number, StepState["output"]>;
  /** Results not yet read: the nodes whose outputs make them up. */
  readonly stored: Map<number, readonly string[]>;
}

/** What a run resumes from. */
export interface LoadedSteps {
  /** The newest attempt at each path, without those inside ended items and loops. */
  readonly steps: Map<string, SealedState>;
  /** Running loops, by path. */
  readonly loops: Map<string, LoopResults>;
}

type RunId = Pick<RunRow, "id" | "org_id">;

/**
 * Reads the steps that a run may still need: no outputs of ended items, of which there may be thousands.
 * Before large steps are read, `admit` is told their bytes; if it throws, reading ends.
 */
export async function loadSteps(
  db: Db,
  run: RunId,
  plan: Plan,
  admit: (bytes: number) => void = () => {},
): Promise<LoadedSteps> {
  const hasLoops = [...plan.nodes.values()].some(({ body }) => body);
  if (!hasLoops) return { steps: await readSteps(db, run, { admit }), loops: new Map() };
  const states = await loadStates(db, run.id);
  const { paths, loops } = neededOf(plan, states);
  return { steps: await readSteps(db, run, { paths, admit }), loops };
}

/** The newest attempt at each path, or at each of `paths`. */
export async function readSteps(
  db: Db,
  { id, org_id: orgId }: RunId,
  { paths, admit }: { paths?: readonly string[]; admit?: (bytes: number) => void } = {},
): Promise<Map<string, SealedState>> {
  const rows = await db
    .selectFrom("run_steps")
    .select(["path", "status", "attempt", "retry_at as retryAt", "handle", "wait", "output", "error"])
    .select(["refs", "sealed"])
    .distinctOn("path")
    .where("run_id", "=", id)
    .$if(paths !== undefined, (query) => query.where(sql<boolean>`path = any (${paths})`))
    .orderBy("path")
    .orderBy("attempt", "desc")
    .execute();
  admit?.(rows.reduce((sum, { refs }) => sum + largeBytes(refs), 0));
  const whole = await readStepPayloads(db, orgId, rows);
  return new Map(whole.map(({ path, refs: _refs, ...state }) => [path, state]));
}

function largeBytes(refs: readonly PayloadRef[] | null): number {
  return (refs ?? []).reduce((sum, { at, size }) => (at[0] === "output" ? sum + size : sum), 0);
}

type States = ReadonlyMap<string, StepState>;

function neededOf(plan: Plan, states: States): { paths: string[]; loops: Map<string, LoopResults> } {
  const begun = begunItems(states);
  const paths: string[] = [];
  const loops = new Map<string, LoopResults>();
  const walk = (region: Region, prefix: string) => {
    for (const [id, { body }] of region.nodes) {
      const path = buildStepPath(prefix, id);
      const state = states.get(path);
      if (!state) continue;
      paths.push(path);
      if (!body || state.wait?.kind !== "each") continue;
      const stored = new Map<number, readonly string[]>();
      loops.set(path, { results: new Map(), stored });
      for (const index of begun.get(path) ?? []) {
        const item = buildItemPrefix(path, index);
        const last = resultNodes(body, (inner) => states.get(buildStepPath(item, inner)));
        if (last) stored.set(index, last);
        else walk(body, item);
      }
    }
  };
  walk(plan, "");
  return { paths, loops };
}

/** The nodes that make up the result of an item; undefined until it has ended. */
function resultNodes(
  body: Region,
  stepOf: (id: string) => StepState | undefined,
): readonly string[] | undefined {
  // Every retry counts as not yet due.
  const { ready, waiting, retryAt, failed } = advanceRegion(body, stepOf, new Date(0));
  const isDone = ready.length === 0 && waiting.length === 0 && !retryAt && !failed;
  return isDone ? findLastNodes(body, stepOf) : undefined;
}

/** The items that have steps, by the paths of their loops. */
function begunItems(states: States): ReadonlyMap<string, ReadonlySet<number>> {
  const begun = new Map<string, Set<number>>();
  for (const path of states.keys())
    for (const { index: at, 1: number } of path.matchAll(/\[(\d+)\]/g)) {
      const loop = path.slice(0, at);
      const items = begun.get(loop) ?? new Set<number>();
      begun.set(loop, items.add(Number(number)));
    }
  return begun;
}
