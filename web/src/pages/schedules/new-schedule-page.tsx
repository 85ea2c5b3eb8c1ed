import { createLazyRoute } from "@tanstack/react-router";
import { useChange } from "../../api/use-api.ts";
import { useEnvironment } from "../../api/use-environment.ts";
import { tell } from "../../parts/forms/confirm.tsx";
import { usePageNavigation } from "../../parts/links/page-link.tsx";
import { Page } from "../../parts/page/page.tsx";
import { useFilters } from "../../parts/page/use-filters.ts";
import { SCHEDULES } from "../../words/schedules.ts";
import { RENEWED } from "./schedule.ts";
import { ScheduleForm } from "./schedule-form.tsx";
import { emptyValues, type ScheduleBody, type ScheduleValues } from "./schedule-values.ts";

export const Route = createLazyRoute("/$environment/schedules/new")({ component: NewSchedulePage });

function NewSchedulePage() {
  const environment = useEnvironment();
  const navigate = usePageNavigation();
  const { filters } = useFilters(["workflow_id", "linked_account_id", "cron", "tz"]);
  const create = useChange("post", "/api/v1/workflow/public/scheduled", RENEWED);
  const submit = ({ workflow, account, config }: ScheduleValues, body: ScheduleBody) =>
    create.mutate(
      {
        body,
        account,
        headers: { workflow_id_alias: workflow ?? "", ...(config.trim() && { config_id: config.trim() }) },
      },
      {
        onSuccess: ({ _id: id }) => {
          tell(SCHEDULES.createdNow);
          return navigate({ to: "/$environment/schedules/$id", params: { id } });
        },
      },
    );
  return (
    <Page title={SCHEDULES.newTitle} back={{ to: "/$environment/schedules", label: SCHEDULES.list }}>
      <ScheduleForm
        initial={emptyValues({
          workflow: filters.workflow_id,
          account: filters.linked_account_id,
          pattern: filters.cron,
          zone: filters.tz,
        })}
        error={create.error}
        isPending={create.isPending}
        action={environment === "production" ? SCHEDULES.createInProduction : SCHEDULES.create}
        cancel={{ to: "/$environment/schedules" }}
        onSubmit={submit}
      />
    </Page>
  );
}
