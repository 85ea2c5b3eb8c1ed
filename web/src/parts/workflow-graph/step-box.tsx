import { UnstyledButton } from "@mantine/core";
import { IconRepeat } from "@tabler/icons-react";
import { Handle, type Node, type NodeProps, Position } from "@xyflow/react";
import { useEffect, useRef } from "react";
import { WORKFLOW_GRAPH } from "../../words/workflows/workflow-graph.ts";
import type { GraphNode, NodeMark } from "./graph.ts";
import { getIcon } from "./icons.ts";
import type { NodeTypes } from "./node-types.ts";
import { ChangeBadge, StepFacts } from "./step-facts.tsx";
import classes from "./workflow-graph.module.css";

/** The props of a step. */
export type StepNode = Node<
  {
    readonly node: GraphNode;
    readonly types: NodeTypes;
    readonly mark: NodeMark | undefined;
    readonly isSelected: boolean;
    /** Whether it is in the tab order: one of all steps is. */
    readonly isHere: boolean;
    /** Whether it has just received the keyboard focus. */
    readonly takesFocus: boolean;
    readonly onSelect: (id: string) => void;
  },
  "step"
>;

/** A step of a workflow: a button with its icon, name and state. */
export function StepBox({ data }: NodeProps<StepNode>) {
  const { node, types, mark, isSelected, isHere, takesFocus, onSelect } = data;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus) button.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  const Icon = getIcon(types.get(node.type));
  return (
    <>
      <Handle type="target" position={Position.Top} isConnectable={false} className={classes.end} />
      <UnstyledButton
        ref={button}
        className={classes.step}
        data-step={node.id}
        data-mood={mark?.mood}
        data-change={mark?.change}
        data-selected={isSelected || undefined}
        aria-pressed={isSelected}
        tabIndex={isHere ? 0 : -1}
        onClick={() => onSelect(node.id)}
      >
        <Icon size={20} stroke={1.6} className={classes.icon} aria-hidden />
        <span className={classes.texts}>
          <span className={classes.title}>
            <span className={classes.name} title={node.name}>
              {node.name}
            </span>
            <ChangeBadge change={mark?.change} />
          </span>
          <StepFacts node={node} types={types} mark={mark} />
        </span>
      </UnstyledButton>
      <Handle type="source" position={Position.Bottom} isConnectable={false} className={classes.end} />
    </>
  );
}

/** The props of the frame around a loop's body. */
export type FrameNode = Node<Record<string, never>, "frame">;

/** The frame around what a loop runs for each item. */
export function LoopFrame() {
  return (
    <div className={classes.frame}>
      <span className={classes.frameName}>
        <IconRepeat size={14} aria-hidden />
        {WORKFLOW_GRAPH.forEach}
      </span>
    </div>
  );
}
