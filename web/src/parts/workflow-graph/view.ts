import { WORKFLOW_GRAPH } from "../../words/workflows/workflow-graph.ts";
import type { Drawing } from "./layout.ts";

const MARGIN = 24;

/** How far a drawing is enlarged. At `readable` names are read with ease; less is shown at first only where it is wide. */
export const ZOOM = { least: 0.2, first: 0.6, readable: 0.9, most: 1.5 };

/** How a drawing is brought into sight whole: beside the buttons for that and below what stands at the upper edge. */
export const FIT = { padding: { top: "48px", right: "24px", bottom: "24px", left: "64px" } } as const;

/** What the buttons beside a drawing are called. */
export const CONTROLS = {
  "controls.ariaLabel": WORKFLOW_GRAPH.zoom,
  "controls.zoomIn.ariaLabel": WORKFLOW_GRAPH.zoomIn,
  "controls.zoomOut.ariaLabel": WORKFLOW_GRAPH.zoomOut,
  "controls.fitView.ariaLabel": WORKFLOW_GRAPH.fit,
};

/** The view in which a drawing opens: its beginning, as large as fits. */
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
