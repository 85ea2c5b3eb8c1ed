import { Switch } from "@mantine/core";
import { useMay } from "../../api/use-role.ts";
import { SCHEDULES } from "../../words/schedules.ts";
import { type Schedule, workflowName } from "./schedule.ts";
import { usePause } from "./use-pause.ts";

/** Whether a schedule runs. */
export function PauseSwitch({ schedule }: { schedule: Schedule }) {
  const may = useMay("developer");
  const { isRunning, toggle } = usePause(schedule);
  return (
    <Switch
      aria-label={SCHEDULES.runs(workflowName(schedule), schedule.linked_account_id)}
      checked={isRunning}
      disabled={!may}
      onChange={toggle}
    />
  );
}
