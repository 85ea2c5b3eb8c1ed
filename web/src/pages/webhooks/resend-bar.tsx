import { useEnvironment } from "../../api/use-environment.ts";
import { confirm, tell, tellProblem } from "../../parts/forms/confirm.tsx";
import { SelectionBar } from "../../parts/lists/selection-bar.tsx";
import type { Selection } from "../../parts/lists/use-list-keys.ts";
import { getSentence } from "../../parts/page/problem.tsx";
import { RoleButton } from "../../parts/page/role-button.tsx";
import { SHELL } from "../../words/shell.ts";
import { WEBHOOKS } from "../../words/webhooks.ts";
import { useResend } from "./use-resend.ts";
import type { WebhookDelivery } from "./webhook.ts";

interface ResendBarProps {
  readonly selection: Selection;
  readonly deliveries: readonly WebhookDelivery[];
}

/** Sends the chosen deliveries again. */
export function ResendBar({ selection, deliveries }: ResendBarProps) {
  const environment = useEnvironment();
  const resend = useResend();
  const chosen = deliveries.filter(({ _id }) => selection.ids.has(_id));
  const ask = () =>
    confirm({
      title: WEBHOOKS.resendMany(chosen.length),
      text: WEBHOOKS.resendManyText(chosen.length, SHELL[environment].toLowerCase()),
      action: WEBHOOKS.resendMany(chosen.length),
      onConfirm: async () => {
        const { sent, refusals } = await resend.mutateAsync(chosen);
        selection.set([]);
        if (sent > 0) tell(WEBHOOKS.resentMany(sent));
        if (refusals.length > 0)
          tellProblem(new Error(WEBHOOKS.notResent(refusals.length, getSentence(refusals[0]))));
      },
    });
  return (
    <SelectionBar selection={selection}>
      <RoleButton least="support" variant="filled" loading={resend.isPending} onClick={ask}>
        {WEBHOOKS.resendMany(chosen.length)}
      </RoleButton>
    </SelectionBar>
  );
}
