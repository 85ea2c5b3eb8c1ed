import { Modal, Radio, Stack, Text } from "@mantine/core";
import { DateTimePicker } from "@mantine/dates";
import { useState } from "react";
import { DialogButtons } from "../../parts/forms/dialog-buttons.tsx";
import "@mantine/dates/styles.css";
import { useChange, useRead } from "../../api/use-api.ts";
import { useEnvironment } from "../../api/use-environment.ts";
import { tell } from "../../parts/forms/confirm.tsx";
import { Problem } from "../../parts/page/problem.tsx";
import { useReturnFocus } from "../../parts/page/use-return-focus.ts";
import { CALENDAR } from "../../parts/time/calendar.ts";
import { DAY_MS } from "../../parts/time/durations.ts";
import { SHELL } from "../../words/shell.ts";
import { WEBHOOKS } from "../../words/webhooks.ts";
import { RENEWED, type Webhook, type WebhookDelivery } from "./webhook.ts";

interface ResendSinceProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

/** Sends the deliveries of a period again, after showing their number. */
export function ResendSince({ webhook, onClose }: ResendSinceProps) {
  useReturnFocus();
  return (
    <Modal opened onClose={onClose} title={WEBHOOKS.resendSinceTitle}>
      <ResendForm webhook={webhook} onDone={onClose} />
    </Modal>
  );
}

function ResendForm({ webhook, onDone }: { webhook: Webhook; onDone: () => void }) {
  const environment = useEnvironment();
  const [since, setSince] = useState(() => firstSince(webhook));
  const [which, setWhich] = useState<"failed" | "all">("failed");
  const start = new Date(since).toISOString();
  const count = useCount(webhook._id, start, which);
  const resend = useChange("post", "/api/v2/public/webhook/{id}/resend", RENEWED);
  const send = () =>
    resend.mutate(
      { path: { id: webhook._id }, body: { since: start, status: which } },
      {
        onSuccess: ({ resent }) => {
          tell(WEBHOOKS.resentMany(resent));
          onDone();
        },
      },
    );
  return (
    <Stack gap="md">
      {resend.error && <Problem error={resend.error} />}
      <DateTimePicker
        {...CALENDAR}
        label={WEBHOOKS.since}
        description={WEBHOOKS.sinceHelp}
        valueFormat="D MMM YYYY, HH:mm"
        maxDate={new Date()}
        value={since}
        onChange={(chosen) => chosen && setSince(chosen)}
      />
      <Radio.Group
        label={WEBHOOKS.which}
        value={which}
        onChange={(chosen) => setWhich(chosen === "all" ? "all" : "failed")}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="failed" label={WEBHOOKS.whichFailed} />
          <Radio value="all" label={WEBHOOKS.whichAll} />
        </Stack>
      </Radio.Group>
      <Text size="sm" aria-live="polite">
        {count === undefined ? WEBHOOKS.counting : WEBHOOKS.matched(count, SHELL[environment].toLowerCase())}
      </Text>
      <DialogButtons onCancel={onDone} loading={resend.isPending} disabled={!count} onClick={send}>
        {WEBHOOKS.resendMany(count ?? 0)}
      </DialogButtons>
    </Stack>
  );
}

/** When the endpoint was disabled, or a day ago; in the picker's format, in local time. */
function firstSince({ is_enabled, disabled_at }: Webhook): string {
  const at = !is_enabled && disabled_at ? disabled_at : Date.now() - DAY_MS;
  const date = new Date(at);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
    .toISOString()
    .slice(0, 16)
    .replace("T", " ");
}

/** The number of deliveries. */
function useCount(webhookId: string, start: string, which: "failed" | "all"): number | undefined {
  const ofStatus = (status: WebhookDelivery["status"] | undefined) => ({
    query: { webhook_id: webhookId, start_date: start, status, limit: 1 },
  });
  const path = "/api/v2/public/webhook-deliveries";
  const first = useRead(path, ofStatus(which === "all" ? undefined : "failed"));
  const cancelled = useRead(path, ofStatus("cancelled"));
  if (first.isPlaceholderData || !first.data || !cancelled.data) return undefined;
  return first.data.totalDocs + (which === "all" ? 0 : cancelled.data.totalDocs);
}
