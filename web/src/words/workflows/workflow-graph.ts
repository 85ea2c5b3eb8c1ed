import { defineWords } from "../customer/words.ts";

/** The copy of the drawing of a workflow. */
export const WORKFLOW_GRAPH = defineWords("WORKFLOW_GRAPH", {
  triggers: { "API Call": "API call", Schedule: "Schedule", Webhook: "Webhook" },
  view: "View",
  graph: "Graph",
  list: "List",
  keys: "Arrow keys move between steps and Enter selects one. The list view shows the same.",
  forEach: "For each item",
  onError: "on error",
  attempts: "{count} attempts",
  problems: { one: "{count} problem", other: "{count} problems" },
  added: "Added",
  removed: "Removed",
  changed: "Changed",
  insideLoop: "In the loop {loop}",
  next: "Then",
  nextOn: "On {branch}",
  nextOnError: "On error",
  back: "back to",
  edgeFromTo: "From {from} to {to}",
  zoom: "Zoom",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  fit: "Fit to view",
  kept: "Kept",
});
