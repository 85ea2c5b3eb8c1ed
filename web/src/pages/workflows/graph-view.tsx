import { SegmentedControl, Stack } from "@mantine/core";
import { useMemo } from "react";
import { loadedWhenShown } from "../../parts/page/loaded-when-shown.tsx";
import { useFilters } from "../../parts/page/use-filters.ts";
import type { NodeMark } from "../../parts/workflow-graph/graph.ts";
import { WorkflowGraph } from "../../parts/workflow-graph/workflow-graph.tsx";
import { VERSIONS } from "../../words/workflows/versions.ts";
import { WORKFLOWS } from "../../words/workflows/workflows.ts";
import { StepPanel } from "./step-panel.tsx";
import { useProblems } from "./use-problems.ts";
import type { Workflow, WorkflowProblem } from "./workflow.ts";
import classes from "./workflow-page.module.css";

// They need the words of forms.
const WorkflowProblems = loadedWhenShown(() =>
  import("./workflow-problems.tsx").then((file) => file.WorkflowProblems),
);

interface GraphViewProps {
  readonly workflow: Workflow;
  readonly draft: Workflow | undefined;
}

/** The steps of a workflow or of its draft, with the settings of one, and what prevents publishing. */
export function GraphView({ workflow, draft }: GraphViewProps) {
  const { filters, change } = useFilters(["show", "step"]);
  const shown = draft && filters.show === "draft" ? draft : workflow;
  const problems = useProblems(shown._id);
  const marks = useMemo(() => marksOf(problems), [problems]);
  const select = (step: string | undefined) => change({ step });
  const node = shown.nodes.find(({ id }) => id === filters.step);
  return (
    <Stack gap="md">
      {draft && (
        <SegmentedControl
          aria-label={WORKFLOWS.what}
          className={classes.choice}
          value={shown === draft ? "draft" : "published"}
          onChange={(show) => change({ show: show === "draft" ? show : undefined })}
          data={[
            { value: "published", label: VERSIONS.shownVersion(workflow) },
            { value: "draft", label: VERSIONS.draft },
          ]}
        />
      )}
      {problems.length > 0 && <WorkflowProblems problems={problems} nodes={shown.nodes} onSelect={select} />}
      <div className={classes.split}>
        <WorkflowGraph
          label={WORKFLOWS.graphOf(shown.name)}
          nodes={shown.nodes}
          edges={shown.edges}
          marks={marks}
          selected={node?.id}
          onSelect={select}
          height="clamp(360px, calc(100dvh - 300px), 1200px)"
        />
        <StepPanel
          node={node}
          problems={problems.filter(({ node_id }) => node !== undefined && node_id === node.id)}
          onClose={() => select(undefined)}
        />
      </div>
    </Stack>
  );
}

function marksOf(problems: readonly WorkflowProblem[]): Map<string, NodeMark> {
  const byNode = Map.groupBy(problems, ({ node_id }) => node_id ?? "");
  return new Map([...byNode].map(([id, of]) => [id, { problems: of.length }]));
}
