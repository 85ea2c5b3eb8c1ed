import { IconBell } from "@tabler/icons-react";
import { createLazyRoute } from "@tanstack/react-router";
import { usePages, useRead } from "../../api/use-api.ts";
import { useMay } from "../../api/use-role.ts";
import { AccountField } from "../../parts/forms/account-field.tsx";
import { ButtonLink } from "../../parts/links/button-link.tsx";
import { PageLink, usePageNavigation } from "../../parts/links/page-link.tsx";
import { DataList } from "../../parts/lists/data-list.tsx";
import { ChoiceField, FilterBar, SearchField } from "../../parts/lists/filter-bar.tsx";
import type { Column } from "../../parts/lists/list-row.tsx";
import { Nothing } from "../../parts/page/nothing.tsx";
import { Page } from "../../parts/page/page.tsx";
import { useFilters } from "../../parts/page/use-filters.ts";
import { Moment } from "../../parts/time/moment.tsx";
import { PeriodField } from "../../parts/time/period-field.tsx";
import { PERIOD_FILTERS, usePeriod } from "../../parts/time/use-period.ts";
import { Identifier } from "../../parts/values/identifier.tsx";
import { State } from "../../parts/values/state.tsx";
import { EVENTS } from "../../words/events.ts";
import { SHELL } from "../../words/shell.ts";
import { EventViews } from "./event-views.tsx";
import { FindingsNotice } from "./findings-notice.tsx";
import { getBalance, getOutline, type Received } from "./received.ts";
import { StartedStates } from "./started-states.tsx";

export const Route = createLazyRoute("/$environment/events")({ component: InboxPage });

const FILTERS = ["event", "account", "balanced", ...PERIOD_FILTERS] as const;
const BALANCES = Object.entries(EVENTS.balanceOf).map(([value, label]) => ({ value, label }));
const EVERY_MS = 15_000;

function InboxPage() {
  const navigate = usePageNavigation();
  const { filters, change, clear } = useFilters(FILTERS);
  const { event, account, balanced, ...period } = filters;
  const query = {
    event,
    account,
    balanced: balanced === undefined ? undefined : balanced === "true",
    ...usePeriod(period),
  };
  const received = usePages("/api/v2/public/event/received", { query }, { everyMs: EVERY_MS });
  return (
    <Page title={SHELL.events} actions={<SendEvent />}>
      <EventViews />
      <FindingsNotice />
      <FilterBar onClear={clear}>
        <EventField value={event} onChange={(chosen) => change({ event: chosen })} />
        <AccountField value={account} onChange={(chosen) => change({ account: chosen })} />
        <ChoiceField
          label={EVENTS.balance}
          value={balanced}
          options={BALANCES}
          width={170}
          onChange={(chosen) => change({ balanced: chosen })}
        />
        <PeriodField filters={filters} onChange={change} />
      </FilterBar>
      <DataList
        label={EVENTS.inbox}
        source={received}
        columns={COLUMNS}
        idOf={({ _id }) => _id}
        onOpen={({ _id: id }) => navigate({ to: "/$environment/events/$id", params: { id } })}
        onClear={clear}
        empty={
          <Nothing
            icon={<IconBell size={28} />}
            title={EVENTS.nothing}
            text={EVENTS.nothingHint}
            action={<SendEvent />}
          />
        }
      />
    </Page>
  );
}

const COLUMNS: readonly Column<Received>[] = [
  { header: EVENTS.event, width: 170, cell: (received) => <EventLink received={received} /> },
  { header: EVENTS.customer, width: 150, cell: ({ linked_account_id }) => linked_account_id },
  {
    header: EVENTS.payload,
    isMinor: true,
    cell: ({ excerpt }) => (
      <span className="mono muted" title={excerpt}>
        {getOutline(excerpt)}
      </span>
    ),
  },
  { header: EVENTS.id, width: 122, isMinor: true, cell: ({ _id }) => <Identifier id={_id} /> },
  { header: EVENTS.outcome, width: 150, cell: (received) => <StartedStates received={received} /> },
  {
    header: EVENTS.balance,
    width: 160,
    isMinor: true,
    cell: (received) => <State {...getBalance(received)} />,
  },
  { header: EVENTS.received, width: 100, cell: ({ received_at }) => <Moment at={received_at} /> },
];

/** Defined events can be chosen; without any, any name can be entered. */
function EventField({
  value,
  onChange,
}: {
  value: string | undefined;
  onChange: (event: string | undefined) => void;
}) {
  const { data: defined } = useRead("/api/v2/public/application/event", {});
  if (!defined?.length) return <SearchField label={EVENTS.event} value={value} onChange={onChange} />;
  const names = new Set([...defined.map(({ name }) => name), ...(value ? [value] : [])]);
  return (
    <ChoiceField
      label={EVENTS.event}
      value={value}
      options={[...names].map((name) => ({ value: name, label: name }))}
      width={200}
      onChange={onChange}
    />
  );
}

function EventLink({ received: { _id: id, event } }: { received: Received }) {
  return (
    <PageLink to="/$environment/events/$id" params={{ id }}>
      {event}
    </PageLink>
  );
}

function SendEvent() {
  const may = useMay("developer");
  if (!may) return null;
  return <ButtonLink to="/$environment/events/send">{EVENTS.send}</ButtonLink>;
}
