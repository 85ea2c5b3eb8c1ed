import { SegmentedControl, Skeleton } from "@mantine/core";
import { useState } from "react";
import { WORKFLOW_GRAPH } from "../../words/workflows/workflow-graph.ts";
import { loadedWhenShown } from "../page/loaded-when-shown.tsx";
import type { EdgeMarks, GraphEdge, GraphNode, NodeMarks } from "./graph.ts";
import { StepList } from "./step-list.tsx";
import classes from "./workflow-graph.module.css";

const DrawnGraph = loadedWhenShown(
  () => import("./drawn-graph.tsx").then((file) => file.DrawnGraph),
  <Skeleton h="100%" radius={0} />,
);

interface WorkflowGraphProps {
  /** What is drawn, for those who hear it. */
  readonly label: string;
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  /** What is said of each node: states of an execution, or what a version changes. */
  readonly marks?: NodeMarks;
  readonly edgeMarks?: EdgeMarks;
  readonly selected?: string;
  /** Called with a node that is chosen, and with nothing where somebody leaves all of them. */
  readonly onSelect: (id: string | undefined) => void;
  readonly height?: number | string;
}

/** A workflow to look at, drawn or as a list: its steps, branches and loops, and what is said of them. */
export function WorkflowGraph({ height = 480, marks, edgeMarks, selected, ...props }: WorkflowGraphProps) {
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
        <StepList {...props} marks={marks} selected={selected} />
      ) : (
        <DrawnGraph {...props} marks={marks} edgeMarks={edgeMarks} selected={selected} />
      )}
    </div>
  );
}
