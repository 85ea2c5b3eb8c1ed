import { IconCircleCheck } from "@tabler/icons-react";
import { createLazyRoute } from "@tanstack/react-router";
import { type Item, usePages } from "../../api/use-api.ts";
import { PageLink } from "../../parts/links/page-link.tsx";
import { DataList } from "../../parts/lists/data-list.tsx";
import { ChoiceField, FilterBar } from "../../parts/lists/filter-bar.tsx";
import type { Column } from "../../parts/lists/list-row.tsx";
import { Nothing } from "../../parts/page/nothing.tsx";
import { Page } from "../../parts/page/page.tsx";
import { useFilters } from "../../parts/page/use-filters.ts";
import { Moment } from "../../parts/time/moment.tsx";
import { PeriodField } from "../../parts/time/period-field.tsx";
import { PERIOD_FILTERS, usePeriod } from "../../parts/time/use-period.ts";
import { EVENTS } from "../../words/events.ts";
import { SHELL } from "../../words/shell.ts";
import { EventViews } from "./event-views.tsx";

export const Route = createLazyRoute("/$environment/events/findings")({ component: FindingsPage });

type Finding = Item<"/api/v2/public/audit/findings">;

const KINDS = Object.entries(EVENTS.kinds).map(([value, label]) => ({ value, label }));

function FindingsPage() {
  const { filters, change, clear } = useFilters(["kind", ...PERIOD_FILTERS]);
  const { kind, ...period } = filters;
  const query = { kind: kind as Finding["kind"], ...usePeriod(period) };
  const findings = usePages("/api/v2/public/audit/findings", { query });
  return (
    <Page title={SHELL.events}>
      <EventViews />
      <FilterBar onClear={clear}>
        <ChoiceField
          label={EVENTS.kind}
          value={kind}
          options={KINDS}
          onChange={(chosen) => change({ kind: chosen })}
        />
        <PeriodField filters={filters} onChange={change} />
      </FilterBar>
      <DataList
        label={EVENTS.findings}
        source={findings}
        columns={COLUMNS}
        idOf={({ _id }) => _id}
        onClear={clear}
        empty={
          <Nothing
            icon={<IconCircleCheck size={28} />}
            title={EVENTS.noFindings}
            text={EVENTS.noFindingsHint}
          />
        }
      />
    </Page>
  );
}

const COLUMNS: readonly Column<Finding>[] = [
  { header: EVENTS.message, cell: (finding) => <FindingLink finding={finding} /> },
  { header: EVENTS.kind, width: 110, isMinor: true, cell: ({ kind }) => EVENTS.kinds[kind] },
  { header: EVENTS.customer, width: 180, cell: ({ linked_account_id }) => linked_account_id },
  { header: EVENTS.found, width: 110, cell: ({ found_at }) => <Moment at={found_at} /> },
];

/** A finding links to its event or execution. */
function FindingLink({ finding: { message, event_id, execution_id } }: { finding: Finding }) {
  const id = event_id ?? execution_id;
  if (!id) return message;
  return (
    <PageLink to={event_id ? "/$environment/events/$id" : "/$environment/executions/$id"} params={{ id }}>
      {message}
    </PageLink>
  );
}
