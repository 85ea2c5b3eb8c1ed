import { Button, Code, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useChangeIn } from "../../api/use-api.ts";
import { tell } from "../../parts/forms/confirm.tsx";
import { DialogButtons } from "../../parts/forms/dialog-buttons.tsx";
import { Problem } from "../../parts/page/problem.tsx";
import { useReturnFocus } from "../../parts/page/use-return-focus.ts";
import { WEBHOOKS } from "../../words/webhooks.ts";
import { RENEWED, type Webhook } from "./webhook.ts";

interface PromoteWebhookProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

/** Makes an endpoint in production what it is in test. */
export function PromoteWebhook({ webhook, onClose }: PromoteWebhookProps) {
  useReturnFocus();
  const [url, setUrl] = useState("");
  const promote = useChangeIn("production", "post", "/api/v2/public/webhook/{id}/promote", RENEWED);
  const secret = promote.data?.secret;
  const close = () => {
    onClose();
    promote.reset();
  };
  const send = () =>
    promote.mutate(
      { path: { id: webhook._id }, body: url.trim() ? { webhook_url: url.trim() } : {} },
      {
        onSuccess: (made) => {
          // A new one has a secret to show.
          if (made.secret) return;
          tell(WEBHOOKS.promoted);
          close();
        },
      },
    );
  return (
    <Modal opened onClose={close} title={secret ? WEBHOOKS.promoted : WEBHOOKS.promoteTitle}>
      {secret ? (
        <Stack gap="md">
          <Text size="sm">{WEBHOOKS.promotedSecret}</Text>
          <Code block style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
            {secret}
          </Code>
          <Group justify="flex-end">
            <Button onClick={close}>{WEBHOOKS.done}</Button>
          </Group>
        </Stack>
      ) : (
        <Stack gap="md">
          {promote.error && <Problem error={promote.error} />}
          <Text size="sm">{WEBHOOKS.promoteText}</Text>
          <TextInput
            label={WEBHOOKS.promoteUrl}
            description={WEBHOOKS.promoteUrlHelp}
            placeholder={webhook.webhook_url}
            value={url}
            onChange={({ currentTarget }) => setUrl(currentTarget.value)}
          />
          <DialogButtons onCancel={close} loading={promote.isPending} onClick={send}>
            {WEBHOOKS.promoteAction}
          </DialogButtons>
        </Stack>
      )}
    </Modal>
  );
}
