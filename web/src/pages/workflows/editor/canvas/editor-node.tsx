import { UnstyledButton } from "@mantine/core";
import { Handle, type Node, type NodeProps, Position, useUpdateNodeInternals } from "@xyflow/react";
import { memo, useEffect, useRef } from "react";
import { ERROR, type NodeMark, START } from "../../../../parts/workflow-graph/graph.ts";
import { getIcon } from "../../../../parts/workflow-graph/icons.ts";
import type { NodeTypes } from "../../../../parts/workflow-graph/node-types.ts";
import { StepFacts } from "../../../../parts/workflow-graph/step-facts.tsx";
import graph from "../../../../parts/workflow-graph/workflow-graph.module.css";
import { EDITOR } from "../../../../words/workflows/editor.ts";
import type { WorkflowNode } from "../../workflow.ts";
import { canFail } from "../document/branches.ts";
import classes from "../editor.module.css";

/** The props of a step on the canvas. */
export type EditorNodeData = {
  readonly node: WorkflowNode;
  readonly types: NodeTypes;
  readonly mark: NodeMark | undefined;
  /** Its branches, in order; null is the one without a name. */
  readonly ways: readonly (string | null)[];
  /** Whether it is in the tab order: one of all steps is. */
  readonly isHere: boolean;
  /** Set to focus it; a new object each time. */
  readonly focus: object | undefined;
  readonly isReadOnly: boolean;
};

export type EditorNode = Node<EditorNodeData, "step">;

/** A step on the canvas: a button with its icon, name and state, and the handles of its edges. */
export const StepOnCanvas = memo(function StepOnCanvas({ id, data, selected }: NodeProps<EditorNode>) {
  const { node, types, mark, ways, isHere, focus, isReadOnly } = data;
  const button = useRef<HTMLButtonElement>(null);
  const Icon = getIcon(types.get(node.type));
  const update = useUpdateNodeInternals();
  const points = ways.join("\n");
  // biome-ignore lint/correctness/useExhaustiveDependencies: edges begin elsewhere once there are other branches
  useEffect(() => update(id), [points, update, id]);
  useEffect(() => {
    if (focus) button.current?.focus({ preventScroll: true });
  }, [focus]);
  const dot = { isConnectable: !isReadOnly, className: classes.dot };
  return (
    <>
      {node.type !== START && <Handle type="target" position={Position.Top} {...dot} />}
      <UnstyledButton
        ref={button}
        className={`${graph.step} ${classes.step}`}
        data-step={id}
        data-mood={mark?.mood}
        data-selected={selected || undefined}
        aria-pressed={selected}
        tabIndex={isHere ? 0 : -1}
      >
        <Icon size={20} stroke={1.6} className={graph.icon} aria-hidden />
        <span className={graph.texts}>
          <span className={graph.title}>
            <span className={graph.name} title={node.name}>
              {node.name}
            </span>
          </span>
          <StepFacts node={node} types={types} mark={mark} />
        </span>
      </UnstyledButton>
      {ways.map((way, index) => (
        <Way key={way ?? ""} way={way} share={(index + 0.5) / ways.length} {...dot} />
      ))}
      {canFail(node, data) && (
        <Handle
          type="source"
          id={ERROR}
          position={Position.Right}
          isConnectable={!isReadOnly}
          className={`${classes.dot} ${classes.failure}`}
          title={EDITOR.errorBranch}
        />
      )}
    </>
  );
}, isSame);

interface WayProps {
  readonly way: string | null;
  /** From the left edge of the step, 0 to 1. */
  readonly share: number;
  readonly isConnectable: boolean;
  readonly className: string | undefined;
}

/** The handle of a branch, with its name. */
function Way({ way, share, ...dot }: WayProps) {
  const left = `${share * 100}%`;
  return (
    <>
      {way !== null && (
        <span className={classes.way} style={{ left }} title={way}>
          {way}
        </span>
      )}
      <Handle
        type="source"
        id={way}
        position={Position.Bottom}
        style={{ left }}
        title={dot.isConnectable ? EDITOR.addAtPoint : undefined}
        {...dot}
      />
    </>
  );
}

/** Steps are rendered only when their own props change: not while others are dragged. */
function isSame(before: NodeProps<EditorNode>, after: NodeProps<EditorNode>): boolean {
  return before.data === after.data && before.selected === after.selected && before.id === after.id;
}
