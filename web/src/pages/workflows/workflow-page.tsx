import type { Environment } from "@junctor/sdk";
import { Badge, Skeleton, Tabs } from "@mantine/core";
import { createLazyRoute, useParams } from "@tanstack/react-router";
import { useRead } from "../../api/use-api.ts";
import { useEnvironment } from "../../api/use-environment.ts";
import { TextLink } from "../../parts/links/text-link.tsx";
import { loadedWhenShown } from "../../parts/page/loaded-when-shown.tsx";
import { Page, type PageProps } from "../../parts/page/page.tsx";
import { Problem } from "../../parts/page/problem.tsx";
import { useFilters } from "../../parts/page/use-filters.ts";
import { Identifier } from "../../parts/values/identifier.tsx";
import { useNodeTypes } from "../../parts/workflow-graph/node-types.ts";
import { REDACTION } from "../../words/redaction.ts";
import { SHELL } from "../../words/shell.ts";
import { VERSIONS } from "../../words/workflows/versions.ts";
import { WORKFLOWS } from "../../words/workflows/workflows.ts";
import { GraphView } from "./graph-view.tsx";
import { SwitchOn } from "./switch-on.tsx";
import { type Elsewhere, useElsewhere } from "./versions/use-publishing.ts";
import { VersionState } from "./versions/version-state.tsx";
import { useDraft, type Workflow } from "./workflow.ts";
import { WorkflowActions } from "./workflow-actions.tsx";

const VersionsView = loadedWhenShown(
  () => import("./versions/versions-view.tsx").then((file) => file.VersionsView),
  <Skeleton height={320} />,
);

const WorkflowRedaction = loadedWhenShown(
  () => import("./workflow-redaction.tsx").then((file) => file.WorkflowRedaction),
  <Skeleton height={320} />,
);

export const Route = createLazyRoute("/$environment/workflows/$id")({ component: WorkflowPage });

function WorkflowPage() {
  const { id = "" } = useParams({ strict: false });
  // In parallel with the workflow, for its drawing.
  useNodeTypes();
  const { data, error, refetch } = useRead("/api/v2/public/workflow/{id}", { path: { id } });
  const back = { to: "/$environment/workflows", label: WORKFLOWS.list } as const;
  if (data) return <Shown key={data._id} workflow={data} back={back} />;
  return (
    <Page title={VERSIONS.missing} back={back}>
      {error ? <Problem error={error} onRetry={refetch} /> : <Skeleton height={480} />}
    </Page>
  );
}

interface ShownProps {
  readonly workflow: Workflow;
  readonly back: PageProps["back"];
}

function Shown({ workflow, back }: ShownProps) {
  const environment = useEnvironment();
  const { filters, change } = useFilters(["view"]);
  const draft = useDraft(workflow._id, workflow.published);
  const test = useElsewhere(workflow, "test");
  const production = useElsewhere(workflow, "production");
  const { reach } = environment === "test" ? test : production;
  const facts = (
    <>
      <VersionState workflow={workflow} />
      {draft && <Badge color="yellow">{VERSIONS.draftChanged}</Badge>}
      <Identifier id={workflow._id} />
      {workflow.workflow_alias && <span className="mono muted">{workflow.workflow_alias}</span>}
      {workflow.published && <span className="muted">{WORKFLOWS.onFor(reach)}</span>}
      {environment === "test" ? (
        <OtherFact workflow={workflow} other="production" elsewhere={production} />
      ) : (
        <OtherFact workflow={workflow} other="test" elsewhere={test} />
      )}
      {workflow.published && workflow.slug !== "" && <SwitchOn workflow={workflow} />}
    </>
  );
  return (
    <Page
      title={workflow.name}
      back={back}
      facts={facts}
      actions={<WorkflowActions workflow={workflow} draft={draft} test={test} production={production} />}
    >
      <Tabs
        value={filters.view ?? "graph"}
        onChange={(view) => change({ view: view === "graph" || view === null ? undefined : view })}
        keepMounted={false}
      >
        <Tabs.List>
          <Tabs.Tab value="graph">{WORKFLOWS.graph}</Tabs.Tab>
          <Tabs.Tab value="versions">{WORKFLOWS.versions}</Tabs.Tab>
          <Tabs.Tab value="redaction">{REDACTION.tab}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="graph" pt="lg">
          <GraphView workflow={workflow} draft={draft} />
        </Tabs.Panel>
        <Tabs.Panel value="redaction" pt="lg">
          <WorkflowRedaction id={workflow._id} />
        </Tabs.Panel>
        <Tabs.Panel value="versions" pt="lg">
          <VersionsView workflow={workflow} draft={draft} production={production} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

interface OtherFactProps {
  readonly workflow: Workflow;
  readonly other: Environment;
  readonly elsewhere: Elsewhere;
}

/** Which version the other environment runs. */
function OtherFact({ workflow: shown, other, elsewhere: { workflow, isKnown } }: OtherFactProps) {
  const place = SHELL[other];
  if (!isKnown) return null;
  if (!workflow?.published) return <span className="muted">{WORKFLOWS.notIn(place.toLowerCase())}</span>;
  const isSame = shown.published && workflow.version === shown.version;
  const [tested, live] = other === "production" ? [shown, workflow] : [workflow, shown];
  const compared = { view: "versions", version: String(tested.version), with: String(live.version) };
  return (
    <>
      <TextLink size="sm" to="/$environment/workflows/$id" params={{ environment: other, id: shown._id }}>
        {isSame ? WORKFLOWS.sameIn(place) : WORKFLOWS.runsVersion(place, workflow.version)}
      </TextLink>
      {shown.published && !isSame && (
        <TextLink size="sm" to="/$environment/workflows/$id" params={{ id: shown._id }} search={compared}>
          {WORKFLOWS.whatChanges}
        </TextLink>
      )}
    </>
  );
}
