import { useDisclosure } from "@mantine/hooks";
import { IconRoute } from "@tabler/icons-react";
import { createLazyRoute } from "@tanstack/react-router";
import { useMemo } from "react";
import { usePages, useRead } from "../../api/use-api.ts";
import { useEnvironment } from "../../api/use-environment.ts";
import { toApplicationChoices } from "../../parts/applications/application-choices.ts";
import { ButtonLink } from "../../parts/links/button-link.tsx";
import { usePageNavigation } from "../../parts/links/page-link.tsx";
import { DataList } from "../../parts/lists/data-list.tsx";
import { ChoiceField, FilterBar, SearchField } from "../../parts/lists/filter-bar.tsx";
import { loadedWhenShown } from "../../parts/page/loaded-when-shown.tsx";
import { Nothing } from "../../parts/page/nothing.tsx";
import { Page } from "../../parts/page/page.tsx";
import { RoleButton } from "../../parts/page/role-button.tsx";
import { useFilters } from "../../parts/page/use-filters.ts";
import { useOpening } from "../../parts/page/use-opening.ts";
import { OPERATOR_EDITOR } from "../../words/workflows/operator-editor.ts";
import { VERSIONS } from "../../words/workflows/versions.ts";
import { WORKFLOWS } from "../../words/workflows/workflows.ts";
import { openImport } from "./import-dialog.tsx";
import { useFailures } from "./use-failures.ts";
import { useVersionStates } from "./versions/use-version-states.ts";
import { getColumns } from "./workflow-columns.tsx";

export const Route = createLazyRoute("/$environment/workflows")({ component: WorkflowsPage });

const NewWorkflowDialog = loadedWhenShown(() =>
  import("./new-workflow-dialog.tsx").then((loaded) => loaded.NewWorkflowDialog),
);

const ARCHIVED = "archived";
const STATES = [
  { value: "true", label: VERSIONS.published },
  { value: "false", label: VERSIONS.unpublished },
  { value: ARCHIVED, label: WORKFLOWS.archived },
];

/** Every workflow of the environment: which version runs where, and whether it has unpublished changes. */
function WorkflowsPage() {
  const environment = useEnvironment();
  const navigate = usePageNavigation();
  const { filters, change, clear } = useFilters(["name", "published", "slug"]);
  const { name, published, slug } = filters;
  const state =
    published === ARCHIVED
      ? { archived: true }
      : { published: published === undefined ? undefined : published === "true" };
  const workflows = usePages("/api/v2/public/workflow/all", {
    query: { name, slug, ...state, draft_of: "none", nodes: false },
  });
  const failures = useFailures();
  const versions = useVersionStates(environment, workflows.items);
  const columns = useMemo(
    () => getColumns({ environment, failures, versions }),
    [environment, failures, versions],
  );
  const open = (id: string) => navigate({ to: "/$environment/workflows/$id", params: { id } });
  const importOne = () => openImport(environment, open);
  useOpening("import", importOne);
  const [isBeginning, { open: begin, close: endBeginning }] = useDisclosure();
  useOpening("new", begin);
  const createButton = (
    <RoleButton least="developer" variant="filled" onClick={begin}>
      {OPERATOR_EDITOR.newWorkflow}
    </RoleButton>
  );
  // A link of the application's page leads here: the next step is a workflow, not fewer filters.
  const isOnlyOfApplication = slug !== undefined && name === undefined && published === undefined;
  const empty = (
    <Nothing
      icon={<IconRoute size={28} />}
      title={isOnlyOfApplication ? WORKFLOWS.emptyOfApplication : WORKFLOWS.empty}
      text={environment === "production" ? WORKFLOWS.emptyInProduction : WORKFLOWS.emptyText}
      action={
        environment === "production" ? (
          <ButtonLink to="/$environment/workflows" params={{ environment: "test" }}>
            {WORKFLOWS.buildInTest}
          </ButtonLink>
        ) : (
          createButton
        )
      }
    />
  );
  return (
    <Page title={WORKFLOWS.list} actions={createButton}>
      {isBeginning && (
        <NewWorkflowDialog application={slug ?? null} onImport={importOne} onClose={endBeginning} />
      )}
      <FilterBar onClear={clear}>
        <SearchField label={WORKFLOWS.find} value={name} onChange={(text) => change({ name: text })} />
        <ChoiceField
          label={WORKFLOWS.state}
          value={published}
          options={STATES}
          onChange={(value) => change({ published: value })}
        />
        <ApplicationField value={slug} onChange={(value) => change({ slug: value })} />
      </FilterBar>
      <DataList
        label={WORKFLOWS.list}
        source={workflows}
        columns={columns}
        idOf={({ _id }) => _id}
        onOpen={({ _id }) => open(_id)}
        onClear={isOnlyOfApplication ? undefined : clear}
        empty={empty}
      />
    </Page>
  );
}

interface ApplicationFieldProps {
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

function ApplicationField({ value, onChange }: ApplicationFieldProps) {
  const { data = [] } = useRead("/api/v2/public/application/all", {});
  const options = toApplicationChoices(data.filter(({ enabled, slug }) => enabled || slug === value));
  return (
    <ChoiceField
      label={WORKFLOWS.application}
      value={value}
      options={options}
      onChange={onChange}
      width={170}
    />
  );
}
