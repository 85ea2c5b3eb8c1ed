import type { Point } from "@dagrejs/dagre";
import { BaseEdge, type Edge, EdgeLabelRenderer, type EdgeProps } from "@xyflow/react";
import { WORKFLOW_GRAPH } from "../../words/workflows/workflow-graph.ts";
import { ERROR, type GraphEdge, getBranch, type VersionChange } from "./graph.ts";
import { wayPath } from "./way-path.ts";
import classes from "./workflow-graph.module.css";

/** The props of an edge. */
export type WayEdge = Edge<
  {
    readonly edge: GraphEdge;
    readonly points: readonly Point[];
    readonly label: Point | undefined;
    readonly change: VersionChange | undefined;
  },
  "way"
>;

/** An edge between two steps, with the name of its branch. */
export function DrawnWay({ id, data, markerEnd }: EdgeProps<WayEdge>) {
  if (data === undefined) return null;
  const { edge, points, label, change } = data;
  const branch = getBranch(edge);
  return (
    <>
      <BaseEdge
        id={id}
        path={wayPath(points)}
        markerEnd={markerEnd}
        interactionWidth={0}
        className={classes.way}
        data-branch={branch}
        data-change={change}
      />
      {branch !== undefined && label && (
        <EdgeLabelRenderer>
          <span
            className={classes.branch}
            data-branch={branch}
            data-change={change}
            style={{ transform: `translate(-50%, -50%) translate(${label.x}px, ${label.y}px)` }}
          >
            {branch === ERROR ? WORKFLOW_GRAPH.onError : branch}
          </span>
        </EdgeLabelRenderer>
      )}
    </>
  );
}
