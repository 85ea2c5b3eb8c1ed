import { Button, Group } from "@mantine/core";
import { IconCalendarTime } from "@tabler/icons-react";
import { createLazyRoute } from "@tanstack/react-router";
import { usePages } from "../../api/use-api.ts";
import { useMay } from "../../api/use-role.ts";
import { AccountField } from "../../parts/forms/account-field.tsx";
import { WorkflowField } from "../../parts/forms/workflow-field.tsx";
import { ButtonLink } from "../../parts/links/button-link.tsx";
import { PageLink, usePageNavigation } from "../../parts/links/page-link.tsx";
import { DataList } from "../../parts/lists/data-list.tsx";
import { ChoiceField, FilterBar } from "../../parts/lists/filter-bar.tsx";
import type { Column } from "../../parts/lists/list-row.tsx";
import { Nothing } from "../../parts/page/nothing.tsx";
import { Page } from "../../parts/page/page.tsx";
import { given, useFilters } from "../../parts/page/use-filters.ts";
import { Moment } from "../../parts/time/moment.tsx";
import { State } from "../../parts/values/state.tsx";
import { SCHEDULES } from "../../words/schedules.ts";
import { SHELL } from "../../words/shell.ts";
import { LastRun } from "./last-run.tsx";
import { PauseSwitch } from "./pause-switch.tsx";
import { getState, getWhen, localTime, type Schedule, workflowName } from "./schedule.ts";

export const Route = createLazyRoute("/$environment/schedules")({ component: SchedulesPage });

const STATES = [
  { value: "running", label: SCHEDULES.running },
  { value: "paused", label: SCHEDULES.paused },
];
const EVERY_MS = 30_000;

function SchedulesPage() {
  const navigate = usePageNavigation();
  const { filters, change, clear } = useFilters(["status", "workflow_id", "linked_account_id"]);
  const query = { ...filters, status: filters.status as Schedule["status"] };
  const schedules = usePages("/api/v2/public/schedules", { query }, { everyMs: EVERY_MS });
  return (
    <Page title={SHELL.schedules} actions={<NewSchedule />}>
      <FilterBar onClear={clear}>
        <ChoiceField
          label={SCHEDULES.state}
          value={filters.status}
          options={STATES}
          onChange={(status) => change({ status })}
        />
        <WorkflowField
          value={filters.workflow_id}
          onChange={(workflow_id) => change({ workflow_id })}
          width={220}
        />
        <AccountField
          value={filters.linked_account_id}
          onChange={(linked_account_id) => change({ linked_account_id })}
        />
      </FilterBar>
      <DataList
        label={SHELL.schedules}
        source={schedules}
        columns={COLUMNS}
        idOf={({ _id }) => _id}
        onOpen={({ _id: id }) => navigate({ to: "/$environment/schedules/$id", params: { id } })}
        onClear={clear}
        empty={<NoSchedules />}
      />
    </Page>
  );
}

const COLUMNS: readonly Column<Schedule>[] = [
  { header: SCHEDULES.workflow, cell: (schedule) => <ScheduleLink schedule={schedule} /> },
  { header: SCHEDULES.customer, cell: ({ linked_account_id }) => linked_account_id },
  {
    header: SCHEDULES.state,
    width: 104,
    isMinor: true,
    cell: (schedule) => <State {...getState(schedule)} />,
  },
  { header: SCHEDULES.when, width: 124, isMinor: true, cell: (schedule) => <When schedule={schedule} /> },
  { header: SCHEDULES.next, width: 350, cell: (schedule) => <NextRun schedule={schedule} /> },
  {
    header: SCHEDULES.last,
    width: 160,
    isMinor: true,
    cell: (schedule) => <LastRun schedule={schedule} />,
  },
  { header: SCHEDULES.on, width: 64, cell: (schedule) => <PauseSwitch schedule={schedule} /> },
];

function When({ schedule }: { schedule: Schedule }) {
  return <span className={schedule.cron_pattern ? "mono" : undefined}>{getWhen(schedule)}</span>;
}

/** The next run in the local time of its zone. */
function NextRun({ schedule: { upcoming, time_zone } }: { schedule: Schedule }) {
  const [next] = upcoming;
  if (!next) return <span className="muted">–</span>;
  return (
    <>
      <Moment at={next.at} />
      <span className="muted number">
        {" · "}
        {localTime(next.local)}, {time_zone}
      </span>
    </>
  );
}

function ScheduleLink({ schedule }: { schedule: Schedule }) {
  return (
    <PageLink to="/$environment/schedules/$id" params={{ id: schedule._id }}>
      {workflowName(schedule)}
    </PageLink>
  );
}

/** Links to the form, prefilled from the list's filters. */
function NewSchedule() {
  const { filters } = useFilters(["workflow_id", "linked_account_id"]);
  if (!useMay("developer")) return null;
  return (
    <ButtonLink to="/$environment/schedules/new" search={given(filters)}>
      {SCHEDULES.new}
    </ButtonLink>
  );
}

function NoSchedules() {
  return (
    <Nothing
      icon={<IconCalendarTime size={28} />}
      title={SCHEDULES.none}
      text={SCHEDULES.noneHint}
      action={
        <Group gap="sm" justify="center">
          <NewSchedule />
          <Button variant="default" component="a" href="/docs#tag/Schedules">
            {SCHEDULES.readMore}
          </Button>
        </Group>
      }
    />
  );
}
