import { Anchor, Popover, UnstyledButton } from "@mantine/core";
import { State } from "../../../parts/values/state.tsx";
import { EDITOR } from "../../../words/workflows/editor.ts";
import type { WorkflowProblem } from "../workflow.ts";
import classes from "./editor.module.css";

interface ProblemListProps {
  readonly problems: readonly WorkflowProblem[];
  /** Selects a step or an edge. */
  readonly onOpen: (id: string) => void;
}

/** What prevents publishing the edited document: each problem links to its step or edge. */
export function ProblemList({ problems, onOpen }: ProblemListProps) {
  if (problems.length === 0) return null;
  return (
    <Popover position="bottom-start" width={420} withArrow>
      <Popover.Target>
        <UnstyledButton className={classes.problems}>
          <State mood="warn" word={EDITOR.problems(problems.length)} />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <ul className={classes.problemList}>
          {problems.map(({ node_id: node, edge_id: edge, field, message }) => {
            const id = node ?? edge;
            return (
              <li key={`${node} ${edge} ${field} ${message}`}>
                {id === null ? (
                  message
                ) : (
                  <Anchor component="button" type="button" size="sm" onClick={() => onOpen(id)}>
                    {message}
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
