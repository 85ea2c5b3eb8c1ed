import { Alert, Anchor, Group, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useState } from "react";
import { type NodeType, useNodeTypes } from "../../parts/workflow-graph/node-types.ts";
import { WORKFLOWS } from "../../words/workflows/workflows.ts";
import { tellProblem, tellProblemOfStep } from "./editor/settings/problems.ts";
import type { WorkflowNode, WorkflowProblem } from "./workflow.ts";
import classes from "./workflow-page.module.css";

const TOLD_AT_ONCE = 5;

interface WorkflowProblemsProps {
  readonly problems: readonly WorkflowProblem[];
  /** The steps that they name. */
  readonly nodes: readonly WorkflowNode[];
  readonly onSelect: (node: string) => void;
}

/** What prevents publishing: each problem links to its step. */
export function WorkflowProblems({ problems, nodes, onSelect }: WorkflowProblemsProps) {
  const { types } = useNodeTypes();
  const [isWhole, setIsWhole] = useState(false);
  const told = isWhole ? problems : problems.slice(0, TOLD_AT_ONCE);
  return (
    <Alert
      color="yellow"
      icon={<IconAlertTriangle size={18} />}
      title={WORKFLOWS.problems(problems.length)}
      className={classes.problems}
    >
      <ul>
        {told.map((problem) => {
          const { node_id: node, edge_id: edge, field, message } = problem;
          return (
            <li key={`${node} ${edge} ${field} ${message}`}>
              {node === null ? (
                message
              ) : (
                <Anchor component="button" type="button" size="sm" onClick={() => onSelect(node)}>
                  {tellProblem(problem, { nodes, types })}
                </Anchor>
              )}
            </li>
          );
        })}
      </ul>
      {told.length < problems.length && (
        <Group>
          <Anchor component="button" type="button" size="sm" onClick={() => setIsWhole(true)}>
            {WORKFLOWS.moreProblems(problems.length - told.length)}
          </Anchor>
        </Group>
      )}
    </Alert>
  );
}

interface StepProblemsProps {
  readonly problems: readonly WorkflowProblem[];
  readonly type: NodeType | undefined;
}

/** The problems of one step, below its name. */
export function StepProblems({ problems, type }: StepProblemsProps) {
  return problems.map((problem) => (
    <Text key={problem.message} size="sm" c="var(--bad)">
      {tellProblemOfStep(problem, type)}
    </Text>
  ));
}
