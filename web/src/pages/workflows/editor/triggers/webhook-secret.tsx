import { Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import { useChange, useRead } from "../../../../api/use-api.ts";
import { useEnvironment } from "../../../../api/use-environment.ts";
import { useMay } from "../../../../api/use-role.ts";
import { confirm, tell, tellProblem } from "../../../../parts/forms/confirm.tsx";
import { Problem } from "../../../../parts/page/problem.tsx";
import { Moment } from "../../../../parts/time/moment.tsx";
import { WEBHOOK_TRIGGER } from "../../../../words/workflows/webhook-trigger.ts";
import { SetWebhookSecret } from "./set-webhook-secret.tsx";

const SECRET = "/api/v2/public/workflow/{id}/webhook-secret";

interface WebhookSecretProps {
  readonly workflowId: string;
  /** Whether the sender's public key takes the place of a shared secret. */
  readonly isPublicKey: boolean;
  /** A secret is only taken for a workflow that was saved with its kind of signature. */
  readonly isSaved: boolean;
}

/** Whether a secret is set for the workflow's webhooks in this environment, and how to set or delete it. */
export function WebhookSecret({ workflowId, isPublicKey, isSaved }: WebhookSecretProps) {
  const [isSetting, setIsSetting] = useState(false);
  const environment = useEnvironment();
  const mayChange = useMay("developer");
  const { data, error } = useRead(SECRET, { path: { id: workflowId } }, { enabled: mayChange });
  const remove = useChange("delete", SECRET, [SECRET]);
  if (!mayChange) return null;
  if (error) return <Problem error={error} />;
  if (!data) return null;
  const { set_at: setAt, older_until: olderUntil } = data;
  const askToDelete = () =>
    confirm({
      title: WEBHOOK_TRIGGER.deleteTitle,
      text: WEBHOOK_TRIGGER.deleteText(environment),
      action: WEBHOOK_TRIGGER.deleteSecret,
      isDangerous: true,
      onConfirm: () =>
        remove.mutate(
          { path: { id: workflowId } },
          { onSuccess: () => tell(WEBHOOK_TRIGGER.deleted), onError: tellProblem },
        ),
    });
  return (
    <>
      <Text size="sm" c={setAt === null ? "var(--warn)" : undefined}>
        {setAt === null ? (
          WEBHOOK_TRIGGER.secretMissing
        ) : (
          <>
            {WEBHOOK_TRIGGER.secretSet} <Moment at={setAt} />
          </>
        )}
        {olderUntil !== null && (
          <>
            {" · "}
            {WEBHOOK_TRIGGER.olderUntil} <Moment at={olderUntil} />
          </>
        )}
      </Text>
      {!isSaved && (
        <Text size="xs" className="muted">
          {WEBHOOK_TRIGGER.secretAfterSave}
        </Text>
      )}
      <Group gap="xs">
        <Button variant="default" disabled={!isSaved} onClick={() => setIsSetting(true)}>
          {setAt === null ? WEBHOOK_TRIGGER.setSecret : WEBHOOK_TRIGGER.replaceSecret}
        </Button>
        {setAt !== null && (
          <Button variant="subtle" color="red" loading={remove.isPending} onClick={askToDelete}>
            {WEBHOOK_TRIGGER.deleteSecret}
          </Button>
        )}
      </Group>
      {isSetting && (
        <SetWebhookSecret
          workflowId={workflowId}
          isPublicKey={isPublicKey}
          isReplaced={setAt !== null}
          onClose={() => setIsSetting(false)}
        />
      )}
    </>
  );
}
