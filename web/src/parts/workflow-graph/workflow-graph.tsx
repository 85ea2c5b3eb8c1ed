import { SegmentedControl, Skeleton } from "@mantine/core";
import { useMemo, useState } from "react";
import { WORKFLOW_GRAPH } from "../../words/workflows/workflow-graph.ts";
import { loadedWhenShown } from "../page/loaded-when-shown.tsx";
import type { EdgeMarks, GraphEdge, GraphNode, NodeMarks } from "./graph.ts";
import { useNodeTypes } from "./node-types.ts";
import classes from "./workflow-graph.module.css";

const DrawnGraph = loadedWhenShown(
  () => import("./drawn-graph.tsx").then((file) => file.DrawnGraph),
  <Skeleton h="100%" radius={0} />,
);

const StepList = loadedWhenShown(() => import("./step-list.tsx").then((file) => file.StepList));

interface WorkflowGraphProps {
  /** A description of the drawing, for screen readers. */
  readonly label: string;
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  /** Information about each node: states of an execution, or what a version changes. */
  readonly marks?: NodeMarks;
  readonly edgeMarks?: EdgeMarks;
  readonly selected?: string;
  /** Called with the selected node, or without one when the selection is cleared. */
  readonly onSelect: (id: string | undefined) => void;
  readonly height?: number | string;
}

/** A read-only workflow, drawn or as a list: its steps, branches and loops, and information about them. */
export function WorkflowGraph({
  height = 480,
  nodes,
  edges,
  marks,
  edgeMarks,
  selected,
  ...props
}: WorkflowGraphProps) {
  const { types, isPending } = useNodeTypes();
  // If they cannot be read, steps are drawn all the same.
  const graph = useMemo(
    () => (isPending ? undefined : { nodes, edges, types }),
    [nodes, edges, types, isPending],
  );
  const [view, setView] = useState<"graph" | "list">("graph");
  return (
    <div className={classes.whole} style={{ height }}>
      <SegmentedControl
        className={classes.views}
        aria-label={WORKFLOW_GRAPH.view}
        value={view}
        onChange={(chosen) => setView(chosen as typeof view)}
        data={[
          { value: "graph", label: WORKFLOW_GRAPH.graph },
          { value: "list", label: WORKFLOW_GRAPH.list },
        ]}
      />
      {view === "list" ? (
        graph && <StepList {...props} graph={graph} marks={marks} selected={selected} />
      ) : (
        <DrawnGraph {...props} graph={graph} marks={marks} edgeMarks={edgeMarks} selected={selected} />
      )}
    </div>
  );
}
