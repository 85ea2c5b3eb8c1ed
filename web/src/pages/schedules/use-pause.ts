import { useChange } from "../../api/use-api.ts";
import { tell, tellProblem } from "../../parts/forms/confirm.tsx";
import { SCHEDULES } from "../../words/schedules.ts";
import { RENEWED, type Schedule, workflowName } from "./schedule.ts";

/** Pauses and resumes a schedule: `isRunning` changes at once, and is reverted if the server refuses. */
export function usePause(schedule: Schedule) {
  const path = { schedule_id: schedule._id };
  const pause = useChange("put", "/api/v1/workflow/public/scheduled/{schedule_id}/pause", RENEWED);
  const resume = useChange("put", "/api/v1/workflow/public/scheduled/{schedule_id}/resume", RENEWED);
  const wasRunning = schedule.status === "running";
  const isRunning = pause.isPending ? false : resume.isPending ? true : wasRunning;
  const toggle = () => {
    const said = isRunning ? SCHEDULES.pausedNow : SCHEDULES.resumedNow;
    const change = isRunning ? pause : resume;
    change.mutate(
      { path },
      {
        onSuccess: () => tell(said(workflowName(schedule), schedule.linked_account_id)),
        onError: tellProblem,
      },
    );
  };
  return { isRunning, toggle };
}
