import { ActionIcon } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { BaseEdge, type Edge, EdgeLabelRenderer, type EdgeProps, getBezierPath } from "@xyflow/react";
import { memo } from "react";
import { ERROR } from "../../../parts/workflow-graph/graph.ts";
import graph from "../../../parts/workflow-graph/workflow-graph.module.css";
import { EDITOR } from "../../../words/editor.ts";
import { WORKFLOW_GRAPH } from "../../../words/workflow-graph.ts";
import classes from "./editor.module.css";

/** What an edge on the canvas is drawn from. */
export type EditorEdge = Edge<
  {
    /** Called to put a step into it; not given where nothing may be changed. */
    readonly onInsert: ((edge: string) => void) | undefined;
  },
  "way"
>;

const REACH = 20;

/** An edge between two steps, with a button that puts a step into it. */
export const WayOnCanvas = memo(function WayOnCanvas(props: EdgeProps<EditorEdge>) {
  const { id, sourceHandleId, selected, data, markerEnd } = props;
  const [path, x, y] = getBezierPath(props);
  const isError = sourceHandleId === ERROR;
  return (
    <>
      <BaseEdge
        id={id}
        path={path}
        markerEnd={markerEnd}
        interactionWidth={REACH}
        className={`${graph.way} ${classes.edge}`}
        data-branch={isError ? ERROR : undefined}
        data-selected={selected || undefined}
      />
      <EdgeLabelRenderer>
        <span
          className={classes.middle}
          style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
        >
          {isError && (
            <span className={graph.branch} data-branch={ERROR}>
              {WORKFLOW_GRAPH.onError}
            </span>
          )}
          {data?.onInsert && (
            // By keyboard a step comes into an edge from the step before it.
            <ActionIcon
              variant="default"
              size={20}
              radius="xl"
              tabIndex={-1}
              aria-hidden
              className={classes.insert}
              data-insert={id}
              data-seen={selected || undefined}
              title={EDITOR.insert}
              onClick={() => data.onInsert?.(id)}
            >
              <IconPlus size={12} />
            </ActionIcon>
          )}
        </span>
      </EdgeLabelRenderer>
    </>
  );
});
