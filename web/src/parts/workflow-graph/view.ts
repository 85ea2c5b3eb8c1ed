import { WORKFLOW_GRAPH } from "../../words/workflows/workflow-graph.ts";
import type { Drawing } from "./layout.ts";

const MARGIN = 24;

/** Zoom levels of a drawing. At `readable` names are easy to read; it opens smaller only if it is wide. */
export const ZOOM = { least: 0.2, first: 0.6, readable: 0.9, most: 1.5 };

/** How a drawing is fitted into view: next to the zoom buttons and below what is at the upper edge. */
export const FIT = { padding: { top: "48px", right: "24px", bottom: "24px", left: "64px" } } as const;

/** The labels of the zoom buttons. */
export const CONTROLS = {
  "controls.ariaLabel": WORKFLOW_GRAPH.zoom,
  "controls.zoomIn.ariaLabel": WORKFLOW_GRAPH.zoomIn,
  "controls.zoomOut.ariaLabel": WORKFLOW_GRAPH.zoomOut,
  "controls.fitView.ariaLabel": WORKFLOW_GRAPH.fit,
};

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
