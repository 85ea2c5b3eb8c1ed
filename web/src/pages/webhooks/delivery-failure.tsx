import { Alert } from "@mantine/core";
import { IconAlertTriangle, IconClockPause } from "@tabler/icons-react";
import { ago } from "../../parts/time/time-words.ts";
import { WEBHOOKS } from "../../words/webhooks.ts";
import type { WebhookDelivery } from "./webhook.ts";

/** Why a delivery did not arrive, and what happens next. */
export function DeliveryFailure({
  delivery: { status, attempts, next_attempt_at },
}: {
  delivery: WebhookDelivery;
}) {
  const last = attempts.at(-1);
  if (status === "delivered") return null;
  if (status === "cancelled") return <Alert color="gray">{WEBHOOKS.cancelledText}</Alert>;
  if (!last)
    return (
      <Alert color="blue" icon={<IconClockPause size={18} />}>
        {WEBHOOKS.sending}
      </Alert>
    );
  const title =
    last.status_code === undefined ? WEBHOOKS.failedWithout : WEBHOOKS.failedWith(last.status_code);
  const next =
    status === "pending" && next_attempt_at
      ? WEBHOOKS.willRetry(ago(new Date(next_attempt_at).getTime(), Date.now()))
      : WEBHOOKS.gaveUp(attempts.length);
  return (
    <Alert
      color={status === "failed" ? "red" : "yellow"}
      icon={<IconAlertTriangle size={18} />}
      title={title}
    >
      {last.error && last.status_code === undefined && `${last.error} `}
      {next}
    </Alert>
  );
}
