import { findLoops } from "../../../../parts/workflow-graph/graph.ts";
import { type Box, drawWorkflow, framesAround, STEP } from "../../../../parts/workflow-graph/layout.ts";
import type { Workflow, WorkflowNode } from "../../workflow.ts";
import { waysFrom } from "./branches.ts";
import {
  type CanvasPoint,
  isUnplaced,
  move,
  type WorkflowDocument,
  type WorkflowDrawing,
  type WorkflowEdge,
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
  const widths = new Map(nodes.map((node) => [node.id, getSize(node, edges).width]));
  const { steps } = drawWorkflow(nodes, edges, widths);
  return new Map([...steps].map(([id, { x, y }]) => [id, { x, y }]));
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
