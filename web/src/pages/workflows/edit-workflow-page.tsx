import { Skeleton } from "@mantine/core";
import { createLazyRoute, useParams } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { customerPage } from "../../api/audience.ts";
import { useRead } from "../../api/use-api.ts";
import { loadedWhenShown } from "../../parts/page/loaded-when-shown.tsx";
import { Page, type PageProps } from "../../parts/page/page.tsx";
import { Problem } from "../../parts/page/problem.tsx";
import { useFilters } from "../../parts/page/use-filters.ts";
import { useNodeTypes } from "../../parts/workflow-graph/node-types.ts";
import { EDITOR } from "../../words/workflows/editor.ts";
import { VERSIONS } from "../../words/workflows/versions.ts";
import { WORKFLOWS } from "../../words/workflows/workflows.ts";
import { VersionState } from "./versions/version-state.tsx";
import { useFreshDraft, type Workflow } from "./workflow.ts";

const HEIGHT = 480;

const loadEditor = () => import("./editor/editor.tsx");
const WorkflowEditor = loadedWhenShown(
  () => loadEditor().then((file) => file.WorkflowEditor),
  <Skeleton height={HEIGHT} />,
);

export const Route = createLazyRoute("/$environment/workflows/$id/edit")({ component: EditWorkflowPage });

function EditWorkflowPage() {
  // In parallel with the workflow, not after it.
  useEffect(() => void loadEditor(), []);
  useNodeTypes();
  const { id } = useParams({ from: "/$environment/workflows/$id/edit" });
  const { data, error, refetch, isFetchedAfterMount } = useRead(
    "/api/v2/public/workflow/{id}",
    { path: { id } },
    { isFresh: true },
  );
  // A stale copy could have been changed by others, and would be written back.
  const workflow = isFetchedAfterMount && data?._id === id ? data : undefined;
  const { filters } = useFilters(["execution"]);
  // Whoever corrects a failed execution then replays it.
  const back: PageProps["back"] =
    customerPage()?.back ??
    (filters.execution === undefined
      ? { to: "/$environment/workflows/$id", params: { id }, label: workflow?.name ?? VERSIONS.missing }
      : {
          to: "/$environment/executions/$id",
          params: { id: filters.execution },
          label: WORKFLOWS.toExecution,
        });
  if (workflow) return <Edit key={id} workflow={workflow} back={back} />;
  return (
    <Page title={EDITOR.edit} back={back} isFull>
      {error ? <Problem error={error} onRetry={refetch} /> : <Skeleton height={HEIGHT} />}
    </Page>
  );
}

interface EditProps {
  readonly workflow: Workflow;
  readonly back: PageProps["back"];
}

function Edit({ workflow, back }: EditProps) {
  const { filters } = useFilters(["step", "execution"]);
  const draft = useFreshDraft(workflow);
  const { types, error, refetch } = useNodeTypes();
  // Editing continues from what was opened, even if others save or publish meanwhile.
  const [opened, setOpened] = useState<Workflow>();
  if (opened === undefined && draft) setOpened(draft);
  return (
    <Page
      title={EDITOR.title({ name: workflow.name })}
      // Customers know the product that they are in, not the platform behind it.
      windowTitle={customerPage() && workflow.name}
      back={back}
      isFull
      facts={<VersionState workflow={workflow} />}
    >
      {opened && types.size > 0 ? (
        <WorkflowEditor
          workflow={workflow}
          opened={opened}
          types={types}
          step={filters.step}
          execution={filters.execution}
        />
      ) : error ? (
        <Problem error={error} onRetry={refetch} />
      ) : (
        <Skeleton height={HEIGHT} />
      )}
    </Page>
  );
}
