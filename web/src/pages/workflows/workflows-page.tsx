import { Badge, Group } from "@mantine/core";
import { IconRoute } from "@tabler/icons-react";
import { createLazyRoute, Link, useNavigate } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { usePages, useRead } from "../../api/use-api.ts";
import { type Column, DataList } from "../../parts/data-list.tsx";
import { ChoiceField, FilterBar, SearchField } from "../../parts/filter-bar.tsx";
import { Moment } from "../../parts/moment.tsx";
import { Nothing, NothingFits } from "../../parts/nothing.tsx";
import { Page } from "../../parts/page.tsx";
import { RoleButton } from "../../parts/role-button.tsx";
import { useFilters } from "../../parts/use-filters.ts";
import { useOpening } from "../../parts/use-opening.ts";
import { useEnvironment } from "../../shell/use-environment.ts";
import { WORKFLOWS } from "../../words/workflows.ts";
import { openImport } from "./import-dialog.tsx";
import { VersionState } from "./version-state.tsx";
import { triggerOf, type Workflow } from "./workflow.ts";

export const Route = createLazyRoute("/$environment/workflows")({ component: WorkflowsPage });

const FAILURES_MS = 7 * 24 * 60 * 60 * 1000;
const STATES = [
  { value: "true", label: WORKFLOWS.published },
  { value: "false", label: WORKFLOWS.unpublished },
];

/** Every workflow of the environment: what starts it, and which version of it runs. */
function WorkflowsPage() {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const { filters, change, clear, isFiltered } = useFilters(["name", "published", "slug"]);
  const { name, published, slug } = filters;
  const query = { name, slug, published: published === undefined ? undefined : published === "true" };
  const workflows = usePages("/api/v2/public/workflow/all", {
    query: { ...query, draft_of: "none", nodes: false },
  });
  const failures = useFailures();
  const columns = useMemo(() => columnsWith(failures), [failures]);
  const open = (id: string) =>
    navigate({ to: "/$environment/workflows/$id", params: { environment, id } as never });
  const importOne = () => openImport(environment, open);
  useOpening("import", importOne);
  const importButton = (
    <RoleButton least="developer" onClick={importOne}>
      {WORKFLOWS.importWorkflow}
    </RoleButton>
  );
  const empty = isFiltered ? (
    <NothingFits onClear={clear} />
  ) : (
    <Nothing
      icon={<IconRoute size={28} />}
      title={WORKFLOWS.empty}
      text={WORKFLOWS.emptyText}
      action={<Group>{importButton}</Group>}
    />
  );
  return (
    <Page title={WORKFLOWS.list} actions={importButton}>
      <FilterBar onClear={isFiltered ? clear : undefined}>
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
  const options = data
    .filter(({ enabled, slug }) => enabled || slug === value)
    .map(({ slug, name }) => ({ value: slug, label: name }));
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

/** How many executions of each workflow failed in the last seven days, by the workflow's id. */
function useFailures(): ReadonlyMap<string, number> {
  const [from] = useState(() => new Date(Date.now() - FAILURES_MS).toISOString());
  const { data } = useRead("/api/v2/public/statistics", {
    query: { subject: "executions", by: "workflow", every: "day", sort: "failed", limit: 50, from },
  });
  return useMemo(
    () => new Map((data?.series ?? []).map(({ value, total }) => [value, total.failed])),
    [data],
  );
}

function columnsWith(failures: ReadonlyMap<string, number>): readonly Column<Workflow>[] {
  return [
    ...COLUMNS,
    {
      header: WORKFLOWS.failures,
      width: 110,
      align: "right",
      isMinor: true,
      cell: ({ _id }) => <Failures count={failures.get(_id) ?? 0} id={_id} />,
    },
  ];
}

function Failures({ count, id }: { count: number; id: string }) {
  const environment = useEnvironment();
  if (count === 0) return <span className="muted">{WORKFLOWS.none}</span>;
  return (
    <Link
      to="/$environment/executions"
      params={{ environment } as never}
      search={{ workflow_id: id, status: "ERRORED" } as never}
      className="number"
      style={{ color: "var(--bad)" }}
      onClick={(event) => event.stopPropagation()}
    >
      {count.toLocaleString("en")}
    </Link>
  );
}

const COLUMNS: readonly Column<Workflow>[] = [
  { header: WORKFLOWS.name, cell: (workflow) => <NameCell workflow={workflow} /> },
  { header: WORKFLOWS.version, width: 185, cell: (workflow) => <VersionState workflow={workflow} /> },
  {
    header: WORKFLOWS.trigger,
    width: "18%",
    cell: (workflow) => triggerOf(workflow) ?? <span className="muted">{WORKFLOWS.none}</span>,
  },
  {
    header: WORKFLOWS.application,
    width: "13%",
    isMinor: true,
    cell: ({ slug, associated_application: { name } }) =>
      slug ? name : <span className="muted">{WORKFLOWS.none}</span>,
  },
  {
    header: WORKFLOWS.changed,
    width: 110,
    align: "right",
    cell: ({ updatedAt }) => <Moment at={updatedAt} />,
  },
];

function NameCell({ workflow: { _id, name, linked_account_id } }: { workflow: Workflow }) {
  const environment = useEnvironment();
  return (
    <>
      <Link
        to="/$environment/workflows/$id"
        params={{ environment, id: _id } as never}
        title={name}
        onClick={(event) => event.stopPropagation()}
      >
        {name}
      </Link>
      {linked_account_id && (
        <Badge color="gray" size="sm" ml="sm">
          {WORKFLOWS.ofOne(linked_account_id)}
        </Badge>
      )}
    </>
  );
}
