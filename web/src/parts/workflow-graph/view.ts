import { MarkerType } from "@xyflow/react";
import { WORKFLOW_GRAPH } from "../../words/workflows/workflow-graph.ts";
import type { GraphEdge } from "./graph.ts";
import { type Box, type Drawing, STEP } from "./layout.ts";

const MARGIN = 24;

/** Zoom levels of a drawing. At `readable` names are easy to read; it opens smaller only if it is wide. */
const ZOOM = { least: 0.2, first: 0.6, readable: 0.9, most: 1.5 };

/** How a drawing is fitted into view: next to the zoom buttons and below what is at the upper edge. */
export const FIT = { padding: { top: "48px", right: "24px", bottom: "24px", left: "64px" } } as const;

/** React Flow's settings in every drawing; keys and focus are our own. */
export const FLOW_SETTINGS = {
  minZoom: ZOOM.least,
  maxZoom: ZOOM.most,
  nodesFocusable: false,
  edgesFocusable: false,
  disableKeyboardA11y: true,
  zoomOnDoubleClick: false,
  ariaLabelConfig: {
    "controls.ariaLabel": WORKFLOW_GRAPH.zoom,
    "controls.zoomIn.ariaLabel": WORKFLOW_GRAPH.zoomIn,
    "controls.zoomOut.ariaLabel": WORKFLOW_GRAPH.zoomOut,
    "controls.fitView.ariaLabel": WORKFLOW_GRAPH.fit,
  },
  proOptions: { hideAttribution: true },
} as const;

/** The end of an edge. */
export const ARROW = { type: MarkerType.ArrowClosed, color: "var(--way)", width: 14, height: 14 };

/** The label of an edge for screen readers; React Flow's own is in English and names ids. */
export function describeEdge(
  { source, target }: Pick<GraphEdge, "source" | "target">,
  names: ReadonlyMap<string, string>,
): string {
  return WORKFLOW_GRAPH.edgeFromTo({ from: names.get(source) ?? source, to: names.get(target) ?? target });
}

/** The position and size of a step or frame, for React Flow. */
export function placed({ x, y, width, height }: Box = { x: 0, y: 0, ...STEP }) {
  return { position: { x, y }, width, height, measured: { width, height } };
}

/** The initial view of a drawing: its beginning, as large as fits. */
export function firstView(
  drawing: Pick<Drawing, "steps" | "width" | "height">,
  width: number,
  height: number,
) {
  const across = (width - 2 * MARGIN) / drawing.width;
  const whole = Math.min(across, (height - 2 * MARGIN) / drawing.height, 1);
  const zoom = Math.max(whole, Math.min(across, ZOOM.readable), ZOOM.first);
  const [first] = drawing.steps.values();
  const isWide = drawing.width * zoom > width - 2 * MARGIN;
  const middle = isWide && first ? first.x + first.width / 2 : drawing.width / 2;
  return { x: width / 2 - middle * zoom, y: MARGIN, zoom };
}
