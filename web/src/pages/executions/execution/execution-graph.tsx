import { useMemo } from "react";
import type { NodeMark } from "../../../parts/workflow-graph/graph.ts";
import { WorkflowGraph } from "../../../parts/workflow-graph/workflow-graph.tsx";
import { EXECUTION, STEP_STATES } from "../../../words/execution.ts";
import { WORKFLOW_GRAPH } from "../../../words/workflows/workflow-graph.ts";
import { STEP_MOODS } from "./step-moods.ts";
import { type Execution, type ExecutionNode, nodeAt } from "./use-execution.ts";

const HEIGHT = 300;

interface ExecutionGraphProps {
  readonly execution: Execution;
  /** The path of the selected step. */
  readonly selected: string;
  readonly onSelect: (path: string) => void;
}

/** The workflow as it ran: the state of each node, and how long it took. */
export function ExecutionGraph({ execution, selected, onSelect }: ExecutionGraphProps) {
  const { nodes, edges } = execution;
  const drawn = useMemo(
    () => nodes.map((node) => ({ id: node.node_id, type: node.node_type, name: node.node_name })),
    [nodes],
  );
  const marks = useMemo(() => new Map(nodes.map((node) => [node.node_id, getMark(node)])), [nodes]);
  const select = (id: string | undefined) => {
    const node = nodes.find(({ node_id: nodeId }) => nodeId === id);
    // Of a node inside a loop, the step that represents it.
    if (node) onSelect(node.path ?? node.node_id);
  };
  return (
    <WorkflowGraph
      label={EXECUTION.graph}
      nodes={drawn}
      edges={edges}
      marks={marks}
      selected={nodeAt(execution, selected)?.node_id}
      onSelect={select}
      height={HEIGHT}
    />
  );
}

/** The label of a node of an execution. */
export function getMark({
  node_status: status,
  execution_time: durationMs,
  attempts_made: attempts,
  is_copied: isKept,
}: ExecutionNode): NodeMark {
  // It did not run in this execution.
  if (isKept) return { mood: STEP_MOODS[status], word: WORKFLOW_GRAPH.kept, attempts, durationMs: null };
  const word = STEP_STATES[status];
  return { mood: STEP_MOODS[status], word, attempts, durationMs: status === "Waiting" ? null : durationMs };
}
