import type { Environment } from "@junctor/sdk";
import { Badge, Group } from "@mantine/core";
import { PageLink } from "../../parts/links/page-link.tsx";
import type { Column } from "../../parts/lists/list-row.tsx";
import { Moment } from "../../parts/time/moment.tsx";
import { SHELL } from "../../words/shell.ts";
import { VERSIONS } from "../../words/workflows/versions.ts";
import { WORKFLOWS } from "../../words/workflows/workflows.ts";
import type { VersionStates } from "./versions/use-version-states.ts";
import { VersionState } from "./versions/version-state.tsx";
import { getTriggers, type Workflow } from "./workflow.ts";

interface Known {
  readonly environment: Environment;
  /** By the workflow's id. */
  readonly failures: ReadonlyMap<string, number>;
  readonly versions: VersionStates;
}

/** The columns of the list: versions here and elsewhere, triggers, and failures. */
export function getColumns({ environment, failures, versions }: Known): readonly Column<Workflow>[] {
  const { drafts, elsewhere } = versions;
  const name: Column<Workflow> = {
    header: WORKFLOWS.name,
    cell: (workflow) => <NameCell workflow={workflow} environment={environment} />,
  };
  const here: Column<Workflow> = {
    header: SHELL[environment],
    width: 200,
    cell: (workflow) => <VersionCell workflow={workflow} hasDraft={drafts.has(workflow._id)} />,
  };
  const there: Column<Workflow> = {
    header: SHELL[environment === "test" ? "production" : "test"],
    width: 104,
    isMinor: true,
    cell: (workflow) => <Elsewhere workflow={workflow} version={elsewhere?.get(workflow._id)} />,
  };
  const failed: Column<Workflow> = {
    header: WORKFLOWS.failures,
    width: 104,
    align: "right",
    isMinor: true,
    cell: ({ _id: id }) => <Failures count={failures.get(id) ?? 0} id={id} environment={environment} />,
  };
  return [name, here, ...(elsewhere ? [there] : []), ...COLUMNS, failed, CHANGED];
}

const COLUMNS: readonly Column<Workflow>[] = [
  {
    header: WORKFLOWS.trigger,
    width: "16%",
    cell: (workflow) => <TriggersCell triggers={getTriggers(workflow)} />,
  },
  {
    header: WORKFLOWS.application,
    width: "12%",
    isMinor: true,
    cell: ({ slug, associated_application: { name } }) => (slug ? name : <None />),
  },
];

const CHANGED: Column<Workflow> = {
  header: WORKFLOWS.changed,
  width: 96,
  align: "right",
  cell: ({ updatedAt }) => <Moment at={updatedAt} />,
};

/** On one line; all of them on hover. */
function TriggersCell({ triggers }: { triggers: readonly string[] }) {
  if (triggers.length === 0) return <None />;
  const all = triggers.join(", ");
  return <span title={all}>{all}</span>;
}

function None() {
  return <span className="muted">{WORKFLOWS.none}</span>;
}

interface CellProps {
  readonly workflow: Workflow;
  readonly environment: Environment;
}

function NameCell({ workflow: { _id, name, linked_account_id }, environment }: CellProps) {
  return (
    <>
      <PageLink
        to="/$environment/workflows/$id"
        params={{ environment, id: _id }}
        title={name}
        onClick={(event) => event.stopPropagation()}
      >
        {name}
      </PageLink>
      {linked_account_id && (
        <Badge color="gray" size="sm" ml="sm">
          {WORKFLOWS.ofOne(linked_account_id)}
        </Badge>
      )}
    </>
  );
}

function VersionCell({ workflow, hasDraft }: { workflow: Workflow; hasDraft: boolean }) {
  return (
    <Group gap={8} wrap="nowrap">
      <VersionState workflow={workflow} isShort />
      {hasDraft && (
        <Badge size="sm" color="yellow">
          {VERSIONS.draftChanged}
        </Badge>
      )}
    </Group>
  );
}

/** What the other environment publishes; muted if it is the same. */
function Elsewhere({ workflow, version }: { workflow: Workflow; version: number | undefined }) {
  if (version === undefined) return <None />;
  const isSame = workflow.published && workflow.version === version;
  return <span className={isSame ? "muted" : undefined}>{VERSIONS.shownVersion({ version })}</span>;
}

interface FailuresProps {
  readonly count: number;
  readonly id: string;
  readonly environment: Environment;
}

function Failures({ count, id, environment }: FailuresProps) {
  if (count === 0) return <None />;
  return (
    <PageLink
      to="/$environment/executions"
      params={{ environment }}
      search={{ workflow_id: id, status: "ERRORED", period: "24h" }}
      className="number"
      style={{ color: "var(--bad)" }}
      onClick={(event) => event.stopPropagation()}
    >
      {count.toLocaleString("en")}
    </PageLink>
  );
}
