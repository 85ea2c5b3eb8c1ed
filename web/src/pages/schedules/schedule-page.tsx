import { Group, Skeleton, Title } from "@mantine/core";
import { createLazyRoute, useParams } from "@tanstack/react-router";
import { useChange, useRead } from "../../api/use-api.ts";
import { useEnvironment } from "../../api/use-environment.ts";
import { confirm, tell, tellProblem } from "../../parts/forms/confirm.tsx";
import { JsonTree } from "../../parts/json-tree/json-tree.tsx";
import { type PageAddress, usePageNavigation } from "../../parts/links/page-link.tsx";
import { TextLink } from "../../parts/links/text-link.tsx";
import { Page } from "../../parts/page/page.tsx";
import { Problem } from "../../parts/page/problem.tsx";
import { RoleButton } from "../../parts/page/role-button.tsx";
import { type Fact, FactList } from "../../parts/values/fact-list.tsx";
import { Identifier } from "../../parts/values/identifier.tsx";
import { State } from "../../parts/values/state.tsx";
import { SCHEDULES } from "../../words/schedules.ts";
import { SHELL } from "../../words/shell.ts";
import { LastRun } from "./last-run.tsx";
import { getState, getWhen, RENEWED, type Schedule, workflowName } from "./schedule.ts";
import { UpcomingRuns } from "./upcoming-runs.tsx";
import { usePause } from "./use-pause.ts";

export const Route = createLazyRoute("/$environment/schedules/$id")({ component: SchedulePage });

const EVERY_MS = 15_000;

function SchedulePage() {
  const { id } = useParams({ from: "/$environment/schedules/$id" });
  const {
    data: schedule,
    error,
    refetch,
  } = useRead("/api/v2/public/schedules/{id}", { path: { id } }, { everyMs: EVERY_MS });
  return (
    <Page
      title={schedule ? workflowName(schedule) : SCHEDULES.schedule}
      back={{ to: "/$environment/schedules", label: SCHEDULES.list }}
      facts={
        schedule && (
          <Group gap="md">
            <State {...getState(schedule)} />
            <Identifier id={schedule._id} />
          </Group>
        )
      }
      actions={schedule && <Actions schedule={schedule} />}
    >
      {error && !schedule && <Problem error={error} onRetry={refetch} />}
      {!error && !schedule && <Skeleton height={200} />}
      {schedule && (
        <>
          <Facts schedule={schedule} />
          <UpcomingRuns schedule={schedule} />
          <section>
            <Title order={2} fz={15} mb="sm">
              {SCHEDULES.payload}
            </Title>
            <JsonTree label={SCHEDULES.payload} value={schedule.payload} expression="input" />
          </section>
        </>
      )}
    </Page>
  );
}

function Actions({ schedule }: { schedule: Schedule }) {
  const environment = useEnvironment();
  const navigate = usePageNavigation();
  const { isRunning, toggle } = usePause(schedule);
  const remove = useChange("delete", "/api/v1/workflow/public/scheduled/{schedule_id}", RENEWED);
  const { _id, linked_account_id: account } = schedule;
  const askRemove = () =>
    confirm({
      title: SCHEDULES.removeTitle,
      text: SCHEDULES.removeText(workflowName(schedule), account, SHELL[environment].toLowerCase()),
      action: SCHEDULES.removeAction,
      isDangerous: true,
      onConfirm: () =>
        remove.mutateAsync({ path: { schedule_id: _id }, account }).then(() => {
          tell(SCHEDULES.removed);
          return navigate({ to: "/$environment/schedules" });
        }, tellProblem),
    });
  return (
    <Group gap="sm">
      <RoleButton
        least="developer"
        onClick={() => navigate({ to: "/$environment/schedules/$id/edit", params: { id: _id } })}
      >
        {SCHEDULES.edit}
      </RoleButton>
      <RoleButton least="developer" onClick={toggle}>
        {isRunning ? SCHEDULES.pause : SCHEDULES.resume}
      </RoleButton>
      <RoleButton least="developer" color="red" variant="light" onClick={askRemove}>
        {SCHEDULES.remove}
      </RoleButton>
    </Group>
  );
}

function Facts({ schedule }: { schedule: Schedule }) {
  const { workflow, linked_account_id: account, options } = schedule;
  const link = (page: PageAddress, text: string) => (
    <TextLink fz="sm" {...page}>
      {text}
    </TextLink>
  );
  const facts: (Fact | undefined)[] = [
    [
      SCHEDULES.workflow,
      typeof workflow === "string"
        ? SCHEDULES.deletedWorkflow
        : link({ to: "/$environment/workflows/$id", params: { id: workflow._id } }, workflow.name),
    ],
    [SCHEDULES.customer, link({ to: "/$environment/customers/$id", params: { id: account } }, account)],
    [
      SCHEDULES.when,
      <span key="when" className="mono">
        {getWhen(schedule)}
      </span>,
    ],
    [SCHEDULES.zone, schedule.time_zone],
    options.startDate ? [SCHEDULES.firstDay, String(options.startDate)] : undefined,
    options.endDate ? [SCHEDULES.lastDay, String(options.endDate)] : undefined,
    [SCHEDULES.last, <LastRun key="last" schedule={schedule} />],
  ];
  return <FactList facts={facts} />;
}
