import { Title } from "@mantine/core";
import { createLazyRoute, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { loadedWhenShown } from "../../../parts/page/loaded-when-shown.tsx";
import { Page, type PageProps } from "../../../parts/page/page.tsx";
import { Problem } from "../../../parts/page/problem.tsx";
import { useFilters } from "../../../parts/page/use-filters.ts";
import { ExecutionState } from "../../../parts/values/execution-state.tsx";
import { useNodeTypes } from "../../../parts/workflow-graph/node-types.ts";
import { EXECUTION } from "../../../words/execution.ts";
import { ExecutionActions } from "./execution-actions.tsx";
import { ExecutionFacts } from "./execution-facts.tsx";
import { ExecutionGraph } from "./execution-graph.tsx";
import classes from "./execution-page.module.css";
import { FailureBox } from "./failure-box.tsx";
import { Related } from "./related.tsx";
import type { ReplayWish } from "./replay-dialog.tsx";
import { StepPanel } from "./step-panel.tsx";
import { Timeline } from "./timeline/timeline.tsx";
import { type Execution, failedPath, isWaiting, useExecution } from "./use-execution.ts";
import { WaitingBox } from "./waiting-box.tsx";

const ReplayDialog = loadedWhenShown(() => import("./replay-dialog.tsx").then((file) => file.ReplayDialog));

export const Route = createLazyRoute("/$environment/executions/$id")({ component: ExecutionPage });

/** One execution: why it failed or what it waits for, what each step did and when, and what can be done. */
function ExecutionPage() {
  const { id = "" } = useParams({ strict: false });
  // In parallel with the execution, for its drawing.
  useNodeTypes();
  const { data: execution, error, refetch } = useExecution(id);
  const back = { to: "/$environment/executions", label: EXECUTION.back } as const;
  // Data that is still shown may be of the previous one.
  if (execution?._id === id) return <Loaded key={id} execution={execution} back={back} />;
  return (
    <Page title={id} back={back}>
      {error && <Problem error={error} onRetry={refetch} />}
    </Page>
  );
}

interface LoadedProps {
  readonly execution: Execution;
  readonly back: PageProps["back"];
}

function Loaded({ execution, back }: LoadedProps) {
  const { filters, change } = useFilters(["step"]);
  const [wish, setWish] = useState<ReplayWish>();
  const step = filters.step ?? firstLook(execution);
  const select = (path: string) => change({ step: path });
  return (
    <Page
      title={execution.associated_workflow.name}
      back={back}
      facts={<ExecutionState status={execution.status} isWaiting={isWaiting(execution)} />}
      actions={<ExecutionActions execution={execution} onReplay={setWish} />}
    >
      <ExecutionFacts execution={execution} />
      <FailureBox execution={execution} onReplay={setWish} onSelect={select} />
      <WaitingBox execution={execution} />
      <div className={classes.columns}>
        <div className={classes.column}>
          <ExecutionGraph execution={execution} selected={step} onSelect={select} />
          <Title order={2} size="h5">
            {EXECUTION.timeline}
          </Title>
          <Timeline execution={execution} selected={step} onSelect={select} />
          <Related execution={execution} />
        </div>
        <StepPanel key={step} execution={execution} path={step} onReplay={setWish} />
      </div>
      {wish && <ReplayDialog execution={execution} wish={wish} onClose={() => setWish(undefined)} />}
    </Page>
  );
}

/** The step that is shown first: the failed or waiting one, otherwise the start. */
function firstLook(execution: Execution): string {
  const { waiting_for: waits, nodes } = execution;
  const [wait] = waits;
  return failedPath(execution) ?? wait?.path ?? wait?.node_id ?? nodes[0]?.node_id ?? "";
}
