import { useChange } from "../../../api/use-api.ts";
import { confirm, tell, tellProblem } from "../../../parts/forms/confirm.tsx";
import { ButtonLink } from "../../../parts/links/button-link.tsx";
import { RoleButton } from "../../../parts/page/role-button.tsx";
import { EXECUTION } from "../../../words/execution.ts";
import type { ReplayWish } from "./replay-dialog.tsx";
import { type Execution, failedPath, hasEnded } from "./use-execution.ts";

interface ExecutionActionsProps {
  readonly execution: Execution;
  readonly onReplay: (wish: ReplayWish) => void;
}

/** Commands for an execution: stop it while it runs, replay it afterwards; a test is repeated in the editor. */
export function ExecutionActions({ execution, onReplay }: ExecutionActionsProps) {
  const { _id: id, status, linked_account_id: customer } = execution;
  const stop = useChange("post", "/api/v2/public/execution/{id}/stop", ["/api/v2/public/execution"]);
  const ask = () =>
    confirm({
      title: EXECUTION.stopTitle,
      text: EXECUTION.stopText(customer),
      action: EXECUTION.stop,
      isDangerous: true,
      onConfirm: () =>
        stop.mutate({ path: { id } }, { onSuccess: () => tell(EXECUTION.stopped), onError: tellProblem }),
    });
  if (!hasEnded(status))
    return (
      <RoleButton least="support" onClick={ask} loading={stop.isPending} disabled={status === "STOPPING"}>
        {EXECUTION.stop}
      </RoleButton>
    );
  if (execution.is_test)
    return (
      <ButtonLink
        to="/$environment/workflows/$id/edit"
        params={{ environment: execution.environment, id: execution.associated_workflow._id }}
        search={{ execution: id }}
        variant="default"
      >
        {EXECUTION.testAgain}
      </ButtonLink>
    );
  return (
    <RoleButton least="support" onClick={() => onReplay({ from: failedPath(execution) })}>
      {EXECUTION.replay}
    </RoleButton>
  );
}
