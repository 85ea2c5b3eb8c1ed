import { Switch } from "@mantine/core";
import { useChange } from "../../api/use-api.ts";
import { useMay } from "../../api/use-role.ts";
import { tellProblem } from "../../parts/forms/confirm.tsx";
import { WEBHOOKS } from "../../words/webhooks.ts";
import { RENEWED, shortUrl, type Webhook } from "./webhook.ts";

/** Whether an endpoint gets deliveries: changes at once, and is reverted if the server refuses. */
export function EnabledSwitch({ webhook }: { webhook: Webhook }) {
  const may = useMay("developer");
  const change = useChange("put", "/api/v2/public/webhook/{id}", RENEWED);
  const chosen = change.isPending ? change.variables.body?.is_enabled : undefined;
  return (
    <Switch
      aria-label={WEBHOOKS.turnOn(shortUrl(webhook.webhook_url))}
      checked={chosen ?? webhook.is_enabled}
      disabled={!may}
      onChange={({ currentTarget }) =>
        change.mutate(
          { path: { id: webhook._id }, body: { is_enabled: currentTarget.checked } },
          { onError: tellProblem },
        )
      }
    />
  );
}
