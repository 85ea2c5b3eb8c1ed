import type { Region } from "../../workflows/definition/plan.ts";
import { advanceRegion } from "../engine/advance.ts";
import { getNodeId, type LoopItem, type PlacedNode } from "../node-at.ts";
import { buildItemPrefix, buildStepPath } from "../path.ts";
import type { StepState } from "../store.ts";
import type { StepStatus } from "../table.ts";

/** The state of the steps of the replayed run, by path. */
type States = ReadonlyMap<string, StepState>;

const ENDED_WELL = new Set<StepStatus>(["Success", "Rejected", "Errored_and_Skipped"]);

/** What a replay keeps in one region on the way to the node where it starts. */
interface Level {
  readonly region: Region;
  readonly prefix: string;
  /** The node where it starts, and everything that may come after it. */
  readonly redone: ReadonlySet<string>;
  /** The loop on the way, and its item. */
  readonly way: LoopItem | undefined;
}

/**
 * Paths of the steps that a replay reuses: those that succeeded and neither are `begin` nor come after it. In the
 * loops around it, items that succeeded stay as they are; in the others, steps that failed or still wait run again.
 */
export function listKeptPaths(states: States, begin: PlacedNode, startId: string): string[] {
  const levels = levelsOf(begin);
  return [...states.keys()].filter(
    (path) => path !== buildStepPath("", startId) && isKept(states, levels, path),
  );
}

/** Whether the run reached a node, or the node directly follows reused steps, as one of a newer version may. */
export function isReached(states: States, { planNode, path, region, around }: PlacedNode): boolean {
  if (around.some((loop) => !states.has(loop.path))) return false;
  if (states.has(path)) return true;
  const { id } = planNode.node;
  const prefix = path.slice(0, path.length - buildStepPath("", id).length);
  const redone = reachedFrom(region, id);
  const keptOf = (other: string) => {
    const state = states.get(buildStepPath(prefix, other));
    return state && !redone.has(other) && ENDED_WELL.has(state.status) ? state : undefined;
  };
  return advanceRegion(region, keptOf, new Date(0)).ready.some(({ node }) => node.node.id === id);
}

function levelsOf({ planNode, path, region, around }: PlacedNode): Level[] {
  const prefixes = ["", ...around.map((item) => buildItemPrefix(item.path, item.index))];
  const outer = around.map((way, depth) => ({
    region: way.region,
    prefix: prefixes[depth] ?? "",
    redone: reachedFrom(way.region, way.loop.node.id),
    way,
  }));
  const { id } = planNode.node;
  const prefix = path.slice(0, path.length - buildStepPath("", id).length);
  return [...outer, { region, prefix, redone: reachedFrom(region, id), way: undefined }];
}

/** A step is kept or dropped with the node on its level that it is, or is inside. */
function isKept(states: States, levels: readonly Level[], path: string): boolean {
  for (const { region, prefix, redone, way } of levels) {
    const own = nodePath(path, prefix);
    if (way?.path !== own) {
      const id = getNodeId(own.slice(prefix.length));
      return region.nodes.has(id) && !redone.has(id) && endedWell(states, own);
    }
    // Its own row is reset to where the loop continues.
    if (path === own) return false;
    if (path.startsWith(buildItemPrefix(own, way.index))) continue;
    const item = path.slice(0, path.indexOf("/", own.length) + 1);
    const inItem = nodePath(path, item);
    return (
      way.loop.body?.nodes.has(getNodeId(inItem.slice(item.length))) === true && endedWell(states, inItem)
    );
  }
  return false;
}

/** Path of the node, directly after `prefix`, that a step is, or is inside. */
function nodePath(path: string, prefix: string): string {
  const end = path.indexOf("[", prefix.length);
  return end === -1 ? path : path.slice(0, end);
}

function endedWell(states: States, path: string): boolean {
  const state = states.get(path);
  return state !== undefined && ENDED_WELL.has(state.status);
}

/** A node and everything that may come after it. */
function reachedFrom({ nodes }: Region, begin: string): Set<string> {
  const reached = new Set([begin]);
  for (const id of reached) for (const { target } of nodes.get(id)?.outgoing ?? []) reached.add(target);
  return reached;
}
