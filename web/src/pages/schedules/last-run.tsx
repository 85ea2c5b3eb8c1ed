import { Group } from "@mantine/core";
import { PageLink } from "../../parts/links/page-link.tsx";
import { Moment } from "../../parts/time/moment.tsx";
import { ExecutionState } from "../../parts/values/execution-state.tsx";
import { SCHEDULES } from "../../words/schedules.ts";
import type { Schedule } from "./schedule.ts";

/** When a schedule last ran, and the result, with a link to the execution. */
export function LastRun({ schedule }: { schedule: Pick<Schedule, "last_run_at" | "last_execution"> }) {
  const { last_run_at: at, last_execution: execution } = schedule;
  if (!at) return SCHEDULES.neverRan;
  return (
    <Group gap={8} wrap="nowrap">
      <Moment at={at} />
      {execution && (
        <PageLink to="/$environment/executions/$id" params={{ id: execution._id }}>
          <ExecutionState status={execution.status} />
        </PageLink>
      )}
    </Group>
  );
}
