import { ActionIcon, Tooltip } from "@mantine/core";
import { IconCircleX, IconPlus } from "@tabler/icons-react";
import { BaseEdge, type Edge, EdgeLabelRenderer, type EdgeProps, getBezierPath } from "@xyflow/react";
import { memo, useEffect, useRef } from "react";
import { ERROR } from "../../../../parts/workflow-graph/graph.ts";
import { wayPath } from "../../../../parts/workflow-graph/way-path.ts";
import graph from "../../../../parts/workflow-graph/workflow-graph.module.css";
import { EDITOR } from "../../../../words/workflows/editor.ts";
import { WORKFLOW_GRAPH } from "../../../../words/workflows/workflow-graph.ts";
import type { EdgeWay } from "../document/place.ts";
import classes from "../editor.module.css";

/** The props of an edge on the canvas. */
export type EditorEdge = Edge<
  {
    /** Called to insert a step; absent if nothing may be changed. */
    readonly onInsert: ((edge: string) => void) | undefined;
    /** Its problems, in sentences; undefined if there are none. */
    readonly problem: string | undefined;
    /** How the layout draws it. */
    readonly way: EdgeWay | undefined;
    /** Set to focus it; a new object each time. */
    readonly focus: object | undefined;
  },
  "way"
>;

const REACH = 20;
const HANDLE = 12;

/** An edge between two steps, with a button to insert a step, and a mark if it has problems. */
export const WayOnCanvas = memo(function WayOnCanvas(props: EdgeProps<EditorEdge>) {
  const { id, sourceHandleId, selected, data, markerEnd } = props;
  const [path, x, y] = pathOf(props);
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
        data-problem={data?.problem === undefined ? undefined : true}
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
          {data?.problem !== undefined && <Mark problem={data.problem} focus={data.focus} />}
          {data?.onInsert && <Insert edge={id} isSeen={selected === true} onInsert={data.onInsert} />}
        </span>
      </EdgeLabelRenderer>
    </>
  );
});

type EdgePath = readonly [path: string, middleX: number, middleY: number];

/** As the layout draws it while both ends are where that has put them, and straight on otherwise. */
function pathOf(props: EdgeProps<EditorEdge>): EdgePath {
  const { sourceX, sourceY, targetX, targetY, data } = props;
  const way = data?.way;
  const [x, y] = [sourceX - (way?.from.x ?? 0), sourceY - (way?.from.y ?? 0)];
  const bends = way?.bends.map((bend) => ({ x: bend.x + x, y: bend.y + y })) ?? [];
  const [first, second] = bends;
  if (!way || !first || !second || !isNear(targetX, way.to.x + x) || !isNear(targetY, way.to.y + y)) {
    const [path, middleX, middleY] = getBezierPath(props);
    return [path, middleX, middleY];
  }
  const [start] = getBezierPath({ ...props, targetX: first.x, targetY: first.y });
  const path = start + wayPath([...bends, { x: targetX, y: targetY }]).replace(/^M[^LC]*/, "");
  return [path, first.x, (first.y + second.y) / 2];
}

/** Positions are stored in whole pixels, and edges begin at the rims of handles. */
function isNear(one: number, other: number): boolean {
  return Math.abs(one - other) <= HANDLE;
}

interface MarkProps {
  readonly problem: string;
  readonly focus: object | undefined;
}

/** Shows the problems of an edge; a click selects the edge, like anywhere on it. */
function Mark({ problem, focus }: MarkProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (focus) button.current?.focus({ preventScroll: true });
  }, [focus]);
  return (
    <Tooltip label={problem} multiline maw={360} events={{ hover: true, focus: true, touch: false }}>
      <ActionIcon
        ref={button}
        variant="default"
        size={20}
        radius="xl"
        className={classes.mark}
        aria-label={problem}
      >
        <IconCircleX size={16} />
      </ActionIcon>
    </Tooltip>
  );
}

interface InsertProps {
  readonly edge: string;
  readonly isSeen: boolean;
  readonly onInsert: (edge: string) => void;
}

/** Inserts a step into an edge; it follows the preceding step in the tab order. Not rendered while the edge moves. */
const Insert = memo(function Insert({ edge, isSeen, onInsert }: InsertProps) {
  return (
    <ActionIcon
      variant="default"
      size={20}
      radius="xl"
      tabIndex={-1}
      aria-hidden
      className={classes.insert}
      data-insert={edge}
      data-seen={isSeen || undefined}
      title={EDITOR.insert}
      onClick={() => onInsert(edge)}
    >
      <IconPlus size={12} />
    </ActionIcon>
  );
});
