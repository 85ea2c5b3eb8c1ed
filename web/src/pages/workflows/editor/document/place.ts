import { ERROR, findLoops } from "../../../../parts/workflow-graph/graph.ts";
import { type Box, drawWorkflow, framesAround, STEP } from "../../../../parts/workflow-graph/layout.ts";
import type { Workflow, WorkflowEdge, WorkflowNode } from "../../workflow.ts";
import { waysFrom } from "./branches.ts";
import {
  type CanvasPoint,
  isUnplaced,
  move,
  type WorkflowDocument,
  type WorkflowDrawing,
} from "./document.ts";

/** The width of a step with few branches, in pixels. */
export const STEP_WIDTH = STEP.width;

const BRANCH_WIDTH = 84;

/** The size of a step: its branches are side by side below it. */
export function getSize(node: WorkflowNode, edges: readonly WorkflowEdge[]) {
  return { ...STEP, width: Math.max(STEP.width, waysFrom(node, edges).length * BRANCH_WIDTH) };
}

/** The position of each node when the whole workflow is laid out, from top to bottom. */
export function placedByLayout({ nodes, edges }: WorkflowDrawing): ReadonlyMap<string, CanvasPoint> {
  const { steps } = drawWorkflow(nodes, edges, widthsOf({ nodes, edges }));
  return new Map([...steps].map(([id, { x, y }]) => [id, { x, y }]));
}

/** How an edge is drawn where its ends are as the layout puts them: from a handle through bends to a step. */
export interface EdgeWay {
  readonly from: CanvasPoint;
  readonly bends: readonly CanvasPoint[];
  readonly to: CanvasPoint;
}

/** The ways of a whole workflow that is laid out, by the ids of edges. */
export function waysByLayout({ nodes, edges }: WorkflowDrawing): ReadonlyMap<string, EdgeWay> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const { ways, steps } = drawWorkflow(nodes, edges, widthsOf({ nodes, edges }));
  const drawn = new Map<string, EdgeWay>();
  for (const { edge, points, bends } of ways) {
    const [source, box, to] = [byId.get(edge.source), steps.get(edge.source), points.at(-1)];
    if (source && box && to)
      drawn.set(edge.id, { from: handleOf(box, edge.sourceHandle, waysFrom(source, edges)), bends, to });
  }
  return drawn;
}

/** Where an edge leaves a step: below it, or at its right side if the step failed. */
function handleOf(box: Box, handle: string | null, ways: readonly (string | null)[]): CanvasPoint {
  if (handle === ERROR) return { x: box.x + box.width, y: box.y + box.height / 2 };
  const share = (ways.indexOf(handle) + 0.5) / ways.length;
  return { x: box.x + box.width * share, y: box.y + box.height };
}

function widthsOf({ nodes, edges }: WorkflowDrawing): ReadonlyMap<string, number> {
  return new Map(nodes.map((node) => [node.id, getSize(node, edges).width]));
}

/** The boxes of nodes at their positions, with the frames around the bodies of loops. */
export function getBoxes({ nodes, edges }: WorkflowDrawing, moved?: ReadonlyMap<string, CanvasPoint>) {
  const steps = new Map<string, Box>(
    nodes.map((node) => [node.id, { ...(moved?.get(node.id) ?? node.position), ...getSize(node, edges) }]),
  );
  return { steps, frames: framesAround(steps, findLoops(nodes, edges)) };
}

/**
 * The editable part of a workflow; one that was written through the API has no positions, and is laid out when
 * opened.
 */
export function getDocument({ nodes, edges, data_slots: fields }: Workflow): WorkflowDocument {
  const stored = { nodes, edges, fields };
  return isUnplaced(stored) ? move(stored, placedByLayout(stored)) : stored;
}
