import { Stack, Text, Title } from "@mantine/core";
import { useMemo, useState } from "react";
import { ChangesTable } from "../../../parts/changes/changes-table.tsx";
import { ChangeBadge } from "../../../parts/workflow-graph/step-facts.tsx";
import { WorkflowGraph } from "../../../parts/workflow-graph/workflow-graph.tsx";
import { VERSIONS } from "../../../words/workflows/versions.ts";
import { WORKFLOWS } from "../../../words/workflows/workflows.ts";
import type { Workflow } from "../workflow.ts";
import classes from "../workflow-page.module.css";
import { compareWorkflows } from "./diff.ts";

interface DifferenceViewProps {
  readonly before: Workflow;
  readonly after: Workflow;
  readonly title: string;
}

/** The changes from one version to another: on the graph, and in words. */
export function DifferenceView({ before, after, title }: DifferenceViewProps) {
  const [selected, setSelected] = useState<string>();
  const difference = useMemo(() => compareWorkflows(before, after), [before, after]);
  const { nodes, edges, marks, edgeMarks, steps, fields, edgesAdded, edgesRemoved, isNone } = difference;
  const nameOf = (id: string) => nodes.find((node) => node.id === id)?.name ?? id;
  const wordsOf = ({ source, target, sourceHandle }: (typeof edges)[number]) =>
    WORKFLOWS.wordsOfEdge(nameOf(source), nameOf(target), sourceHandle);
  return (
    <Stack gap="md">
      <Title order={2} size="h4">
        {title}
      </Title>
      {isNone && <Text size="sm">{VERSIONS.noDifference}</Text>}
      <WorkflowGraph
        label={title}
        nodes={nodes}
        edges={edges}
        marks={marks}
        edgeMarks={edgeMarks}
        selected={selected}
        onSelect={setSelected}
        height={420}
      />
      {fields.length > 0 && (
        <section>
          <Title order={3} className={classes.part}>
            {VERSIONS.workflowItself}
          </Title>
          <ChangesTable label={VERSIONS.workflowItself} fields={fields} />
        </section>
      )}
      {steps.map(({ id, name, change, fields: ofStep }) => (
        <section
          key={id}
          ref={id === selected ? scrollThere : undefined}
          data-selected={id === selected || undefined}
          className={classes.changedStep}
        >
          <Title order={3} className={classes.part}>
            {name} <ChangeBadge change={change} />
          </Title>
          {ofStep.length > 0 && <ChangesTable label={name} fields={ofStep} />}
        </section>
      ))}
      <Edges title={VERSIONS.edgesAdded} words={edgesAdded.map(wordsOf)} />
      <Edges title={VERSIONS.edgesRemoved} words={edgesRemoved.map(wordsOf)} />
    </Stack>
  );
}

function scrollThere(section: HTMLElement | null): void {
  section?.scrollIntoView({ block: "nearest" });
}

function Edges({ title, words }: { title: string; words: readonly string[] }) {
  if (words.length === 0) return null;
  return (
    <section>
      <Title order={3} className={classes.part}>
        {title}
      </Title>
      <ul className={classes.edges}>
        {words.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    </section>
  );
}
