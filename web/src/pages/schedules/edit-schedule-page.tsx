import { Skeleton } from "@mantine/core";
import { createLazyRoute, useParams } from "@tanstack/react-router";
import { useChange, useRead } from "../../api/use-api.ts";
import { useEnvironment } from "../../api/use-environment.ts";
import { tell } from "../../parts/forms/confirm.tsx";
import { usePageNavigation } from "../../parts/links/page-link.tsx";
import { Page } from "../../parts/page/page.tsx";
import { Problem } from "../../parts/page/problem.tsx";
import { SCHEDULES } from "../../words/schedules.ts";
import { RENEWED, type WholeSchedule, workflowName } from "./schedule.ts";
import { ScheduleForm } from "./schedule-form.tsx";
import { getValues, type ScheduleBody, type ScheduleValues } from "./schedule-values.ts";

export const Route = createLazyRoute("/$environment/schedules/$id/edit")({ component: EditSchedulePage });

function EditSchedulePage() {
  const { id } = useParams({ from: "/$environment/schedules/$id/edit" });
  const { data, error, refetch, isFetchedAfterMount } = useRead(
    "/api/v2/public/schedules/{id}",
    { path: { id } },
    { isFresh: true },
  );
  // A stale copy could have been changed by others, and would be written back.
  const schedule = isFetchedAfterMount ? data : undefined;
  return (
    <Page
      title={SCHEDULES.editTitle}
      back={{
        to: "/$environment/schedules/$id",
        params: { id },
        label: schedule ? workflowName(schedule) : SCHEDULES.schedule,
      }}
    >
      {error && !schedule && <Problem error={error} onRetry={refetch} />}
      {!error && !schedule && <Skeleton height={320} maw={640} />}
      {schedule?._id === id && <Edit key={id} schedule={schedule} />}
    </Page>
  );
}

function Edit({ schedule }: { schedule: WholeSchedule }) {
  const environment = useEnvironment();
  const navigate = usePageNavigation();
  const { _id: id, linked_account_id: account, config_id } = schedule;
  const initial = getValues(schedule);
  const save = useChange("put", "/api/v1/workflow/public/scheduled/{schedule_id}", RENEWED);
  const submit = ({ workflow, config }: ScheduleValues, body: ScheduleBody) => {
    // The config with the customer's own id is the default, as in a schedule without one.
    const wanted = config.trim() || account;
    const headers = {
      ...(workflow !== undefined && workflow !== initial.workflow && { workflow_id_alias: workflow }),
      ...(wanted !== config_id && { config_id: wanted }),
    };
    save.mutate(
      { path: { schedule_id: id }, body, account, headers },
      {
        onSuccess: () => {
          tell(SCHEDULES.saved);
          return navigate({ to: "/$environment/schedules/$id", params: { id } });
        },
      },
    );
  };
  return (
    <ScheduleForm
      initial={initial}
      isStored
      error={save.error}
      isPending={save.isPending}
      action={environment === "production" ? SCHEDULES.saveInProduction : SCHEDULES.save}
      cancel={{ to: "/$environment/schedules/$id", params: { id } }}
      onSubmit={submit}
    />
  );
}
