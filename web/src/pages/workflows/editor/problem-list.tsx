import { Anchor, Popover, UnstyledButton } from "@mantine/core";
import { State } from "../../../parts/values/state.tsx";
import { EDITOR } from "../../../words/workflows/editor.ts";
import type { WorkflowProblem } from "../workflow.ts";
import type { TypedDrawing } from "./document/document.ts";
import classes from "./editor.module.css";
import { tellProblem } from "./settings/problems.ts";

interface ProblemListProps {
  readonly problems: readonly WorkflowProblem[];
  readonly document: TypedDrawing;
  /** Selects a step or an edge. */
  readonly onOpen: (id: string) => void;
}

/** What prevents publishing the edited document: each problem links to its step or edge. */
export function ProblemList({ problems, document, onOpen }: ProblemListProps) {
  if (problems.length === 0) return null;
  return (
    <Popover position="top-end" width={420} withArrow>
      <Popover.Target>
        <UnstyledButton className={classes.problems}>
          <State mood="warn" word={EDITOR.problems({ count: problems.length })} />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <ul className={classes.problemList}>
          {problems.map((problem) => {
            const { node_id: node, edge_id: edge, field, message } = problem;
            const id = node ?? edge;
            return (
              <li key={`${node} ${edge} ${field} ${message}`}>
                {id === null ? (
                  message
                ) : (
                  <Anchor component="button" type="button" size="sm" onClick={() => onOpen(id)}>
                    {tellProblem(problem, document)}
                  </Anchor>
                )}
              </li>
            );
          })}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}
