import { UnstyledButton } from "@mantine/core";
import { WORKFLOW_GRAPH } from "../../words/workflows/workflow-graph.ts";
import { useApplicationNames } from "../applications/use-building-blocks.ts";
import { ERROR, findLoops, type GraphEdge, type NodeMarks, type TypedGraph } from "./graph.ts";
import { getIcon } from "./icons.ts";
import { ChangeBadge, StepFacts } from "./step-facts.tsx";
import { getKind } from "./step-kind.ts";
import classes from "./workflow-graph.module.css";

interface StepListProps {
  readonly label: string;
  readonly graph: TypedGraph;
  readonly marks: NodeMarks | undefined;
  readonly selected: string | undefined;
  readonly onSelect: (id: string | undefined) => void;
}

/** A workflow as a list: each step with what follows it. */
export function StepList({ label, graph, marks, selected, onSelect }: StepListProps) {
  const { nodes, edges, types } = graph;
  const nameOf = new Map(nodes.map(({ id, name }) => [id, name]));
  const loopOf = findLoops(graph);
  const names = useApplicationNames();
  const from = Map.groupBy(edges, ({ source }) => source);
  return (
    <ol className={classes.list} aria-label={label}>
      {nodes.map((node) => {
        const loop = loopOf.get(node.id);
        const Icon = getIcon(types.get(node.type));
        return (
          <li key={node.id} className={classes.item} data-inside={loop !== undefined || undefined}>
            <UnstyledButton
              className={classes.row}
              aria-pressed={node.id === selected}
              data-selected={node.id === selected || undefined}
              onClick={() => onSelect(node.id)}
            >
              <Icon size={18} stroke={1.6} className={classes.icon} aria-hidden />
              <span className={classes.texts}>
                <span className={classes.title}>
                  <span className={classes.name}>{node.name}</span>
                  {marks?.get(node.id)?.mood && (
                    <span className={classes.kind}>{getKind(node, types, names)}</span>
                  )}
                  <ChangeBadge change={marks?.get(node.id)?.change} />
                </span>
                <StepFacts node={node} types={types} mark={marks?.get(node.id)} />
                {loop !== undefined && (
                  <span className={classes.next}>
                    {WORKFLOW_GRAPH.insideLoop({ loop: nameOf.get(loop) ?? loop })}
                  </span>
                )}
                {(from.get(node.id) ?? []).map((edge) => (
                  <span key={edge.id} className={classes.next}>
                    {wordsOf(edge)}: {nameOf.get(edge.target) ?? edge.target}
                  </span>
                ))}
              </span>
            </UnstyledButton>
          </li>
        );
      })}
    </ol>
  );
}

function wordsOf({ sourceHandle }: GraphEdge): string {
  if (sourceHandle === null) return WORKFLOW_GRAPH.next;
  return sourceHandle === ERROR
    ? WORKFLOW_GRAPH.nextOnError
    : WORKFLOW_GRAPH.nextOn({ branch: sourceHandle });
}
