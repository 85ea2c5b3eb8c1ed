import { Badge, Group, VisuallyHidden } from "@mantine/core";
import { WORKFLOW_GRAPH } from "../../words/workflows/workflow-graph.ts";
import { useApplicationNames } from "../applications/use-building-blocks.ts";
import { Duration } from "../time/moment.tsx";
import { State } from "../values/state.tsx";
import type { GraphNode, NodeMark, VersionChange } from "./graph.ts";
import type { NodeTypes } from "./node-types.ts";
import { getKind, OWN } from "./step-kind.ts";
import classes from "./workflow-graph.module.css";

const CHANGE_COLORS: Record<VersionChange, string> = { added: "green", removed: "red", changed: "yellow" };

interface StepFactsProps {
  readonly node: GraphNode;
  readonly types: NodeTypes;
  readonly mark: NodeMark | undefined;
}

/** The second line of a step: its result if known, otherwise what it is. */
export function StepFacts({ node, types, mark }: StepFactsProps) {
  const isOfApplication =
    node.type === "action" || node.triggers?.some(({ application }) => application !== OWN);
  const kind = getKind(node, types, useApplicationNames(isOfApplication));
  return (
    <Group gap={8} wrap="nowrap" className={classes.facts} component="span">
      {mark?.mood && mark.word ? (
        <>
          <VisuallyHidden>{kind}</VisuallyHidden>
          <State mood={mark.mood} word={mark.word} />
          {typeof mark.durationMs === "number" && <Duration ms={mark.durationMs} />}
          {(mark.attempts ?? 0) > 1 && <span>{WORKFLOW_GRAPH.attempts({ count: mark.attempts ?? 0 })}</span>}
        </>
      ) : (
        <span className={classes.kind}>{kind}</span>
      )}
      {mark?.problems ? <State mood="bad" word={WORKFLOW_GRAPH.problems({ count: mark.problems })} /> : null}
    </Group>
  );
}

/** Whether a step was added, removed or changed compared with another version. */
export function ChangeBadge({ change }: { change: VersionChange | undefined }) {
  return change === undefined ? null : (
    <Badge size="xs" color={CHANGE_COLORS[change]} className={classes.change}>
      {WORKFLOW_GRAPH[change]}
    </Badge>
  );
}
