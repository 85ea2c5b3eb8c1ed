import { PageLink } from "../../../parts/links/page-link.tsx";
import type { Column } from "../../../parts/lists/list-row.tsx";
import { Duration, Moment } from "../../../parts/time/moment.tsx";
import { getCause } from "../../../parts/values/cause.ts";
import { ExecutionState } from "../../../parts/values/execution-state.tsx";
import { Identifier } from "../../../parts/values/identifier.tsx";
import { EXECUTIONS } from "../../../words/executions.ts";
import type { ExecutionRow } from "./use-executions.ts";

/** The columns of the list: state, workflow, customer, duration and time. */
export const EXECUTION_COLUMNS: readonly Column<ExecutionRow>[] = [
  {
    header: EXECUTIONS.state,
    width: 116,
    cell: ({ status, waits_for: waits }) => (
      <ExecutionState status={status} isWaiting={waits !== undefined} />
    ),
  },
  { header: EXECUTIONS.workflow, width: "20%", cell: (row) => <ExecutionLink row={row} /> },
  { header: EXECUTIONS.customer, width: "15%", cell: ({ linked_account_id: account }) => account },
  {
    header: EXECUTIONS.error,
    isMinor: true,
    cell: (row) => <Cause row={row} />,
  },
  { header: EXECUTIONS.id, width: 112, isMinor: true, cell: ({ _id }) => <Identifier id={_id} /> },
  {
    header: EXECUTIONS.took,
    width: 84,
    align: "right",
    cell: ({ instance_execution_time: ms }) => <Duration ms={ms} />,
  },
  {
    header: EXECUTIONS.started,
    width: 88,
    align: "right",
    cell: ({ createdAt }) => <Moment at={createdAt} />,
  },
];

/** Why it failed, or what it waits for. */
function Cause({ row: { execution_error: error, waits_for: waits } }: { row: ExecutionRow }) {
  const text = waits
    ? EXECUTIONS.waitsFor[waits.kind](waits.application ?? "")
    : error && getCause(error.message);
  if (text === undefined) return null;
  return (
    <span className="muted" title={text}>
      {text}
    </span>
  );
}

function ExecutionLink({ row }: { row: ExecutionRow }) {
  return (
    <PageLink to="/$environment/executions/$id" params={{ environment: row.environment, id: row._id }}>
      {row.associated_workflow.name}
    </PageLink>
  );
}
