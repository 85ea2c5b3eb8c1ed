import { Anchor, Popover, UnstyledButton } from "@mantine/core";
import { State } from "../../../parts/state.tsx";
import { EDITOR } from "../../../words/editor.ts";
import type { WorkflowProblem } from "../workflow.ts";
import classes from "./editor.module.css";

interface ProblemListProps {
  readonly problems: readonly WorkflowProblem[];
  readonly onOpen: (node: string) => void;
}

/** What stands in the way of publishing, as last saved: each leads to its step. */
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
          {problems.map(({ node_id: id, edge_id: edge, field, message }) => (
            <li key={`${id} ${edge} ${field} ${message}`}>
              {id === null ? (
                message
              ) : (
                <Anchor component="button" type="button" size="sm" onClick={() => onOpen(id)}>
                  {message}
                </Anchor>
              )}
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}
