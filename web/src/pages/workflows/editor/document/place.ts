import { ERROR, findLoops } from "../../../../parts/workflow-graph/graph.ts";
import { type Box, drawWorkflow, framesAround, STEP } from "../../../../parts/workflow-graph/layout.ts";
import type { NodeTypes } from "../../../../parts/workflow-graph/node-types.ts";
import type { Workflow, WorkflowNode } from "../../workflow.ts";
import { waysFrom } from "./branches.ts";
import { type CanvasPoint, isUnplaced, move, type TypedDrawing, type WorkflowDocument } from "./document.ts";

/** The width of a step with few branches, in pixels. */
export const STEP_WIDTH = STEP.width;

const BRANCH_WIDTH = 84;

/** The size of a step: its branches are side by side below it. */
export function getSize(node: WorkflowNode, drawing: TypedDrawing) {
  return { ...STEP, width: Math.max(STEP.width, waysFrom(node, drawing).length * BRANCH_WIDTH) };
}

/** The position of each node when the whole workflow is laid out, from top to bottom. */
export function placedByLayout(drawing: TypedDrawing): ReadonlyMap<string, CanvasPoint> {
  const { steps } = drawWorkflow(drawing, widthsOf(drawing));
  return new Map([...steps].map(([id, { x, y }]) => [id, { x, y }]));
}

/** How an edge is drawn where its ends are as the layout puts them: from a handle through bends to a step. */
export interface EdgeWay {
  readonly from: CanvasPoint;
  readonly bends: readonly CanvasPoint[];
  readonly to: CanvasPoint;
}

/** The ways of a whole workflow that is laid out, by the ids of edges. */
export function waysByLayout(drawing: TypedDrawing): ReadonlyMap<string, EdgeWay> {
  const byId = new Map(drawing.nodes.map((node) => [node.id, node]));
  const { ways, steps } = drawWorkflow(drawing, widthsOf(drawing));
  const drawn = new Map<string, EdgeWay>();
  for (const { edge, points, bends } of ways) {
    const [source, box, to] = [byId.get(edge.source), steps.get(edge.source), points.at(-1)];
    if (source && box && to)
      drawn.set(edge.id, { from: handleOf(box, edge.sourceHandle, waysFrom(source, drawing)), bends, to });
  }
  return drawn;
}

/** Where an edge leaves a step: below it, or at its right side if the step failed. */
function handleOf(box: Box, handle: string | null, ways: readonly (string | null)[]): CanvasPoint {
  if (handle === ERROR) return { x: box.x + box.width, y: box.y + box.height / 2 };
  const share = (ways.indexOf(handle) + 0.5) / ways.length;
  return { x: box.x + box.width * share, y: box.y + box.height };
}

function widthsOf(drawing: TypedDrawing): ReadonlyMap<string, number> {
  return new Map(drawing.nodes.map((node) => [node.id, getSize(node, drawing).width]));
}

/** The boxes of nodes at their positions, with the frames around the bodies of loops. */
export function getBoxes(drawing: TypedDrawing, moved?: ReadonlyMap<string, CanvasPoint>) {
  const steps = new Map<string, Box>(
    drawing.nodes.map((node) => [
      node.id,
      { ...(moved?.get(node.id) ?? node.position), ...getSize(node, drawing) },
    ]),
  );
  return { steps, frames: framesAround(steps, findLoops(drawing)) };
}

/**
 * The editable part of a workflow; one that was written through the API has no positions, and is laid out when
 * opened.
 */
export function getDocument(
  { nodes, edges, data_slots: fields }: Workflow,
  types: NodeTypes,
): WorkflowDocument {
  const stored = { nodes, edges, fields, types };
  return isUnplaced(stored) ? move(stored, placedByLayout(stored)) : stored;
}
